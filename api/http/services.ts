import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { Database } from "#db/database.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import type { Config } from "#shared/config.ts";
import type { Logger } from "#shared/log.ts";
import type { TemporalClient } from "#temporal/client.ts";
import type { QuestionRouting } from "../simulations/question-routing.ts";
import type { Authenticator } from "./identity.ts";
import type { CursorCodec } from "./pagination.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** What the handlers of organizations' routes are given; main.ts composes it once. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  /** Row-level security shows a transaction the rows of its organization alone. */
  readonly tenantDatabase: Database;
  readonly authenticate: Authenticator;
  readonly limiter: RateLimiter;
  readonly dispatcher: OutboxDispatcher;
  readonly temporal: TemporalClient;
  readonly uploads: Uploads;
  readonly cursors: CursorCodec;
  readonly routing: QuestionRouting;
  /** Of the model that answers for agents; null for the embedded engine. */
  readonly modelCost: ModelCost | null;
}

export interface ModelCost {
  readonly engine: string;
  /** US dollars per million tokens; null where it is unknown. */
  readonly price: { readonly input: number; readonly output: number } | null;
}

/** What the handlers of public and operators' routes are given. */
export interface SystemServices extends Services {
  /** Sees every organization. */
  readonly systemDatabase: Database;
}

/** Takes the database of every organization away, so that no handler of an organization's route reaches it. */
export function servicesOfOrganizations({ systemDatabase: _, ...services }: SystemServices): Services {
  return services;
}

/** `too_large`: a store that customers PUT to takes any size, which no signature of a PUT can bind. */
export type FoundUpload = "none" | "received" | "too_large";

/** The calibration files of training runs, each under its run's id, on local disk or in an object store. */
export interface Uploads {
  /** Signs a URL that takes the run's file by PUT until it expires. */
  presign(trainingId: string): Promise<{ readonly url: string; readonly expiresAt: Date }>;
  /** What there is of the run's file. @throws when the store is out of reach */
  find(trainingId: string, signal: AbortSignal): Promise<FoundUpload>;
  /** Removes the run's file, if there is one. @throws when the store is out of reach */
  remove(trainingId: string): Promise<void>;
  /**
   * Takes the PUT of a URL that the service signed for itself, to its last byte or not at all; null where customers PUT to a store.
   * @throws ApiError saying why a file was refused
   */
  readonly receive:
    | ((token: string, headers: IncomingHttpHeaders, body: Readable) => Promise<{ readonly etag: string }>)
    | null;
}
