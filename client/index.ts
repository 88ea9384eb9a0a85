import { type List, listOf } from "./list.ts";
import { InsightsOfSimulations, Simulations } from "./simulations.ts";
import { Training } from "./training.ts";
import { path, Resource, type ServiceOptions, Transport } from "./transport.ts";
import type {
  CallOptions,
  DataOf,
  FiltersOf,
  Identity,
  ListedWorkflow,
  QueryOf,
  RecentRequest,
  RotatedApiKey,
  ServiceStatus,
  Usage,
  Workflow,
  WriteOptions,
} from "./types.ts";
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
export type { FollowOptions } from "./follow.ts";
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

  /** @throws TypeError for a `baseUrl` that is none, or a `maxRetries` over 10 */
  constructor(options: ServiceOptions) {
    super(new Transport(options));
  }

  /** What each key has used by day, newest first. */
  dailyUsage(query?: QueryOf<"showDailyUsage">, options?: CallOptions): Promise<DataOf<"showDailyUsage">> {
    return this.transport.get("showDailyUsage", path`/v1/usage/daily`, options, query);
  }

  /** What the organization has used of its plan this month. */
  usage(options?: CallOptions): Promise<Usage> {
    return this.transport.get("showUsage", path`/v1/usage`, options);
  }

  /** Whose key this is, and its scopes. */
  me(options?: CallOptions): Promise<Identity> {
    return this.transport.get("showMe", path`/v1/auth/me`, options);
  }

  /** The organization's requests of the last 24 hours, newest first. */
  requests(filters?: FiltersOf<"listRequests">, options?: CallOptions): List<RecentRequest> {
    return listOf(this.transport, "listRequests", path`/v1/requests`, filters, options);
  }

  /** Whether the service works. */
  status(options?: CallOptions): Promise<ServiceStatus> {
    return this.transport.get("showStatus", path`/v1/status`, options);
  }
}

/** The calibrated methodologies that a simulation can run by. */
export class Workflows extends Resource {
  list(filters?: FiltersOf<"listWorkflows">, options?: CallOptions): List<ListedWorkflow> {
    return listOf(this.transport, "listWorkflows", path`/v1/workflows`, filters, options);
  }

  /** A methodology with its exemplar questions, segments and the schema of its scenario. */
  get(workflowId: string, options?: CallOptions): Promise<Workflow> {
    return this.transport.get("showWorkflow", path`/v1/workflows/${workflowId}`, options);
  }
}

/** What a key may do with itself. */
export class ApiKeys extends Resource {
  /** A new secret for the calling key, in this answer alone. The old one works on for `grace_period_seconds`, 0 unless given. */
  rotate(
    keyId: string,
    { grace_period_seconds = 0 }: { readonly grace_period_seconds?: number } = {},
    options?: WriteOptions,
  ): Promise<RotatedApiKey> {
    const route = path`/v1/api-keys/${keyId}/rotate`;
    return this.transport.post("rotateApiKey", route, options, { grace_period_seconds });
  }
}
