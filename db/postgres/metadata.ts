import { sha256 } from "#shared/crypto.ts";
import type { OrganizationTransaction } from "./database.ts";
import {
  type Condition,
  filterTime,
  type Keyed,
  keysOf,
  type OrderedSet,
  type Page,
  type PageRequest,
  paginateIntersection,
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
  readonly status?: readonly Status[] | undefined;
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

/** Before every id of the same moment, in the order of their creation. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * A page of the organization's rows, newest first. Without metadata it merges a range of an index for each status; with metadata it reads what
 * these have in common with the index of each pair.
 *
 * @param own conditions on the table's own columns, each after a `#`, such as `#methodology_slug = $`.
 */
export function pageOfFindable<Row extends Keyed>(
  tx: OrganizationTransaction,
  { table, columns, pairs, owner }: MetadataIndex,
  { status: statuses, metadata = {}, hashes = [], ...period }: CommonFilters<string>,
  own: readonly Condition[],
  page: PageRequest,
): Promise<Page<Row>> {
  const ofTable = own.map(([condition, value]): Condition => [condition.replaceAll("#", "k."), value]);
  const ranges = statuses?.map((status): Condition[] => [["k.status = $", status]]) ?? [[]];
  const common: Condition[] = [
    ["k.organization_id = $", tx.organizationId],
    ...within(period, "k.created_at"),
  ];
  const wanted = [...hashes, ...Object.entries(metadata).map(pairOf)];
  if (wanted.length === 0) {
    const conditions = [...common, ...ofTable];
    return paginateRanges<Row>(tx, { table, columns, ranges, conditions }, page);
  }
  const havingPair = (pair: string): OrderedSet => ({
    keys: `SELECT k.${owner} AS id, k.created_at FROM ${pairs} k`,
    id: `k.${owner}`,
    conditions: [["k.pair = $", pair]],
  });
  const sets = [...wanted.map(havingPair), { keys: keysOf(table), id: "k.id", conditions: ofTable }];
  // The first page begins where its time ends: an index goes there at once.
  const end = filterTime(period.created_before);
  const after = page.after ?? (end === undefined ? null : { created_at: end, id: FIRST_ID });
  const intersected = { table, columns, sets, ranges, conditions: common };
  return paginateIntersection<Row>(tx, intersected, { ...page, after });
}
