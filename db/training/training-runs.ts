import type { JsonObject } from "#shared/json.ts";
import type { Database, OrganizationTransaction } from "../database.ts";

export type TrainingStatus = "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED";

/** What the status resource shows. */
export interface TrainingRunRow {
  id: string;
  workflow_name: string;
  description: string | null;
  status: TrainingStatus;
  /** True once scoring or forgetting has seen the file; before, only the store knows. */
  upload_received: boolean;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  failure_message: string | null;
}

const COLUMNS =
  `id, workflow_name, description, status, upload_received, created_at, started_at, completed_at,
  failure_message`;

export async function insertTrainingRun(
  tx: OrganizationTransaction,
  run: Pick<TrainingRunRow, "id" | "workflow_name" | "description" | "created_at">,
): Promise<void> {
  await tx.sql({
    name: "insert_training_run",
    text: `INSERT INTO training_runs (id, organization_id, workflow_name, description, created_at)
      VALUES ($1, $2, $3, $4, $5)`,
  }, [run.id, tx.organizationId, run.workflow_name, run.description, run.created_at]);
}

const FIND = {
  name: "find_training_run",
  text: `SELECT ${COLUMNS} FROM training_runs WHERE organization_id = $1 AND id = $2`,
};

export async function findTrainingRun(
  tx: OrganizationTransaction,
  id: string,
): Promise<TrainingRunRow | null> {
  return (await tx.sql<TrainingRunRow>(FIND, [tx.organizationId, id])).rows[0] ?? null;
}

const FIND_WITH_RESULTS = {
  name: "find_training_run_with_results",
  text: `SELECT ${COLUMNS}, results FROM training_runs WHERE organization_id = $1 AND id = $2`,
};

/** The run with its results, which are null unless it is COMPLETED. */
export async function findTrainingResults(
  tx: OrganizationTransaction,
  id: string,
): Promise<TrainingRunRow & { results: JsonObject | null } | null> {
  const { rows: [row] } = await tx.sql<TrainingRunRow & { results: JsonObject | null }>(
    FIND_WITH_RESULTS,
    [tx.organizationId, id],
  );
  return row ?? null;
}

const START = {
  name: "start_training_run",
  text: `UPDATE training_runs SET status = 'RUNNING', started_at = now()
    WHERE organization_id = $1 AND id = $2 AND status = 'QUEUED'`,
};

/** QUEUED → RUNNING. Of calls at the same time one gets true: the others wait for its row and then find it RUNNING. */
export async function startTrainingRun(tx: OrganizationTransaction, id: string): Promise<boolean> {
  return (await tx.sql(START, [tx.organizationId, id])).count === 1;
}

const FIND_RUNNING = {
  name: "find_running_training_run",
  text: "SELECT upload_received FROM training_runs WHERE id = $1 AND status = 'RUNNING'",
};

/** Null when the run has ended: a terminal row is final. */
export async function findRunningTrainingRun(
  database: Database,
  id: string,
): Promise<Pick<TrainingRunRow, "upload_received"> | null> {
  return (await database.query<TrainingRunRow>(FIND_RUNNING, [id]))[0] ?? null;
}

const END = {
  name: "end_training_run",
  text: `UPDATE training_runs SET status = $2, completed_at = now(), results = $3, failure_message = $4,
      upload_received = upload_received OR $5
    WHERE id = $1 AND status = 'RUNNING' RETURNING id`,
};

/** Writes the results, once. False when the run had ended already. */
export async function completeTrainingRun(
  database: Database,
  id: string,
  results: object,
  uploadReceived: boolean,
): Promise<boolean> {
  const values = [id, "COMPLETED", JSON.stringify(results), null, uploadReceived];
  return (await database.query(END, values)).length === 1;
}

/** False when the run had ended already. */
export async function failTrainingRun(
  database: Database,
  id: string,
  message: string,
  uploadReceived = false,
): Promise<boolean> {
  return (await database.query(END, [id, "FAILED", null, message, uploadReceived])).length === 1;
}

/** Notes that a run had a file, before the file is forgotten. */
export async function recordUpload(database: Database, id: string): Promise<void> {
  await database.query("UPDATE training_runs SET upload_received = true WHERE id = $1", [id]);
}
