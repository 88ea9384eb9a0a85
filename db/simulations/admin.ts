import type { Transaction } from "../postgres/database.ts";
import {
  type Condition,
  type Page,
  type PageRequest,
  paginateRanges,
  type Period,
  within,
} from "../postgres/paginate.ts";
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
 * A page of all organizations' simulations, newest first. It reads the page's length from each range of an index and merges them: the status of
 * everybody's; of one organization's also whether they are archived, as its own lists have them.
 */
export function pageOfAllSimulations(
  tx: Transaction,
  { status, organization_id, ...period }: AnySimulationFilters,
  page: PageRequest,
): Promise<Page<AnySimulationRow>> {
  return paginateRanges<AnySimulationRow>(tx, {
    table: "simulations",
    columns: COLUMNS,
    ranges: (status === undefined ? STATUSES : [status]).flatMap((one) =>
      (organization_id === undefined ? [undefined] : [false, true]).map((archived): readonly Condition[] => [
        ["k.status = $", one],
        ["k.archived = $", archived],
      ])
    ),
    conditions: [["k.organization_id = $", organization_id], ...within(period, "k.created_at")],
  }, page);
}

/** A simulation of any organization; null for an unknown id. */
export const findAnySimulation = first<AnySimulationRow, [id: string]>(
  `SELECT ${COLUMNS} FROM simulations WHERE id = $1`,
);
