import { CalibrationFault } from "#engine/bank/mapping.ts";
import { checkPublishable, readMethodologyFile } from "#engine/bank/methodology-file.ts";
import type { Transaction } from "../postgres/database.ts";
import type { MethodologyRow } from "./methodologies.ts";

/** Versions of a methodology that are kept, beside older ones that a simulation in flight runs with. */
export const KEPT_VERSIONS = 20;
/** Methodologies of one organization, and of everybody beside the release's: each is matched against every question. */
const MAX_OF_ORGANIZATION = 20;
const MAX_OF_EVERYBODY = 100;

export interface PublishedVersion {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  /** False where the file is the published version's already. */
  readonly isNew: boolean;
}

/**
 * Publishes a methodology file for one organization, or for everybody: a new version where its content is new. One that was deprecated is
 * published again.
 * @throws CalibrationFault for a file that does not fit, a slug that is taken, an unknown organization, or one methodology too many.
 */
export async function publishMethodology(
  tx: Transaction,
  { content, organizationId }: { readonly content: string; readonly organizationId: string | null },
): Promise<PublishedVersion> {
  const file = readMethodologyFile(content);
  checkPublishable(file);
  const { slug } = file.methodology;
  // One publisher at a time: the checks below read what another one would change.
  await tx.sql("SELECT FROM methodology_revision FOR UPDATE");
  const existing = await checkPlace(tx, slug, organizationId);
  if (existing !== null) {
    const same = await tx.first(
      "SELECT FROM methodology_versions WHERE methodology_id = $1 AND version = $2 AND content = $3",
      [existing.id, existing.version, content],
    );
    if (same !== null && existing.status === "published") {
      return { id: existing.id, slug, version: existing.version, isNew: false };
    }
  }
  const row = await tx.one<{ id: string; version: number }>(
    existing === null
      ? `INSERT INTO methodologies (slug, organization_id, version, status, origin) VALUES ($1, $2, 1, 'published', 'survey')
         RETURNING id, version`
      : `UPDATE methodologies SET version = version + 1, status = 'published', updated_at = now()
         WHERE slug = $1 AND organization_id IS NOT DISTINCT FROM $2::uuid RETURNING id, version`,
    [slug, organizationId],
  );
  await tx.sql(
    "INSERT INTO methodology_versions (methodology_id, version, organization_id, content) VALUES ($1, $2, $3, $4)",
    [row.id, row.version, organizationId, content],
  );
  await tx.sql(
    `DELETE FROM methodology_versions v WHERE v.methodology_id = $1 AND v.version <= $2
       AND NOT EXISTS (SELECT FROM simulations s WHERE s.methodology_id = v.methodology_id AND s.methodology_version = v.version
         AND s.status IN ('queued', 'running'))`,
    [row.id, row.version - KEPT_VERSIONS],
  );
  return { ...row, slug, isNew: true };
}

type Place = Pick<MethodologyRow, "id" | "organization_id" | "version" | "status" | "origin">;

/** The row to publish anew; null for a new one. A slug means the same methodology to everybody who can see it. */
async function checkPlace(
  tx: Transaction,
  slug: string,
  organizationId: string | null,
): Promise<Place | null> {
  if (organizationId !== null) {
    const count = await tx.count("SELECT FROM organizations WHERE id = $1", [organizationId]);
    if (count === 0) {
      throw new CalibrationFault("organization_unknown", `There is no organization ${organizationId}`);
    }
  }
  const rows = await tx.query<Place>(
    "SELECT id, organization_id, version, status, origin FROM methodologies WHERE slug = $1",
    [slug],
  );
  const existing = rows.find(({ organization_id }) => organization_id === organizationId);
  const isTaken = existing?.origin === "release" ||
    rows.some(({ organization_id }) =>
      organization_id !== organizationId && (organization_id === null || organizationId === null)
    );
  if (isTaken) {
    throw new CalibrationFault(
      "slug_taken",
      `Cannot publish ${slug}: ${
        existing?.origin === "release" || organizationId !== null
          ? "a methodology for everybody has this slug"
          : "an organization's own methodology has this slug"
      }; choose another one in the mapping`,
      { value: slug },
    );
  }
  if (existing === undefined) await checkRoom(tx, organizationId);
  return existing ?? null;
}

async function checkRoom(tx: Transaction, organizationId: string | null): Promise<void> {
  const count = await tx.count(
    "SELECT FROM methodologies WHERE origin = 'survey' AND organization_id IS NOT DISTINCT FROM $1::uuid",
    [organizationId],
  );
  const most = organizationId === null ? MAX_OF_EVERYBODY : MAX_OF_ORGANIZATION;
  if (count < most) return;
  throw new CalibrationFault(
    "too_many_methodologies",
    `Cannot publish another methodology: there are ${count}, at most ${most} may be; publish under the slug of one of them`,
  );
}
