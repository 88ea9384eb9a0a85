import type { Audience } from "#engine/population/audience.ts";
import type { StoredBoundary, StoredVerdict } from "#engine/verdict/stored-verdict.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Limits } from "#shared/plans.ts";
import type { WorkflowStart } from "#temporal/command.ts";
import { dayOf, monthOf, type UsedOfMonth, usedOfMonth } from "./usage.ts";
import { type Database, ofOrganization, type OrganizationTransaction } from "../postgres/database.ts";
import { columnsOf, nullable, type RowOf, types } from "../postgres/entity.ts";
import { RELAY_NOT_BEFORE, traced } from "../outbox/outbox.ts";
import {
  type CommonFilters,
  type Metadata,
  type MetadataIndex,
  pageOfFindable,
  pairOf,
  questionHash,
  tagHash,
} from "../postgres/metadata.ts";
import type { Condition, Page, PageRequest } from "../postgres/paginate.ts";
import { firstOwn, runOwn } from "../postgres/queries.ts";

export type SimulationStatus = "queued" | "running" | "completed" | "failed";
export type FailureCode = "engine_unavailable" | "cancelled" | "timed_out" | "terminated" | "internal";
export type InsightsStatus = "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";

const simulation = {
  id: types.key,
  /** The row whose version it runs with; null for a methodology of the release. */
  methodology_id: nullable(types.uuid),
  methodology_slug: types.text(),
  methodology_version: types.integer,
  question: nullable(types.text()),
  agent_count: types.integer,
  /** At most 2^53 − 1. */
  seed: types.bigint,
  status: types.text<SimulationStatus>(),
  agents_completed: types.integer,
  insights_status: types.text<InsightsStatus>(),
  scenario_context: nullable(types.json<JsonObject>("jsonb")),
  /** Null: the whole population. */
  audience: nullable(types.json<Audience>("jsonb")),
  callback_url: nullable(types.text()),
  /** How the automatic routing chose; null where the caller named the methodology, and on rows from before it was kept. */
  routed_via: nullable(types.json<JsonObject>("jsonb")),
  metadata: types.json<Metadata>(),
  created_at: types.timestamp,
  started_at: nullable(types.timestamp),
  completed_at: nullable(types.timestamp),
  failure_code: nullable(types.text<FailureCode>()),
  failure_message: nullable(types.text()),
};
/** A simulation as the status resource shows it. */
export type SimulationRow = RowOf<typeof simulation>;
export const SIMULATION_COLUMNS = columnsOf(simulation);

/** Who created a simulation; the name is null once the key or the person is gone. */
export interface Creator {
  readonly kind: "key" | "user";
  readonly id: string;
  readonly name: string | null;
}

/** A simulation with what customers keep beside it. */
export interface SimulationRecord extends SimulationRow {
  name: string | null;
  tags: string[];
  archived: boolean;
  /** Null on rows from before it was kept. */
  created_by: Creator | null;
  /** Whether a link shows its verdict to whoever has it. */
  shared: boolean;
}

/** A simulation as lists have it, with its verdict once it has completed. */
export interface ListedSimulation extends SimulationRecord {
  verdict: StoredVerdict | null;
  /** What of the boundary tells what the verdict rests on. */
  boundary: StoredBoundary;
}

/** The columns of a {@link SimulationRecord}, without the results: a page of those would be megabytes. */
export const STATUS_COLUMNS = `${SIMULATION_COLUMNS}, simulations.name, tags, archived,
  CASE WHEN created_by_key_id IS NOT NULL THEN json_build_object('kind', 'key', 'id', created_by_key_id, 'name',
      (SELECT k.name FROM api_keys k WHERE k.id = created_by_key_id))
    WHEN created_by_user_id IS NOT NULL THEN json_build_object('kind', 'user', 'id', created_by_user_id, 'name',
      (SELECT u.name FROM users u WHERE u.id = created_by_user_id)) END AS created_by,
  status = 'completed' AND (SELECT true FROM simulation_shares s WHERE s.simulation_id = simulations.id) IS NOT NULL AS shared`;

/** Where lists find simulations. */
const METADATA_INDEX: MetadataIndex = {
  table: "simulations",
  columns: `${STATUS_COLUMNS}, verdict,
  jsonb_build_object('tier', calibration_boundary->'tier', 'sources', calibration_boundary->'sources') AS boundary`,
  pairs: "simulation_metadata",
  owner: "simulation_id",
};

/** What the caller gives; an audience in its canonical form, so that equal ones are equal in Postgres. */
type Given =
  | ("id" | "methodology_id" | "methodology_slug" | "methodology_version" | "question" | "agent_count")
  | ("scenario_context" | "audience" | "callback_url" | "routed_via" | "metadata" | "name" | "created_at");

export interface NewSimulation extends Readonly<Pick<SimulationRecord, Given>> {
  readonly routing_confidence: number | null;
  readonly seed: number;
  readonly generate_insights: boolean;
  readonly tags: readonly string[];
  /** The literal question, or the methodology's, by which lists find it. */
  readonly asked: string;
  readonly created_by: Pick<Creator, "kind" | "id">;
}

/** The month's quotas of the organization; null is none. */
export type SimulationQuotas = Pick<Limits, "simulations_per_month" | "agent_runs_per_month">;

export type InsertedSimulation =
  | { readonly kind: "queued"; readonly creatorName: string | null }
  /** The methodology takes no new simulations. */
  | { readonly kind: "unpublished" }
  /** Another simulation, or its agents, would exceed the month's quota. */
  | { readonly kind: "over_quota"; readonly used: UsedOfMonth };

/** Condition on the one row of a methodology: a published survey's by its id, one of the release by its slug. */
function takesSimulations(slug: string, id: string): string {
  return `status = 'published' AND CASE WHEN ${id}::uuid IS NULL THEN slug = ${slug} AND organization_id IS NULL ELSE id = ${id}::uuid END`;
}

// One round trip: the check that the methodology is published, the counters of the month and of the day, the row, what lists find it by, and
// the command that starts its workflow. The counters' rows stay locked until the commit, so of many creates at once no more pass than the
// quota allows.
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
        metadata, name, tags, created_by_key_id, created_by_user_id, audience)
      SELECT $1, $2, $3, $4, $5, $6, $7::integer, $8, $9, $10, $11, CASE WHEN $11 THEN 'not_started' ELSE 'disabled' END,
        $12::timestamptz, $17::uuid, $18, $19, $20, $21::text[], $22::uuid, $23::uuid, $25 FROM counted
      RETURNING organization_id
    ), of_day AS (
      INSERT INTO usage_days AS used (organization_id, day, key_id, simulations, agent_runs)
      SELECT organization_id, ${dayOf("$12::timestamptz")}, $22::uuid, 1, $7::integer FROM created
      ON CONFLICT (organization_id, day, key_id) DO UPDATE
      SET simulations = used.simulations + 1, agent_runs = used.agent_runs + excluded.agent_runs
    ), found_by AS (
      INSERT INTO simulation_metadata (organization_id, pair, created_at, simulation_id)
      SELECT organization_id, pair, $12::timestamptz, $1 FROM created, unnest($24::uuid[]) AS pair
    )
    INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
    SELECT organization_id, $13, $14, ${RELAY_NOT_BEFORE} FROM created
    RETURNING id, coalesce((SELECT name FROM api_keys WHERE id = $22::uuid), (SELECT name FROM users WHERE id = $23::uuid)) AS creator_name`,
};

const IS_PUBLISHED = `SELECT FROM methodologies WHERE ${takesSimulations("$1", "$2")}`;

/** Inserts a simulation and its start command, and counts it against the month of its `created_at`; changes nothing where it is refused. */
export async function insertSimulation(
  tx: OrganizationTransaction,
  simulation: NewSimulation,
  quotas: SimulationQuotas,
  start: WorkflowStart,
): Promise<InsertedSimulation> {
  const command = traced(start);
  const row = await tx.first<{ id: string; creator_name: string | null }>(INSERT_SIMULATION, [
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
    simulation.name,
    simulation.tags,
    simulation.created_by.kind === "key" ? simulation.created_by.id : null,
    simulation.created_by.kind === "user" ? simulation.created_by.id : null,
    [questionHash(simulation.asked), ...hashesOf(simulation)],
    simulation.audience,
  ]);
  if (row !== null) {
    tx.dispatch({ id: row.id, command });
    return { kind: "queued", creatorName: row.creator_name };
  }
  const published = await tx.count(IS_PUBLISHED, [simulation.methodology_slug, simulation.methodology_id]);
  if (published === 0) return { kind: "unpublished" };
  return { kind: "over_quota", used: await usedOfMonth(tx, simulation.created_at) };
}

function hashesOf(
  { tags, metadata }: { readonly tags: readonly string[]; readonly metadata: Metadata },
): string[] {
  return [...tags.map(tagHash), ...Object.entries(metadata).map(pairOf)];
}

/** What a PATCH replaces; an absent field stays. */
export interface SimulationChange {
  readonly name?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Metadata | undefined;
  readonly archived?: boolean | undefined;
}

const CHANGE_SIMULATION =
  `UPDATE simulations SET name = CASE WHEN $3 THEN $4 ELSE simulations.name END, tags = coalesce($5::text[], tags),
      metadata = coalesce($6::json, metadata), archived = coalesce($7::boolean, archived)
    WHERE organization_id = $1 AND id = $2 RETURNING ${STATUS_COLUMNS}`;

// The hash of the question, which no PATCH changes, is kept by being among the new ones.
const REPLACE_HASHES = `
  WITH dropped AS (
    DELETE FROM simulation_metadata WHERE organization_id = $1 AND simulation_id = $2 AND pair = ANY($3::uuid[]) AND pair <> ALL($4::uuid[])
  )
  INSERT INTO simulation_metadata (organization_id, pair, created_at, simulation_id)
  SELECT $1, pair, $5, $2 FROM unnest($4::uuid[]) AS pair
  ON CONFLICT DO NOTHING`;

/** Changes what a customer keeps beside a simulation; null for an unknown id. */
export async function changeSimulation(
  tx: OrganizationTransaction,
  id: string,
  { name, tags, metadata, archived }: SimulationChange,
): Promise<SimulationRecord | null> {
  const before = await lockSimulation(tx, id);
  if (before === null) return null;
  const row = await tx.one<SimulationRecord>(CHANGE_SIMULATION, [
    tx.organizationId,
    id,
    name !== undefined,
    name ?? null,
    tags ?? null,
    metadata ?? null,
    archived ?? null,
  ]);
  if (tags !== undefined || metadata !== undefined) {
    await tx.sql(REPLACE_HASHES, [tx.organizationId, id, hashesOf(before), hashesOf(row), row.created_at]);
  }
  return row;
}

export interface LockedSimulation extends SimulationRow {
  organization_id: string;
  tags: string[];
}

/** Locks a simulation until the end of the transaction: two requests at once generate one Reading. Null for an unknown id. */
export const lockSimulation = firstOwn<LockedSimulation, [id: string]>(
  `SELECT ${SIMULATION_COLUMNS}, organization_id, tags FROM simulations WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
);

/** Deletes a simulation that has ended, with all that it owns. What was counted stays counted; its events stay until their retention ends. */
export const deleteSimulation = runOwn<[id: string]>(
  // What is set aside for a Reading under way is given back with it: nothing ends it any more.
  `
  WITH given_back AS (
    UPDATE usage_months used SET reading_reserved_usd = used.reading_reserved_usd - r.reserved_usd
    FROM readings r WHERE r.organization_id = $1 AND r.simulation_id = $2 AND r.generated_at IS NULL
      AND used.organization_id = r.organization_id AND used.month = r.reserved_month
  )
  DELETE FROM simulations WHERE organization_id = $1 AND id = $2`,
);

export const findSimulation = firstOwn<SimulationRecord, [id: string]>({
  name: "find_simulation",
  text: `SELECT ${STATUS_COLUMNS} FROM simulations WHERE organization_id = $1 AND id = $2`,
});

const READ_SIMULATION = ofOrganization(
  "read_simulation",
  `SELECT ${STATUS_COLUMNS} FROM simulations WHERE organization_id = own.organization_id AND id = $2`,
);

/** The status of a simulation, outside a transaction: integrators poll it. Null where the organization has none of this id. */
export async function readSimulation(
  database: Database,
  organizationId: string,
  id: string,
): Promise<SimulationRecord | null> {
  return await database.readAs<SimulationRecord>(organizationId, READ_SIMULATION, [id]);
}

export interface SimulationFilters extends CommonFilters<SimulationStatus> {
  readonly methodology_slug?: string | undefined;
  /** Archived ones alone, or by default the others. */
  readonly archived?: boolean | undefined;
  /** All of these. */
  readonly tag?: readonly string[] | undefined;
  /** Runs that asked it; white space, case and last punctuation make no difference. */
  readonly question?: string | undefined;
  /** Part of the name or the question, in any case, among the {@link MAX_SEARCHED} newest. */
  readonly search?: string | undefined;
}

/** No index knows parts of texts, so that a search reads this many rows at most. */
const MAX_SEARCHED = 10_000;
// A subquery of its own: under row-level security an index answers a comparison with its result, and none with a COALESCE.
const WITHIN_SEARCHED = (archived: boolean) =>
  `#created_at >= (SELECT coalesce((SELECT n.created_at FROM simulations n WHERE n.organization_id = $ AND n.archived = ${archived} ` +
  `ORDER BY n.created_at DESC, n.id DESC OFFSET ${MAX_SEARCHED - 1} LIMIT 1), '-infinity'))`;

/** An index for each combination of filters makes a page cost the same, however many simulations there are. */
export function pageOfSimulations(
  tx: OrganizationTransaction,
  { methodology_slug, archived = false, tag: tags = [], question, search, ...filters }: SimulationFilters,
  page: PageRequest,
): Promise<Page<ListedSimulation>> {
  const hashes = [...(question === undefined ? [] : [questionHash(question)]), ...tags.map(tagHash)];
  const own: Condition[] = [
    ["#archived = $", archived],
    ["#methodology_slug = $", methodology_slug],
    [WITHIN_SEARCHED(archived), search === undefined ? undefined : tx.organizationId],
    ["strpos(lower(concat_ws(' ', #name, #question)), lower($)) > 0", search],
  ];
  return pageOfFindable(tx, METADATA_INDEX, { ...filters, hashes }, own, page);
}
