export const DATA_RETENTION_WORKFLOW = "dataRetention";

/** What is not kept for ever; each kind's term stands in the workers' configuration. */
export const PURGED_KINDS = ["idempotency_keys", "deliveries", "uploads"] as const;
export type PurgedKind = (typeof PURGED_KINDS)[number];

export interface DataRetentionInput {
  readonly kinds: readonly PurgedKind[];
}
