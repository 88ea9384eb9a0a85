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

/** Makes the catalogue's methodologies known; one that is known keeps its status. */
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

/** The slugs that take new simulations. */
export async function publishedSlugs(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ slug: string }>({
    name: "published_slugs",
    text: "SELECT slug FROM methodologies WHERE status = 'published'",
  });
  return new Set(rows.map(({ slug }) => slug));
}

export function pageOfPublished(tx: Transaction, page: PageRequest): Promise<Page<MethodologyRow>> {
  return paginateNewestFirst(tx, "SELECT * FROM methodologies", [["status =", "published"]], page);
}

export async function findMethodology(tx: Transaction, slug: string): Promise<MethodologyRow | null> {
  const { rows: [row] } = await tx.sql<MethodologyRow>("SELECT * FROM methodologies WHERE slug = $1", [slug]);
  return row ?? null;
}

/** Null where there is no such methodology. */
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
