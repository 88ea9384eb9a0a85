import type { Transaction } from "../postgres/database.ts";
import { filterTime, firstPage, type Page, type PageRequest } from "../postgres/paginate.ts";
import { type SimulationRecord, type SimulationStatus, STATUS_COLUMNS } from "./simulations.ts";

/** A simulation of any organization, for operators. */
export interface AnySimulationRow extends SimulationRecord {
  organization_id: string;
}

export interface AnySimulationFilters {
  readonly status?: SimulationStatus | undefined;
  readonly organization_id?: string | undefined;
  /** ISO 8601. Both ends are left out of the list. */
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}

const STATUSES: readonly SimulationStatus[] = ["queued", "running", "completed", "failed"];

/**
 * A page of all organizations' simulations, newest first. It reads the page's length from the range of each status and merges them: an index
 * that begins with the status answers every combination of filters, whether one organization's or everybody's.
 */
export async function pageOfAllSimulations(
  tx: Transaction,
  { status, organization_id, created_after, created_before }: AnySimulationFilters,
  { limit, after }: PageRequest,
): Promise<Page<AnySimulationRow>> {
  const values: unknown[] = [limit + 1];
  const where: string[] = [];
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    where.push(`AND ${condition} $${values.length}`);
  };
  add("organization_id =", organization_id);
  add("created_at >", filterTime(created_after));
  add("created_at <", filterTime(created_before));
  if (after !== null) {
    values.push(after.created_at, after.id);
    where.push(`AND (created_at, id) < ($${values.length - 1}, $${values.length})`);
  }
  const ranges = (status === undefined ? STATUSES : [status]).map((one) =>
    `(SELECT ${STATUS_COLUMNS}, organization_id FROM simulations WHERE status = '${one}' ${where.join(" ")}
      ORDER BY created_at DESC, id DESC LIMIT $1)`
  );
  const { rows } = await tx.sql<AnySimulationRow>(
    `SELECT * FROM (${ranges.join(" UNION ALL ")}) AS page ORDER BY created_at DESC, id DESC LIMIT $1`,
    values,
  );
  return firstPage(rows, limit, ({ created_at, id }) => ({ created_at, id }));
}

const FIND_ANY_SIMULATION = {
  name: "find_any_simulation",
  text: `SELECT ${STATUS_COLUMNS}, organization_id FROM simulations WHERE id = $1`,
};

/** A simulation of any organization; null for an unknown id. */
export async function findAnySimulation(tx: Transaction, id: string): Promise<AnySimulationRow | null> {
  return await tx.first<AnySimulationRow>(FIND_ANY_SIMULATION, [id]);
}
