import type { PlanTier } from "#shared/plans.ts";
import { uploadLimitsOf, type UploadRefusal } from "#shared/uploads.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import { did, run } from "../postgres/queries.ts";

/** SQL: today's date, UTC, by Postgres' clock. */
const TODAY = "(now() AT TIME ZONE 'UTC')::date";

// The row's lock orders all uploads of an organization: each counts those before it, however many come at once.
const LOCK_USAGE = `
  INSERT INTO upload_usage (organization_id, day, bytes) VALUES ($1, ${TODAY}, 0)
  ON CONFLICT (organization_id) DO UPDATE SET day = ${TODAY},
    bytes = CASE WHEN upload_usage.day = ${TODAY} THEN upload_usage.bytes ELSE 0 END
  RETURNING bytes::float8 AS bytes`;

const STORED_OF_OTHERS = `SELECT coalesce(sum(upload_bytes), 0)::float8 AS bytes FROM training_runs
    WHERE organization_id = $1 AND upload_bytes > 0 AND id <> $2`;

const CHARGE_DAY = "UPDATE upload_usage SET bytes = bytes + $2 WHERE organization_id = $1";

// While a file replaces another both are there.
const CHARGE_RUN =
  "UPDATE training_runs SET upload_bytes = greatest(upload_bytes, $3) WHERE organization_id = $1 AND id = $2";

/** An upload that is to be counted. */
export interface NewUpload {
  readonly organizationId: string;
  readonly planTier: PlanTier;
  readonly isUnproved: boolean;
  readonly trainingId: string;
  /** As announced, or the most that there can be. */
  readonly bytes: number;
}

/** Counts an upload before it comes, unless it would pass a bound of the plan. @returns the bound, null where it was counted */
export async function chargeUpload(
  tx: Transaction,
  { organizationId, planTier, isUnproved, trainingId, bytes }: NewUpload,
): Promise<UploadRefusal | null> {
  const limits = uploadLimitsOf(planTier, isUnproved);
  const today = await tx.one<{ bytes: number }>(LOCK_USAGE, [organizationId]);
  const others = await tx.one<{ bytes: number }>(STORED_OF_OTHERS, [organizationId, trainingId]);
  if (today.bytes + bytes > limits.perDay) {
    return { bound: "perDay", limitBytes: limits.perDay, usedBytes: today.bytes };
  }
  if (others.bytes + bytes > limits.stored) {
    return { bound: "stored", limitBytes: limits.stored, usedBytes: others.bytes };
  }
  await tx.sql(CHARGE_DAY, [organizationId, bytes]);
  await tx.sql(CHARGE_RUN, [organizationId, trainingId, bytes]);
  return null;
}

const FIND_UPLOADER = `
  SELECT t.organization_id AS "organizationId", o.plan_tier AS "planTier",
    o.founding IS NOT DISTINCT FROM 'unproved' AS "isUnproved", t.status, t.upload_bytes::float8 AS before
  FROM training_runs t JOIN organizations o ON o.id = t.organization_id
  WHERE t.id = $1 AND o.deletion_requested_at IS NULL FOR UPDATE OF t`;

/** An upload that was counted, and may come. */
export interface Admitted extends Pick<NewUpload, "trainingId" | "organizationId" | "bytes"> {
  readonly kind: "admitted";
  /** What the run's file counted for before. */
  readonly before: number;
}

export type Admission =
  | Admitted
  /** The run was started, or is no more. */
  | { readonly kind: "closed" | "gone" }
  | { readonly kind: "refused"; readonly refusal: UploadRefusal };

/** Counts a file that is about to be received for a QUEUED run. @param database sees every organization */
export async function admitUpload(database: Database, trainingId: string, bytes: number): Promise<Admission> {
  return await database.transaction(async (tx): Promise<Admission> => {
    const run = await tx.first<Uploader>(FIND_UPLOADER, [trainingId]);
    if (run === null) return { kind: "gone" };
    if (run.status !== "QUEUED") return { kind: "closed" };
    const refusal = await chargeUpload(tx, { ...run, trainingId, bytes });
    if (refusal !== null) return { kind: "refused", refusal };
    return { kind: "admitted", trainingId, organizationId: run.organizationId, bytes, before: run.before };
  });
}

interface Uploader extends Pick<NewUpload, "organizationId" | "planTier" | "isUnproved"> {
  readonly status: string;
  readonly before: number;
}

/**
 * Counts what came in place of what was announced: `came` bytes of the body, of a file that was refused or cut off too; `stored` bytes of the
 * new file, null where the one before stays. Tells whether the run still takes a file: one that was started or deleted meanwhile does not.
 */
export const settleUpload = did<[upload: Admitted, came: number, stored: number | null]>(
  // A day that ended meanwhile has its own count, of which nothing is given back.
  `
  WITH usage AS (
    UPDATE upload_usage SET bytes = greatest(0, bytes - $3) WHERE organization_id = $1 AND day = ${TODAY}
  )
  UPDATE training_runs SET upload_bytes = $4
  WHERE organization_id = $1 AND id = $2 AND status = 'QUEUED' RETURNING id`,
  ({ organizationId, trainingId, bytes, before }, came, stored) => [
    organizationId,
    trainingId,
    Math.max(0, bytes - came),
    stored ?? before,
  ],
);

/**
 * Records that a run's file is about to be removed: it counts among the stored ones no more. A store that customers PUT to was counted with
 * the most that may come; what came counts from now on. What this service receives itself is settled by {@link settleUpload} alone, which
 * may still be to come. `bytes` of the file are null where there was none; it `isAnnounced` where such a store counted it.
 */
export const releaseUpload = run<[trainingId: string, bytes: number | null, isAnnounced: boolean]>(`
  WITH run AS (
    SELECT id, organization_id, upload_bytes, created_at FROM training_runs WHERE id = $1 FOR UPDATE
  ), released AS (
    UPDATE training_runs SET upload_bytes = 0, upload_received = training_runs.upload_received OR $2::bigint IS NOT NULL
    FROM run WHERE training_runs.id = run.id
  )
  UPDATE upload_usage SET bytes = greatest(0, bytes - greatest(0, run.upload_bytes - coalesce($2::bigint, 0)))
  FROM run WHERE $3 AND upload_usage.organization_id = run.organization_id AND run.upload_bytes > coalesce($2::bigint, 0)
    AND upload_usage.day = (run.created_at AT TIME ZONE 'UTC')::date`);
