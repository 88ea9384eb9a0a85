import type { WorkflowStart } from "#temporal/command.ts";

/** How a workflow had closed without its row knowing. `lost`: it ended well, but wrote no end. */
export type Closed = "terminated" | "cancelled" | "timed_out" | "failed" | "lost";

/** What is told of it where rows keep a message. */
export const CLOSED_MESSAGES: Readonly<Record<Closed, string>> = {
  terminated: "Terminated by an operator.",
  cancelled: "Cancelled by an operator.",
  timed_out: "The run did not end within its deadline.",
  failed: "The run failed on our side.",
  lost: "The run ended without a result.",
};

/** A row that nothing has been heard of. */
export interface StaleRow {
  readonly id: string;
  readonly organizationId: string;
  /** To carry it once more, where Temporal knows nothing of it. */
  readonly start: WorkflowStart;
}

/** Rows of one kind, each carried to its end by a workflow of its own. */
export interface ReconciledKind {
  readonly workflowType: string;
  /** `<kind>/<row id>`. */
  workflowId(id: string): string;
  /** Those of the ids whose row has not ended. */
  filterActive(ids: readonly string[]): Promise<string[]>;
  /** Rows that have not ended for so many minutes and that the outbox does not hold. */
  stale(minutes: number): Promise<readonly StaleRow[]>;
  /** Ends the row as failed, unless it has ended already. */
  fail(id: string, closed: Closed): Promise<void>;
}
