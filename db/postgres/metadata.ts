import { sha256 } from "#shared/crypto.ts";
import type { OrganizationTransaction } from "./database.ts";
import {
  type Condition,
  type Keyed,
  type Page,
  type PageRequest,
  paginateRanges,
  type Period,
  within,
} from "./paginate.ts";

/** A customer's own texts on a resource, by key. */
export type Metadata = Readonly<Record<string, string>>;

/** Where a kind of resource and the pairs of its metadata stand. */
export interface MetadataIndex {
  readonly table: "simulations" | "training_runs";
  /** The columns of a row, without the table's name. */
  readonly columns: string;
  readonly pairs: "simulation_metadata" | "training_metadata";
  /** The column of `pairs` that names the row. */
  readonly owner: "simulation_id" | "training_id";
}

/** What a page's rows have in common; an absent filter lets every row through. */
export interface CommonFilters<Status extends string> extends Period {
  /** One of these. */
  readonly statuses?: readonly Status[] | undefined;
  /** All of these. */
  readonly metadata?: Metadata | undefined;
  /** Hashes of tags and of a question: all of these. */
  readonly hashes?: readonly string[] | undefined;
}

/** A key with its value as 128 bits of SHA-256, which an index holds whatever the length of the value. */
export function pairOf([key, value]: readonly [string, string]): string {
  return hashOf([key, value]);
}

/** A tag, hashed apart from every pair. */
export function tagHash(tag: string): string {
  return hashOf({ tag });
}

/** A question, hashed by its meaning: white space, case and last punctuation make no difference. */
export function questionHash(question: string): string {
  const words = question.normalize("NFKC").replace(/\s+/g, " ").trim().replace(/[ .?!…]+$/, "");
  return hashOf({ question: words.toLowerCase() });
}

function hashOf(value: unknown): string {
  return sha256(JSON.stringify(value)).toString("hex", 0, 16);
}

/** Writes the pairs by which lists find a new row. One statement, and none without metadata. */
export async function insertPairs(
  tx: OrganizationTransaction,
  { pairs, owner }: Pick<MetadataIndex, "pairs" | "owner">,
  row: { readonly id: string; readonly created_at: Date; readonly metadata: Metadata },
): Promise<void> {
  const entries = Object.entries(row.metadata);
  if (entries.length === 0) return;
  await tx.sql(
    `INSERT INTO ${pairs} (organization_id, pair, created_at, ${owner}) SELECT $1, pair, $3, $4 FROM unnest($2::uuid[]) AS pair`,
    [tx.organizationId, entries.map(pairOf), row.created_at, row.id],
  );
}

/**
 * A page of the organization's rows, newest first. Without metadata it merges a range of an index for each status; with metadata it reads
 * the index of the first pair, and looks at the rest row by row.
 *
 * @param own conditions on the table's own columns, each after a `#`, such as `#methodology_slug = $`.
 */
export function pageOfFindable<Row extends Keyed>(
  tx: OrganizationTransaction,
  { table, columns, pairs, owner }: MetadataIndex,
  { statuses, metadata = {}, hashes = [], ...period }: CommonFilters<string>,
  own: readonly Condition[],
  page: PageRequest,
): Promise<Page<Row>> {
  const [first, ...others] = [...hashes, ...Object.entries(metadata).map(pairOf)];
  const times = within(period, "k.created_at");
  if (first === undefined) {
    return paginateRanges<Row>(tx, {
      table,
      columns,
      keys: `SELECT k.id, k.created_at FROM ${table} k`,
      id: "k.id",
      ranges: statuses?.map((status) => [["k.status = $", status]]) ?? [[]],
      conditions: [["k.organization_id = $", tx.organizationId], ...onTable(own, "k."), ...times],
    }, page);
  }
  // Correlated scalars: a join would let Postgres read and sort all rows of the organization.
  const row = ([condition, value]: Condition): Condition => [
    `(SELECT ${condition} FROM ${table} o WHERE o.id = k.${owner})`,
    value,
  ];
  return paginateRanges<Row>(tx, {
    table,
    columns,
    keys: `SELECT k.${owner} AS id, k.created_at FROM ${pairs} k`,
    id: `k.${owner}`,
    ranges: [[]],
    conditions: [
      ["k.organization_id = $", tx.organizationId],
      ["k.pair = $", first],
      ...times,
      ...others.map((pair): Condition => [
        `(SELECT true FROM ${pairs} o WHERE o.organization_id = k.organization_id AND o.${owner} = k.${owner} AND o.pair = $)`,
        pair,
      ]),
      row(["o.status = ANY($::text[])", statuses]),
      ...onTable(own, "o.").map(row),
    ],
  }, page);
}

function onTable(conditions: readonly Condition[], alias: string): Condition[] {
  return conditions.map(([condition, value]) => [condition.replaceAll("#", alias), value]);
}
