import { EntitySchema } from "typeorm";
import type { Transaction } from "../postgres/database.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../postgres/paginate.ts";

export type MethodologyStatus = "published" | "deprecated";

export interface MethodologyRow {
  id: string;
  /** Null: everybody's. */
  organization_id: string | null;
  slug: string;
  version: number;
  status: MethodologyStatus;
  /** `release`: its content comes with the code; `survey`: with a row for each version. */
  origin: "release" | "survey";
  created_at: Date;
  updated_at: Date;
}

export const Methodologies = new EntitySchema<MethodologyRow>({
  name: "methodologies",
  columns: {
    id: { type: "uuid", primary: true },
    organization_id: { type: "uuid", nullable: true },
    slug: { type: "text" },
    version: { type: "integer" },
    status: { type: "text" },
    origin: { type: "text" },
    created_at: { type: "timestamptz" },
    updated_at: { type: "timestamptz" },
  },
});

/**
 * Adds the catalogue's methodologies and their newest versions; a methodology that exists keeps its status. A slug that was published
 * for everybody before the release took it stays what was published.
 */
export async function registerMethodologies(
  tx: Transaction,
  catalogue: readonly { slug: string; version: number }[],
): Promise<void> {
  await tx.sql(
    `INSERT INTO methodologies (slug, version, status)
     SELECT slug, version, 'published' FROM unnest($1::text[], $2::integer[]) AS catalogue (slug, version)
     ON CONFLICT (slug) WHERE organization_id IS NULL DO UPDATE SET version = excluded.version, updated_at = now()
     WHERE methodologies.version < excluded.version AND methodologies.origin = 'release'`,
    [catalogue.map(({ slug }) => slug), catalogue.map(({ version }) => version)],
  );
}

/** A page of the published methodologies that the transaction's organization may use, newest first. */
export function pageOfPublished(tx: Transaction, page: PageRequest): Promise<Page<MethodologyRow>> {
  return paginateNewestFirst(tx, "SELECT * FROM methodologies", [["status = $", "published"]], page);
}

/** A methodology in any status, the organization's own before everybody's; null for an unknown slug. */
export function findMethodology(tx: Transaction, slug: string): Promise<MethodologyRow | null> {
  return tx.manager.findOne(Methodologies, {
    where: { slug },
    order: { organization_id: { direction: "ASC", nulls: "LAST" } },
  });
}

/**
 * Publishes or deprecates a methodology; null for an unknown one.
 * @param organizationId whose it is; null: everybody's.
 */
export async function changeMethodologyStatus(
  tx: Transaction,
  { slug, organizationId }: { readonly slug: string; readonly organizationId: string | null },
  status: MethodologyStatus,
): Promise<MethodologyRow | null> {
  return await tx.first<MethodologyRow>(
    `UPDATE methodologies SET status = $3, updated_at = now()
     WHERE slug = $1 AND organization_id IS NOT DISTINCT FROM $2::uuid RETURNING *`,
    [slug, organizationId, status],
  );
}
