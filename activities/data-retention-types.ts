import type { PurgedKind } from "#temporal/names.ts";

/** What the forgetting workflow asks of its activities. */
export interface DataRetentionActivities {
  /** Forgets what of a kind is older than its term, and says how many there were. */
  purge(input: { kind: PurgedKind }): Promise<{ purged: number }>;
}
