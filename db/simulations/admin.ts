import type { Transaction } from "../postgres/database.ts";
import { type Page, type PageRequest, paginateRanges, type Period, within } from "../postgres/paginate.ts";
import { first } from "../postgres/queries.ts";
import { type SimulationRecord, type SimulationStatus, STATUS_COLUMNS } from "./simulations.ts";

/** A simulation of any organization, for operators. */
export interface AnySimulationRow extends SimulationRecord {
  organization_id: string;
}

export interface AnySimulationFilters extends Period {
  readonly status?: SimulationStatus | undefined;
  readonly organization_id?: string | undefined;
}

const COLUMNS = `${STATUS_COLUMNS}, organization_id`;
const STATUSES: readonly SimulationStatus[] = ["queued", "running", "completed", "failed"];

/**
 * A page of all organizations' simulations, newest first. It reads the page's length from the range of each status and merges them: an index
 * that begins with the status answers every combination of filters, whether one organization's or everybody's.
 */
export function pageOfAllSimulations(
  tx: Transaction,
  { status, organization_id, ...period }: AnySimulationFilters,
  page: PageRequest,
): Promise<Page<AnySimulationRow>> {
  return paginateRanges<AnySimulationRow>(tx, {
    table: "simulations",
    columns: COLUMNS,
    keys: "SELECT k.id, k.created_at FROM simulations k",
    id: "k.id",
    ranges: (status === undefined ? STATUSES : [status]).map((one) => [["k.status = $", one]]),
    conditions: [["k.organization_id = $", organization_id], ...within(period, "k.created_at")],
  }, page);
}

/** A simulation of any organization; null for an unknown id. */
export const findAnySimulation = first<AnySimulationRow, [id: string]>({
  name: "find_any_simulation",
  text: `SELECT ${COLUMNS} FROM simulations WHERE id = $1`,
});
