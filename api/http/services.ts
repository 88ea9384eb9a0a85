import type { Database } from "#db/database.ts";
import type { WorkflowStarter } from "#db/outbox/dispatcher.ts";
import type { Config } from "#shared/config.ts";
import type { Logger } from "#shared/log.ts";
import type { TemporalClient } from "#temporal/client.ts";
import type { KeyUse } from "../organizations/key-usage.ts";
import type { CursorCodec } from "./cursor.ts";
import type { QuestionRouting } from "../simulations/question-routing.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { Uploads } from "../training/uploads.ts";

/** What the API is composed of; made once, in main.ts. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  /** Fenced by organization in Postgres itself. */
  readonly database: Database;
  /** Sees every organization: for authentication, operators, and what Temporal was told. */
  readonly unfenced: Database;
  readonly limiter: RateLimiter;
  readonly starter: WorkflowStarter;
  readonly temporal: TemporalClient;
  readonly uploads: Uploads;
  readonly cursors: CursorCodec;
  readonly keyUse: KeyUse;
  readonly routing: QuestionRouting;
}
