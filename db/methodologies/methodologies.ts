import type { Transaction } from "../postgres/database.ts";
import { entity, nullable, type RowOf, types } from "../postgres/entity.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../postgres/paginate.ts";
import { first, run } from "../postgres/queries.ts";

export type MethodologyStatus = "published" | "deprecated";

const methodology = {
  id: types.key,
  /** Null: everybody's. */
  organization_id: nullable(types.uuid),
  slug: types.text(),
  version: types.integer,
  status: types.text<MethodologyStatus>(),
  /** `release`: its content comes with the code; `survey`: with a row for each version. */
  origin: types.text<"release" | "survey">(),
  created_at: types.timestamp,
  updated_at: types.timestamp,
};
export const Methodologies = entity("methodologies", methodology);
export type MethodologyRow = RowOf<typeof methodology>;

/**
 * Adds the catalogue's methodologies and their newest versions; a methodology that exists keeps its status. A slug that was published
 * for everybody before the release took it stays what was published.
 */
export const registerMethodologies = run<[catalogue: readonly { slug: string; version: number }[]]>(
  `INSERT INTO methodologies (slug, version, status)
   SELECT slug, version, 'published' FROM unnest($1::text[], $2::integer[]) AS catalogue (slug, version)
   ON CONFLICT (slug) WHERE organization_id IS NULL DO UPDATE SET version = excluded.version, updated_at = now()
   WHERE methodologies.version < excluded.version AND methodologies.origin = 'release'`,
  (catalogue) => [catalogue.map(({ slug }) => slug), catalogue.map(({ version }) => version)],
);

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

/** Publishes or deprecates a methodology of an organization, or everybody's where that is null. Null for an unknown one. */
export const changeMethodologyStatus = first<
  MethodologyRow,
  [slug: string, organizationId: string | null, status: MethodologyStatus]
>(
  `UPDATE methodologies SET status = $3, updated_at = now()
   WHERE slug = $1 AND organization_id IS NOT DISTINCT FROM $2::uuid RETURNING *`,
);
