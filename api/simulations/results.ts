import Type from "typebox";
import {
  answerAt,
  ANSWERS,
  decodeChunk,
  type EncodedChunk,
  quoteAt,
  segmentAt,
  type WeightedAgents,
  writeAgentsJson,
} from "#engine/sampling/chunks.ts";
import { questionIssues } from "#engine/question/issues.ts";
import type { ScenarioApplied } from "#engine/forecast/forecast.ts";
import { disclosureOf, populationOfVerdict } from "#engine/verdict/disclosure.ts";
import type { CalibrationBoundary } from "#engine/verdict/schema.ts";
import { readStoredVerdict } from "#engine/verdict/stored-verdict.ts";
import { findChunks, findResults, type ResultsRow, weightsOf } from "#db/simulations/runs.ts";
import { findReading, type ReadingRow } from "#db/readings/readings.ts";
import { sha256 } from "#shared/crypto.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import type { Services } from "../http/services.ts";
import { boolean, namedObject, nullable, strictObject, text, Timestamp } from "../http/fields.ts";
import { inOrderOf } from "../http/json.ts";
import { Csv, RawJson } from "../http/response.ts";
import { shownAudience } from "./audience.ts";
import { SimulationResults } from "./results-schema.ts";
import { foundSimulation, postHocOfResults, simulationNotComplete } from "./read.ts";
import { stringify } from "csv-stringify/sync";
import { byteAt, floatAt, integerAt, itemAt } from "#engine/numeric/columns.ts";
import { audienceText } from "#engine/population/audience.ts";

export const simulationResults = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "GET /v1/simulations/{id}/results",
  query: strictObject({
    agents: Type.Optional(boolean("false leaves the agents out", { default: true })),
    table: Type.Optional(
      Type.Enum(["agents", "segments"], {
        type: "string",
        default: "agents",
        description: "With `Accept: text/csv`: which table",
      }),
    ),
  }),
  responses: {
    200: {
      description: "The results",
      data: SimulationResults,
      csv: {
        description: "The table: a header row, UTF-8, formulas defused, RFC 4180",
        example: "dimension,segment,total,yes_pct\r\nage,18-24,60,66.7\r\n",
      },
      headers: ["ETag", "Vary", "Content-Disposition"],
    },
    304: {
      description: "The caller has this version: its ETag came in If-None-Match",
      headers: ["ETag", "Vary"],
    },
  },
  errors: ["simulation_not_complete"],
  read: async ({ params: { id }, query, identity, inTransaction, services, wantsCsv, has }) => {
    const agents = wantsCsv ? query.table !== "segments" : query.agents ?? true;
    const form = `${wantsCsv ? "csv" : "json"}${agents ? "+agents" : ""}`;
    const { row, reading, etag, chunks } = await inTransaction(async (tx) => {
      const row = foundSimulation(await findResults(tx, id, { agents }));
      if (row.status !== "completed") throw simulationNotComplete(row);
      const reading = row.insights_status === "completed" ? await findReading(tx, id) : null;
      const etag = etagOf({ row, reading }, form);
      // Of a version that the caller has already the agents are not read.
      return { row, reading, etag, chunks: agents && !has(etag) ? await findChunks(tx, id) : null };
    });
    const headers = { ETag: etag, "Cache-Control": "private, no-cache", Vary: "Accept, Accept-Encoding" };
    if (has(etag)) return { status: 304, headers };
    if (!wantsCsv) {
      const asked = await askedOf(row, identity.organizationId, services);
      const data = resultsJson({ row, reading }, chunks, asked, services.config.baseUrl);
      return { data, headers };
    }
    return { data: chunks === null ? segmentsCsv(row) : agentsCsv(row, chunks), headers };
  },
});

/** What of a completed simulation can still change: its Reading and its metadata. */
interface Version {
  readonly row: ResultsRow;
  /** Null until it has completed. */
  readonly reading: ReadingRow | null;
}

/** Counts up when the service shows the same rows in another form. */
const FORM_VERSION = 6;

/** Weak: `meta` differs between two answers, and so may their compression. */
function etagOf({ row, reading }: Version, form: string): string {
  const changing = [row.insights_status, reading?.generated_at?.getTime() ?? null, row.metadata];
  const parts = [FORM_VERSION, row.id, ...changing, form];
  return `W/"${sha256(JSON.stringify(parts)).toString("base64url", 0, 18)}"`;
}

type Asked = Awaited<ReturnType<typeof askedOf>>;

/** What was asked, the methodology's own question where the caller gave none; and by which methodology, null once it is gone. */
export async function askedOf(row: ResultsRow, organizationId: string, { methodologies }: Services) {
  const methodology = await methodologies.version(organizationId, row) ?? null;
  const matched = row.calibration_boundary["matched_question"] as { readonly text: string } | null;
  return { question: row.question ?? methodology?.kpi_question ?? matched?.text ?? "", methodology };
}

/** Writes the agents, which are most of the results, as text straight from their columns. */
function resultsJson(
  version: Version,
  chunks: readonly EncodedChunk[] | null,
  asked: Asked,
  baseUrl: string,
): RawJson {
  const head = JSON.stringify(resultsHead(version, asked, baseUrl));
  const stored = chunks === null ? null : weightedAgents(version.row, chunks);
  if (stored === null) return new RawJson([head]);
  return new RawJson([head.slice(0, -1), `,"agents":`, ...writeAgentsJson(stored), "}"]);
}

/** A run's agents with their weights; null where these are not stored. */
export function weightedAgents(
  { dimensions, weights }: ResultsRow,
  chunks: readonly EncodedChunk[],
): WeightedAgents | null {
  return weights && {
    dimensions: dimensions.all.slice(0, dimensions.reported),
    chunks: chunks.map(decodeChunk),
    weight: weightsOf(weights),
  };
}

/** The results without the agents. */
export function resultsHead({ row, reading }: Version, { question, methodology }: Asked, baseUrl: string) {
  const { engine_name, engine_version, calibration_boundary } = row;
  // In the order of the schema: jsonb has an order of keys of its own.
  return inOrderOf(SimulationResults, {
    ...row,
    simulation_id: row.id,
    workflow_id: row.methodology_slug,
    seed: Number(row.seed),
    customer_question: question,
    population: populationOfVerdict(calibration_boundary["tier"], methodology),
    audience: shownAudience(row.audience),
    engine: { name: engine_name, version: engine_version },
    verdict: readStoredVerdict(row.verdict, calibration_boundary),
    question_issues: questionIssues(question),
    post_hoc: postHocOfResults(row, reading, baseUrl),
  }) as object;
}

/** Every row says that no person gave it, so that it never comes back as an observation. */
const SYNTHETIC = "synthetic";

/** A row an agent, in index order. */
export function agentsCsv(row: ResultsRow, chunks: readonly EncodedChunk[]): Csv {
  const { all, reported } = row.dimensions;
  const dimensions = all.slice(0, reported);
  const weights = row.weights === null ? null : weightsOf(row.weights);
  const records = chunks.map(decodeChunk).flatMap((chunk) =>
    Array.from({ length: chunk.count }, (_, k) => [
      chunk.first + k,
      ...dimensions.map(({ segments }, d) => itemAt(segments, segmentAt(chunk, d, k))),
      weights === null ? 1 : floatAt(weights, chunk.first + k),
      itemAt(ANSWERS, answerAt(chunk, k)),
      byteAt(chunk.intensity, k) || null,
      itemAt(chunk.reasons, integerAt(chunk.reason, k)),
      quoteAt(chunk, k),
      true,
    ])
  );
  const names = dimensions.map(({ name }) => name);
  const columns = ["index", ...names, "weight", "answer", "intensity", "reason", "quote", SYNTHETIC];
  return csvOf(columns, records, `simulation-${row.id}-agents.csv`);
}

const SEGMENT_COLUMNS = Object.keys(SimulationResults.properties.by_segment.items.properties)
  .filter((column) => column !== "interval_pct");
const INTERVALS = ["yes", "maybe", "no"] as const;

/** A row a segment, as `by_segment` has it; the ends of the intervals are columns, and who was asked. */
export function segmentsCsv(row: ResultsRow): Csv {
  const audience = row.audience === null ? null : audienceText(row.audience);
  const records = row.by_segment.map((segment) => {
    const intervals = (segment["interval_pct"] ?? {}) as Partial<Record<string, readonly number[]>>;
    return [
      ...SEGMENT_COLUMNS.map((column) => segment[column] ?? null),
      ...INTERVALS.flatMap((answer) => [intervals[answer]?.[0] ?? null, intervals[answer]?.[1] ?? null]),
      audience,
      true,
    ];
  });
  const ends = INTERVALS.flatMap((answer) => [`${answer}_low_pct`, `${answer}_high_pct`]);
  return csvOf(
    [...SEGMENT_COLUMNS, ...ends, "audience", SYNTHETIC],
    records,
    `simulation-${row.id}-segments.csv`,
  );
}

/** RFC 4180: a header row, CRLF, quotes where they are needed. Texts that a spreadsheet would run as a formula get an apostrophe. */
function csvOf(columns: readonly string[], records: readonly (readonly unknown[])[], filename: string): Csv {
  const text = stringify([[...columns], ...records.map((record) => [...record])], {
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { boolean: (value) => String(value) },
  });
  return new Csv(text, filename);
}

const Texts = Type.Array(Type.String());

const Disclosure = namedObject("Disclosure", {
  question: Type.String(),
  agents: Type.Integer(),
  population: Type.String(),
  fielded: Timestamp,
  sources: Type.Array(namedObject("DisclosedSource", {
    survey: Type.String(),
    year: nullable(Type.String()),
    mode: nullable(text("How people were asked")),
    respondents: nullable(Type.Integer()),
    wording_note: nullable(Type.String()),
    answers: nullable(
      Type.Array(Type.String(), {
        description: "Those of the matched question, in their order; null elsewhere",
      }),
    ),
    fold: nullable(namedObject("AnswerFold", { yes: Texts, maybe: Texts, no: Texts, none: Texts })),
    weight: nullable(Type.String()),
  })),
  matching: Type.String(),
  adjustments: Texts,
  not_measured: Texts,
});

export const showDisclosure = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "GET /v1/simulations/{id}/disclosure",
  responses: { 200: { description: "The disclosure", data: Disclosure } },
  errors: ["simulation_not_complete"],
  read: async ({ params: { id }, identity: { organizationId }, inTransaction, services }) => {
    const row = foundSimulation(await inTransaction((tx) => findResults(tx, id, { agents: false })));
    if (row.status !== "completed") throw simulationNotComplete(row);
    const disclosure = disclosureOf({
      ...await askedOf(row, organizationId, services),
      agents: row.agent_count,
      audience: row.audience,
      fielded: (row.completed_at ?? row.created_at).toISOString(),
      engine: row.engine_name,
      verdict: readStoredVerdict(row.verdict, row.calibration_boundary),
      boundary: row.calibration_boundary as unknown as CalibrationBoundary,
      scenario: row.scenario_applied as ScenarioApplied | null,
    });
    return { data: disclosure };
  },
});
