import type { JsonObject } from "#shared/json.ts";
import type { Limits } from "#shared/plans.ts";
import type { WorkflowStart } from "#temporal/command.ts";
import { monthOf, type UsedOfMonth, usedOfMonth } from "./usage.ts";
import { type Database, ofOrganization, type OrganizationTransaction } from "../postgres/database.ts";
import { type OutboxRow, RELAY_NOT_BEFORE, traced } from "../outbox/outbox.ts";
import {
  type CommonFilters,
  insertPairs,
  type Metadata,
  type MetadataIndex,
  pageOfFindable,
} from "../postgres/metadata.ts";
import type { Page, PageRequest } from "../postgres/paginate.ts";

export type SimulationStatus = "queued" | "running" | "completed" | "failed";
export type FailureCode = "engine_unavailable" | "cancelled" | "timed_out" | "terminated" | "internal";
export type InsightsStatus = "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";

/** A simulation as the status resource shows it. */
export interface SimulationRow {
  id: string;
  /** The row whose version it runs with; null for a methodology of the release. */
  methodology_id: string | null;
  methodology_slug: string;
  methodology_version: number;
  question: string | null;
  agent_count: number;
  /** bigint: Postgres sends text; at most 2^53 − 1. */
  seed: string;
  status: SimulationStatus;
  agents_completed: number;
  insights_status: InsightsStatus;
  scenario_context: JsonObject | null;
  callback_url: string | null;
  /** How the automatic routing chose; null where the caller named the methodology, and on rows from before it was kept. */
  routed_via: JsonObject | null;
  metadata: Metadata;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  failure_code: FailureCode | null;
  failure_message: string | null;
}

/** The columns of a {@link SimulationRow}, without the results: a page of those would be megabytes. */
export const STATUS_COLUMNS =
  `id, methodology_id, methodology_slug, methodology_version, question, agent_count, seed, status, agents_completed,
  insights_status, scenario_context, callback_url, routed_via, metadata, created_at, started_at, completed_at, failure_code,
  failure_message`;

/** Where lists find simulations. */
const METADATA_INDEX: MetadataIndex = {
  table: "simulations",
  columns: STATUS_COLUMNS,
  pairs: "simulation_metadata",
  owner: "simulation_id",
};

export interface NewSimulation {
  readonly id: string;
  readonly methodology_id: string | null;
  readonly methodology_slug: string;
  readonly methodology_version: number;
  readonly routing_confidence: number | null;
  readonly question: string | null;
  readonly agent_count: number;
  readonly seed: number;
  readonly scenario_context: JsonObject | null;
  readonly callback_url: string | null;
  readonly generate_insights: boolean;
  readonly routed_via: JsonObject | null;
  readonly metadata: Metadata;
  readonly created_at: Date;
}

/** The month's quotas of the organization; null is none. */
export type SimulationQuotas = Pick<Limits, "simulations_per_month" | "agent_runs_per_month">;

export type InsertedSimulation =
  | { readonly kind: "queued"; readonly outbox: OutboxRow }
  /** The methodology takes no new simulations. */
  | { readonly kind: "unpublished" }
  /** Another simulation, or its agents, would exceed the month's quota. */
  | { readonly kind: "over_quota"; readonly used: UsedOfMonth };

/** Condition on the one row of a methodology: a published survey's by its id, one of the release by its slug. */
function takesSimulations(slug: string, id: string): string {
  return `status = 'published' AND CASE WHEN ${id}::uuid IS NULL THEN slug = ${slug} AND organization_id IS NULL ELSE id = ${id}::uuid END`;
}

// One round trip: the check that the methodology is published, the month's counters, the row, and the command that starts its workflow. The
// counters' row stays locked until the commit, so of many creates at once no more pass than the quota allows.
const INSERT_SIMULATION = {
  name: "insert_simulation",
  text: `
    WITH counted AS (
      INSERT INTO usage_months AS used (organization_id, month, simulations, agent_runs)
      SELECT $2, ${monthOf("$12::timestamptz")}, 1, $7::integer FROM methodologies
      WHERE ${
    takesSimulations("$3", "$17")
  } AND coalesce(1 <= $15::bigint, true) AND coalesce($7::integer <= $16::bigint, true)
      ON CONFLICT (organization_id, month) DO UPDATE
      SET simulations = used.simulations + 1, agent_runs = used.agent_runs + excluded.agent_runs
      WHERE coalesce(used.simulations < $15::bigint, true)
        AND coalesce(used.agent_runs + excluded.agent_runs <= $16::bigint, true)
      RETURNING 1
    ), created AS (
      INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, routing_confidence, question, agent_count,
        seed, scenario_context, callback_url, generate_insights, insights_status, created_at, methodology_id, routed_via,
        metadata)
      SELECT $1, $2, $3, $4, $5, $6, $7::integer, $8, $9, $10, $11, CASE WHEN $11 THEN 'not_started' ELSE 'disabled' END,
        $12::timestamptz, $17::uuid, $18, $19 FROM counted
      RETURNING organization_id
    )
    INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
    SELECT organization_id, $13, $14, ${RELAY_NOT_BEFORE} FROM created
    RETURNING id`,
};

const IS_PUBLISHED = {
  name: "is_methodology_published",
  text: `SELECT FROM methodologies WHERE ${takesSimulations("$1", "$2")}`,
};

/** Inserts a simulation and its start command, and counts it against the month of its `created_at`; changes nothing where it is refused. */
export async function insertSimulation(
  tx: OrganizationTransaction,
  simulation: NewSimulation,
  quotas: SimulationQuotas,
  start: WorkflowStart,
): Promise<InsertedSimulation> {
  const command = traced(start);
  const { rows: [row] } = await tx.sql<{ id: string }>(INSERT_SIMULATION, [
    simulation.id,
    tx.organizationId,
    simulation.methodology_slug,
    simulation.methodology_version,
    simulation.routing_confidence,
    simulation.question,
    simulation.agent_count,
    simulation.seed,
    simulation.scenario_context,
    simulation.callback_url,
    simulation.generate_insights,
    simulation.created_at,
    command.workflow_id,
    command,
    quotas.simulations_per_month,
    quotas.agent_runs_per_month,
    simulation.methodology_id,
    simulation.routed_via,
    simulation.metadata,
  ]);
  if (row !== undefined) {
    await insertPairs(tx, METADATA_INDEX, simulation);
    return { kind: "queued", outbox: { id: row.id, command } };
  }
  const { count: published } = await tx.sql(IS_PUBLISHED, [
    simulation.methodology_slug,
    simulation.methodology_id,
  ]);
  if (published === 0) return { kind: "unpublished" };
  return { kind: "over_quota", used: await usedOfMonth(tx, simulation.created_at) };
}

const FIND_SIMULATION = {
  name: "find_simulation",
  text: `SELECT ${STATUS_COLUMNS} FROM simulations WHERE organization_id = $1 AND id = $2`,
};

export async function findSimulation(tx: OrganizationTransaction, id: string): Promise<SimulationRow | null> {
  const { rows: [row] } = await tx.sql<SimulationRow>(FIND_SIMULATION, [tx.organizationId, id]);
  return row ?? null;
}

const READ_SIMULATION = ofOrganization(
  "read_simulation",
  `SELECT ${STATUS_COLUMNS} FROM simulations WHERE organization_id = own.organization_id AND id = $2`,
);

/** The status of a simulation, outside a transaction: integrators poll it. Null where the organization has none of this id. */
export async function readSimulation(
  database: Database,
  organizationId: string,
  id: string,
): Promise<SimulationRow | null> {
  const [row] = await database.readAs<SimulationRow>(organizationId, READ_SIMULATION, [id]);
  return row ?? null;
}

export interface SimulationFilters extends CommonFilters<SimulationStatus> {
  readonly methodology_slug?: string | undefined;
}

/** An index for each combination of filters makes a page cost the same, however many simulations there are. */
export function pageOfSimulations(
  tx: OrganizationTransaction,
  { methodology_slug, ...filters }: SimulationFilters,
  page: PageRequest,
): Promise<Page<SimulationRow>> {
  return pageOfFindable(tx, METADATA_INDEX, filters, [["methodology_slug = $", methodology_slug]], page);
}
