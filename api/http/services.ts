import type { Database } from "#db/database.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import type { Config } from "#shared/config.ts";
import type { Logger } from "#shared/log.ts";
import type { TemporalClient } from "#temporal/client.ts";
import type { KeyUsage } from "../organizations/key-usage.ts";
import type { CursorCodec } from "./cursor.ts";
import type { QuestionRouting } from "../simulations/question-routing.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { Uploads } from "../training/uploads.ts";

/** What the API is composed of; made once, in main.ts. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  /** Fenced by organization in Postgres itself. */
  readonly tenantDatabase: Database;
  /** Sees every organization: for authentication, operators, and what Temporal was told. */
  readonly systemDatabase: Database;
  readonly limiter: RateLimiter;
  readonly dispatcher: OutboxDispatcher;
  readonly temporal: TemporalClient;
  readonly uploads: Uploads;
  readonly cursors: CursorCodec;
  readonly keyUsage: KeyUsage;
  readonly routing: QuestionRouting;
}
