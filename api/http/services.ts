import { lazilyOf } from "#shared/lazily.ts";
import type { Database } from "#db/postgres/database.ts";
import type { Config } from "#shared/config.ts";
import type { Authenticator } from "./identity.ts";
import type { MacKeys } from "#shared/crypto.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { LongPolls } from "./long-polls.ts";
import type { RequestHistory } from "./request-history.ts";

/** What every handler is given, beside what `compose-services.ts` declares that the resources' own need. */
export interface Services {
  readonly config: Config;
  /** The present moment, which decides the month that quotas count in. */
  readonly now: () => Date;
  /** Row-level security shows a transaction the rows of its organization alone. */
  readonly tenantDatabase: Database;
  readonly limiter: RateLimiter;
  /** Sign the cursors of lists. */
  readonly cursorKeys: MacKeys;
  readonly longPolls: LongPolls;
  readonly requestHistory: RequestHistory;
}

/** What the framework has, and the handlers of public and operators' routes are given. */
export interface SystemServices extends Services {
  /** Sees every organization. */
  readonly systemDatabase: Database;
  readonly authenticate: Authenticator;
}

/** Takes away what reaches every organization, so that no handler of an organization's route does. */
export const servicesOfOrganizations = lazilyOf(
  ({ systemDatabase: _, authenticate: __, ...services }: SystemServices): Services => services,
);
