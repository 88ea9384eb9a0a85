import type { JsonObject } from "#shared/json.ts";
import { MAX_QUEUED_RUNS } from "#shared/uploads.ts";
import { type EndedTrainingRun, trainingPayload } from "#shared/webhooks/payloads.ts";
import { receiversOf, recordEventFor, SUBSCRIBERS, type Subscribers } from "../deliveries/events.ts";
import type { Database, OrganizationTransaction, Statement, Transaction } from "../postgres/database.ts";
import { columnsOf, entity, nullable, type RowOf, types } from "../postgres/entity.ts";
import {
  type CommonFilters,
  type Metadata,
  type MetadataIndex,
  pageOfFindable,
  pairOf,
} from "../postgres/metadata.ts";
import type { Page, PageRequest } from "../postgres/paginate.ts";
import { column, first, firstOwn, purge, run } from "../postgres/queries.ts";

export type TrainingStatus = "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED";

const trainingRun = {
  id: types.key,
  workflow_name: types.text(),
  description: nullable(types.text()),
  status: types.text<TrainingStatus>(),
  /** True once scoring or data retention has read the file; until then the object storage alone shows whether there is one. */
  upload_received: types.boolean,
  metadata: types.json<Metadata>(),
  created_at: types.timestamp,
  started_at: nullable(types.timestamp),
  completed_at: nullable(types.timestamp),
  failure_message: nullable(types.text()),
};
/** A training run as the status resource shows it. */
export type TrainingRunRow = RowOf<typeof trainingRun>;

/** Without the results, of up to megabytes, and what uploads count. */
export const TrainingRuns = entity("training_runs", { ...trainingRun, organization_id: types.uuid });

const COLUMNS = columnsOf(trainingRun);

/** Where lists find training runs. */
const METADATA_INDEX: MetadataIndex = {
  table: "training_runs",
  columns: COLUMNS,
  pairs: "training_metadata",
  owner: "training_id",
};

/**
 * Inserts a QUEUED run. A lock makes simultaneous inserts count each other.
 *
 * @returns false when the organization has {@link MAX_QUEUED_RUNS} already
 */
export async function insertTrainingRun(
  tx: OrganizationTransaction,
  run: Pick<TrainingRunRow, "id" | "workflow_name" | "description" | "created_at" | "metadata">,
): Promise<boolean> {
  const organization_id = tx.organizationId;
  await tx.sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`training ${organization_id}`]);
  // An index has the QUEUED runs.
  const queued = await tx.count(
    "SELECT FROM training_runs WHERE organization_id = $1 AND status = 'QUEUED'",
    [organization_id],
  );
  if (queued >= MAX_QUEUED_RUNS) return false;
  await tx.manager.insert(TrainingRuns, { ...run, organization_id });
  const pairs = Object.entries(run.metadata).map(pairOf);
  if (pairs.length === 0) return true;
  await tx.sql(
    "INSERT INTO training_metadata (organization_id, pair, created_at, training_id) SELECT $1, pair, $3, $4 FROM unnest($2::uuid[]) AS pair",
    [organization_id, pairs, run.created_at, run.id],
  );
  return true;
}

/** A page of the organization's runs, newest first. */
export function pageOfTrainingRuns(
  tx: OrganizationTransaction,
  filters: CommonFilters<TrainingStatus>,
  page: PageRequest,
): Promise<Page<TrainingRunRow>> {
  return pageOfFindable(tx, METADATA_INDEX, filters, [], page);
}

export function findTrainingRun(tx: OrganizationTransaction, id: string): Promise<TrainingRunRow | null> {
  return tx.manager.findOneBy(TrainingRuns, { organization_id: tx.organizationId, id });
}

/** The run with its results, which are null unless it is COMPLETED. */
export const findTrainingResults = firstOwn<TrainingRunRow & { results: JsonObject | null }, [id: string]>(
  `SELECT ${COLUMNS}, results FROM training_runs WHERE organization_id = $1 AND id = $2`,
);

/** Locks a run until the end of the transaction; null for an unknown id. */
export const lockTrainingRun = firstOwn<Pick<TrainingRunRow, "status">, [id: string]>(
  "SELECT status FROM training_runs WHERE organization_id = $1 AND id = $2 FOR UPDATE",
);

/** Deletes a run with what lists find it by. */
export async function deleteTrainingRun(tx: OrganizationTransaction, id: string): Promise<void> {
  await tx.manager.delete(TrainingRuns, { organization_id: tx.organizationId, id });
}

/** QUEUED → RUNNING. Of concurrent calls one returns true: the row's lock lets the others see it RUNNING only. */
export async function startTrainingRun(tx: OrganizationTransaction, id: string): Promise<boolean> {
  const queued = { organization_id: tx.organizationId, id, status: "QUEUED" } as const;
  const { affected } = await tx.manager.update(TrainingRuns, queued, {
    status: "RUNNING",
    started_at: () => "now()",
  });
  return affected === 1;
}

interface RunningTrainingRun extends Pick<TrainingRunRow, "upload_received"> {
  organization_id: string;
  /** Whether a file was counted, or announced to a store that customers PUT to. */
  may_have_file: boolean;
}

/** Null when the run has ended. */
export const findRunningTrainingRun = first<RunningTrainingRun, [id: string]>({
  name: "find_running_training_run",
  text: `SELECT organization_id, upload_received, upload_bytes > 0 AS may_have_file
    FROM training_runs WHERE id = $1 AND status = 'RUNNING'`,
});

const BEGIN_ATTEMPT =
  "UPDATE training_runs SET lost_attempts = lost_attempts + 1 WHERE id = $1 AND status = 'RUNNING' RETURNING lost_attempts";

/** Counts an attempt as lost until it reports. @returns how many count as lost, this one included; 0 where the run has ended. */
export async function beginAttempt(database: Database, id: string): Promise<number> {
  return await database.value<number>(BEGIN_ATTEMPT, [id]) ?? 0;
}

/** Reports that an attempt has ended with its worker alive. */
export const reportAttempt = run<[id: string]>(
  "UPDATE training_runs SET lost_attempts = greatest(0, lost_attempts - 1) WHERE id = $1",
);

interface EndedRow extends EndedTrainingRun {
  organization_id: string;
  subscribers: Subscribers;
}

const ENDED_COLUMNS =
  `s.id, s.organization_id, s.workflow_name, s.status, s.completed_at, s.failure_message, ${SUBSCRIBERS} AS subscribers`;

const END_TRAINING_RUN = {
  name: "end_training_run",
  text: `UPDATE training_runs s SET status = $2, completed_at = now(), results = $3, failure_message = $4,
      upload_received = upload_received OR $5
    WHERE id = $1 AND status = 'RUNNING' RETURNING ${ENDED_COLUMNS}`,
};

/** With its results, or with a sentence for customers that says why it failed. */
export type TrainingEnd = { readonly results: object } | { readonly failure: string };

/**
 * Ends a RUNNING run, once.
 * @param uploadReceived whether scoring has read an uploaded file.
 * @returns false when the run had ended already
 */
export function endTrainingRun(
  database: Database,
  id: string,
  end: TrainingEnd,
  uploadReceived = false,
): Promise<boolean> {
  const values = "results" in end
    ? [id, "COMPLETED", JSON.stringify(end.results), null, uploadReceived]
    : [id, "FAILED", null, end.failure, uploadReceived];
  return database.transaction((tx) => writeEnd(tx, END_TRAINING_RUN, values));
}

/** Ends a run and records its event, in one transaction. */
async function writeEnd(tx: Transaction, statement: Statement | string, values: unknown[]): Promise<boolean> {
  const ended = await tx.first<EndedRow>(statement, values);
  if (ended === null) return false;
  const event = {
    organizationId: ended.organization_id,
    type: ended.status === "COMPLETED" ? "training.completed" : "training.failed",
    simulationId: null,
    callbackUrl: null,
    data: trainingPayload(ended),
  } as const;
  await recordEventFor(tx, event, receiversOf(event, ended.subscribers), ended.completed_at);
  return true;
}

// Both a transaction of an organization and one of the workers' fail such a run.
const FAIL_QUEUED_RUN =
  `UPDATE training_runs s SET status = 'FAILED', started_at = now(), completed_at = now(), failure_message = $2,
      upload_received = true, upload_bytes = 0
    WHERE id = $1 AND status = 'QUEUED' RETURNING ${ENDED_COLUMNS}`;

/** Why such a run fails, for customers. */
export const FILE_TOO_LARGE = "The uploaded file is larger than 25 MiB; it was removed.";

/** Fails a run that was never started, because its file cannot be taken. @param message a sentence for customers. @returns false where it is not QUEUED any more */
export function failQueuedRun(tx: Transaction, id: string, message: string): Promise<boolean> {
  return writeEnd(tx, FAIL_QUEUED_RUN, [id, message]);
}

/** Deletes runs that have been QUEUED for so many hours. */
export const purgeQueuedRuns = purge(
  `DELETE FROM training_runs WHERE id IN (
    SELECT id FROM training_runs WHERE status = 'QUEUED' AND created_at < now() - make_interval(hours => $1)
    LIMIT $2 FOR UPDATE SKIP LOCKED
  )`,
);

/** Those of the ids whose run has not ended: its file may still be read. */
export const filterUnendedRuns = column<[ids: readonly string[]]>(
  "SELECT id FROM training_runs WHERE id = ANY($1::uuid[]) AND status IN ('QUEUED', 'RUNNING')",
);
