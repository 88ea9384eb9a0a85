import type { Database, Transaction } from "../database.ts";

export type MethodologyStatus = "published" | "deprecated";

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
  const rows = await database.read<{ slug: string }>({
    name: "published_slugs",
    text: "SELECT slug FROM methodologies WHERE status = 'published'",
  });
  return new Set(rows.map(({ slug }) => slug));
}
