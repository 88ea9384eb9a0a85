import type { Database, Transaction } from "../database.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../paginate.ts";

export type MethodologyStatus = "published" | "deprecated";

export interface MethodologyRow {
  id: string;
  slug: string;
  version: number;
  status: MethodologyStatus;
  created_at: Date;
  updated_at: Date;
}

/** Adds the catalogue's methodologies and their newest versions; a methodology that exists keeps its status. */
export async function registerMethodologies(
  tx: Transaction,
  catalogue: readonly { slug: string; version: number }[],
): Promise<void> {
  await tx.sql(
    `INSERT INTO methodologies (slug, version, status)
     SELECT slug, version, 'published' FROM unnest($1::text[], $2::integer[]) AS catalogue (slug, version)
     ON CONFLICT (slug) DO UPDATE SET version = excluded.version, updated_at = now()
     WHERE methodologies.version < excluded.version`,
    [catalogue.map(({ slug }) => slug), catalogue.map(({ version }) => version)],
  );
}

const FIND_PUBLISHED_SLUGS = {
  name: "find_published_slugs",
  text: "SELECT slug FROM methodologies WHERE status = 'published'",
};

/** The slugs that take new simulations. */
export async function publishedSlugs(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ slug: string }>(FIND_PUBLISHED_SLUGS);
  return new Set(rows.map(({ slug }) => slug));
}

/** A page of the published methodologies, newest first. */
export function pageOfPublished(tx: Transaction, page: PageRequest): Promise<Page<MethodologyRow>> {
  return paginateNewestFirst(tx, "SELECT * FROM methodologies", [["status =", "published"]], page);
}

/** A methodology in any status; null where there is none. */
export async function findMethodology(tx: Transaction, slug: string): Promise<MethodologyRow | null> {
  const { rows: [row] } = await tx.sql<MethodologyRow>("SELECT * FROM methodologies WHERE slug = $1", [slug]);
  return row ?? null;
}

/** Publishes or deprecates a methodology; null where there is none. */
export async function changeMethodologyStatus(
  tx: Transaction,
  slug: string,
  status: MethodologyStatus,
): Promise<MethodologyRow | null> {
  const { rows: [row] } = await tx.sql<MethodologyRow>(
    "UPDATE methodologies SET status = $2, updated_at = now() WHERE slug = $1 RETURNING *",
    [slug, status],
  );
  return row ?? null;
}
