import type { ForgottenKind } from "#temporal/names.ts";

/** What the forgetting workflow asks of its activities. */
export interface ForgettingActivities {
  /** Forgets what of a kind is older than its term, and says how many there were. */
  forget(input: { kind: ForgottenKind }): Promise<{ forgotten: number }>;
}
