import { InsightsOfSimulations, Simulations } from "./simulations.ts";
import { Training } from "./training.ts";
import { type Asks, type Calls, type Lists, Resource } from "./list.ts";
import { type ServiceOptions, Transport } from "./transport.ts";
import type { RotatedApiKey, WriteOptions } from "./types.ts";
import { CallbackSecret, Deliveries, Events, Webhooks } from "./webhooks.ts";

export {
  CallError,
  type CallFacts,
  type ErrorCode,
  type MetaOf,
  NetworkError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
} from "./errors.ts";
export type { FollowOptions } from "./wait.ts";
export { ERROR_CODES } from "./generated/api.ts";
export { WebhookInbox } from "./inbox.ts";
export type { List, Page } from "./list.ts";
export type { SimulationWaitOptions } from "./simulations.ts";
export type { ServiceOptions } from "./transport.ts";
export type * from "./types.ts";
export * from "./verify-webhook.ts";
export type { WaitOptions } from "./wait.ts";

/** The simulation service, as an API key sees it. */
export class SimulationService extends Resource {
  readonly simulations: Simulations = new Simulations(this.transport);
  readonly insights: InsightsOfSimulations = new InsightsOfSimulations(this.transport);
  readonly workflows: Workflows = new Workflows(this.transport);
  readonly webhooks: Webhooks = new Webhooks(this.transport);
  readonly deliveries: Deliveries = new Deliveries(this.transport);
  readonly events: Events = new Events(this.transport);
  readonly callbackSecret: CallbackSecret = new CallbackSecret(this.transport);
  readonly training: Training = new Training(this.transport);
  readonly apiKeys: ApiKeys = new ApiKeys(this.transport);

  /** What the organization has used of its plan this month. */
  readonly usage: Calls<"showUsage"> = this.calls("showUsage");
  /** Whose key this is, and its scopes. */
  readonly me: Calls<"showMe"> = this.calls("showMe");
  /** The organization's requests of the last 24 hours, newest first. */
  readonly requests: Lists<"listRequests"> = this.lists("listRequests");
  /** Whether the service works. */
  readonly status: Calls<"showStatus"> = this.calls("showStatus");
  /** What each key has used by day, newest first. */
  readonly dailyUsage: Asks<"showDailyUsage"> = this.calls("showDailyUsage", "query");

  /** @throws TypeError for a `baseUrl` that is none, or a `maxRetries` over 10 */
  constructor(options: ServiceOptions) {
    super(new Transport(options));
  }
}

/** The calibrated methodologies that a simulation can run by. */
export class Workflows extends Resource {
  readonly list: Lists<"listWorkflows"> = this.lists("listWorkflows");
  /** A methodology with its exemplar questions, segments and the schema of its scenario. */
  readonly get: Calls<"showWorkflow"> = this.calls("showWorkflow");
}

/** What a key may do with itself. */
export class ApiKeys extends Resource {
  /** A new secret for the calling key, in this answer alone. The old one works on for `grace_period_seconds`, 0 unless given. */
  rotate(
    keyId: string,
    { grace_period_seconds = 0 }: { readonly grace_period_seconds?: number } = {},
    options?: WriteOptions,
  ): Promise<RotatedApiKey> {
    return this.transport.answer("rotateApiKey", { ids: [keyId], body: { grace_period_seconds } }, options);
  }
}
