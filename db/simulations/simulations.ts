import type { JsonObject } from "#shared/json.ts";
import type { WorkflowStart } from "#temporal/command.ts";
import type { OrganizationTransaction } from "../database.ts";
import { type OutboxRow, relayNotBefore } from "../outbox/outbox.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../paginate.ts";

export type SimulationStatus = "queued" | "running" | "completed" | "failed";
export type FailureCode = "engine_unavailable" | "cancelled" | "timed_out" | "terminated" | "internal";
export type InsightsStatus = "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";

/** A simulation as the status resource shows it. */
export interface SimulationRow {
  id: string;
  methodology_slug: string;
  methodology_version: number;
  question: string | null;
  agent_count: number;
  /** bigint: Postgres sends text; at most 2^53 − 1. */
  seed: string;
  status: SimulationStatus;
  agents_completed: number;
  insights_status: InsightsStatus;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  failure_code: FailureCode | null;
  failure_message: string | null;
}

/** The columns of a {@link SimulationRow}, without the results: a page of those would be megabytes. */
const STATUS_COLUMNS =
  `id, methodology_slug, methodology_version, question, agent_count, seed, status, agents_completed,
  insights_status, created_at, started_at, completed_at, failure_code, failure_message`;

export interface NewSimulation {
  readonly id: string;
  readonly methodology_slug: string;
  readonly methodology_version: number;
  readonly routing_confidence: number | null;
  readonly question: string | null;
  readonly agent_count: number;
  readonly seed: number;
  readonly scenario_context: JsonObject | null;
  readonly callback_url: string | null;
  readonly generate_insights: boolean;
  readonly created_at: Date;
}

// One round trip: the check that the methodology is published, the row, and the command that starts its workflow.
const INSERT_SIMULATION = {
  name: "insert_simulation",
  text: `
    WITH created AS (
      INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, routing_confidence, question, agent_count,
        seed, scenario_context, callback_url, generate_insights, insights_status, created_at)
      SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $11 THEN 'not_started' ELSE 'disabled' END, $12
      WHERE EXISTS (SELECT FROM methodologies WHERE slug = $3 AND status = 'published')
      RETURNING organization_id
    )
    INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
    SELECT organization_id, $13, $14, $15 FROM created
    RETURNING id`,
};

/** Inserts a simulation and its start command; null when the methodology takes no new simulations. */
export async function insertSimulation(
  tx: OrganizationTransaction,
  simulation: NewSimulation,
  start: WorkflowStart,
): Promise<OutboxRow | null> {
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
    start.workflow_id,
    start,
    relayNotBefore(),
  ]);
  return row === undefined ? null : { id: row.id, command: start };
}

const FIND_SIMULATION = {
  name: "find_simulation",
  text: `SELECT ${STATUS_COLUMNS} FROM simulations WHERE organization_id = $1 AND id = $2`,
};

export async function findSimulation(tx: OrganizationTransaction, id: string): Promise<SimulationRow | null> {
  const { rows: [row] } = await tx.sql<SimulationRow>(FIND_SIMULATION, [tx.organizationId, id]);
  return row ?? null;
}

export interface SimulationFilters {
  readonly status?: SimulationStatus | undefined;
  readonly methodology_slug?: string | undefined;
  /** ISO 8601. Both ends are left out of the list. */
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}

/** An index for each combination of filters makes a page cost the same, however many simulations there are. */
export function pageOfSimulations(
  tx: OrganizationTransaction,
  filters: SimulationFilters,
  page: PageRequest,
): Promise<Page<SimulationRow>> {
  return paginateNewestFirst(tx, `SELECT ${STATUS_COLUMNS} FROM simulations`, [
    ["organization_id =", tx.organizationId],
    ["status =", filters.status],
    ["methodology_slug =", filters.methodology_slug],
    ["created_at >", filters.created_after],
    ["created_at <", filters.created_before],
  ], page);
}
