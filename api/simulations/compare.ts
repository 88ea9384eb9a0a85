import Type from "typebox";
import { compareRuns, peopleDifference } from "#engine/verdict/compare.ts";
import { readStoredVerdict } from "#engine/verdict/stored-verdict.ts";
import type { SegmentRow } from "#engine/verdict/schema.ts";
import type { OrganizationTransaction } from "#db/postgres/database.ts";
import { findChunks, findResults, type ResultsRow } from "#db/simulations/runs.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import { frameId, whereBoth } from "#engine/population/audience.ts";
import { basisOf, peopleOf, type Rested } from "#engine/verdict/people.ts";
import { populationOfVerdict } from "#engine/verdict/disclosure.ts";
import { validationError } from "#shared/errors.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import type { Services } from "../http/services.ts";
import { SimulationId, strictObject } from "../http/fields.ts";
import { weightedAgents } from "./results.ts";
import { SimulationComparison } from "./results-schema.ts";
import { shownAudience } from "./audience.ts";
import { foundSimulation, simulationNotComplete } from "./read.ts";

/** Simulations beside the pair. */
const MAX_OTHERS = 6;

export const compareSimulations = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "GET /v1/simulations/{id}/compare/{other_id}",
  query: strictObject({
    by_segment: Type.Optional(Type.Boolean({ default: true })),
    with: Type.Optional(
      Type.Array(SimulationId, {
        minItems: 1,
        maxItems: MAX_OTHERS,
        uniqueItems: true,
        description: "Further simulations: repeat the parameter, or separate the ids by commas",
      }),
    ),
  }),
  responses: { 200: { description: "The comparison", data: SimulationComparison } },
  errors: ["simulation_not_complete"],
  unprocessable: "two of them are one, or the agents of one are not stored",
  read: async ({ params: { id, other_id }, query, identity, inTransaction, services }) => {
    const ids = [id, other_id, ...query.with ?? []];
    const loaded = await inTransaction(async (tx) => {
      const runs: LoadedRun[] = [];
      for (const each of ids) runs.push(await loadRun(tx, each));
      return runs;
    });
    // Once they are known to be the caller's: what is not is 404, however often it is named.
    ids.forEach((each, k) => {
      if (ids.indexOf(each) === k) return;
      const field = k === 1 ? "/path/other_id" : "/query/with";
      throw validationError([{ field, message: "must be another simulation's" }], 422);
    });
    const runs = await Promise.all(loaded.map((run) => askedRun(run, identity.organizationId, services)));
    const first = itemAt(runs, 0);
    const pairs = runs.slice(1).map((run) => pairOf(first, run));
    const { run: other, paired, compared } = itemAt(pairs, 0);
    return {
      data: {
        ...compared,
        simulations: [first, other].map(summaryOf),
        paired,
        by_segment: query.by_segment === false ? [] : compared.by_segment,
        others: pairs.slice(1).map(({ run, compared }) => ({ simulation_id: run.row.id, ...compared })),
        note: noteOf(first, pairs),
      },
    };
  },
});

type Pair = ReturnType<typeof pairOf>;

/** What of two runs is compared: the differences of their agents, each with what is known of people's. */
function pairOf(first: AskedRun, run: AskedRun) {
  const ofOnePopulation = first.population.id === run.population.id;
  const paired = ofOnePopulation && askedSameAgents(first.row, run.row);
  const isSame = ofOnePopulation && askedTheSame(first.row, run.row);
  // Of different questions one fits no topic: nobody knows whether that makes sense to people.
  const isOffTopic = !isSame &&
    [first, run].some(({ verdict }) => verdict.evidence === "general_population");
  const { by_segment, ...agents } = compareRuns(first.run, run.run, paired);
  const compared = {
    ...agents,
    interval_pct: peopleDifference(first.verdict, run.verdict, isSame),
    by_segment: by_segment.map((row) => {
      const [a, b] = [first, run].map(({ segments }) => segments.get(`${row.dimension}=${row.segment}`));
      return {
        ...row,
        interval_pct: a === undefined || b === undefined ? null : peopleDifference(a, b, isSame),
      };
    }),
  };
  return { run, paired, isOffTopic, compared };
}

type LoadedRun = Awaited<ReturnType<typeof loadRun>>;

/** @throws ApiError 404, or 409 unless the simulation has completed */
async function loadRun(tx: OrganizationTransaction, id: string) {
  const row = foundSimulation(await findResults(tx, id, { agents: true }));
  if (row.status !== "completed") throw simulationNotComplete(row);
  const run = weightedAgents(row, await findChunks(tx, id));
  if (run === null) {
    throw validationError([{ field: "/id", message: "must be a simulation whose agents are stored" }], 422);
  }
  const segments = row.by_segment as unknown as readonly SegmentRow[];
  return {
    row,
    run,
    verdict: readStoredVerdict(row.verdict, row.calibration_boundary),
    /** By `dimension=segment`. */
    segments: new Map(segments.map((each) => [`${each.dimension}=${each.segment}`, each])),
  };
}

/** Same seed and size: then agent k is the same person in both, if they are of one population. */
const askedSameAgents = (a: ResultsRow, b: ResultsRow): boolean =>
  a.seed === b.seed && a.agent_count === b.agent_count;

/** Then people's answers are the same, too: what differs is the sampling of the agents. */
const askedTheSame = (a: ResultsRow, b: ResultsRow): boolean =>
  a.question === b.question && a.methodology_slug === b.methodology_slug &&
  a.methodology_version === b.methodology_version &&
  JSON.stringify(a.scenario_context) === JSON.stringify(b.scenario_context);

type AskedRun = Awaited<ReturnType<typeof askedRun>>;

/** A run with whom it asked: runs of different audiences asked different people. */
async function askedRun(run: LoadedRun, organizationId: string, { methodologies }: Services) {
  const { calibration_boundary, audience } = run.row;
  const requested = await methodologies.version(organizationId, run.row) ?? null;
  const population = populationOfVerdict(calibration_boundary["tier"], requested);
  const id = frameId(population.frame, whereBoth(population.where ?? {}, audience));
  return { ...run, population: { id, people: peopleOf(population, audience) } };
}

function summaryOf({ row, verdict }: LoadedRun) {
  return {
    ...row,
    simulation_id: row.id,
    workflow_id: row.methodology_slug,
    audience: shownAudience(row.audience),
    seed: Number(row.seed),
    verdict,
  };
}

/** Whether two different questions are answered by one question of a survey. */
function sharesSurveyQuestion(runs: readonly LoadedRun[]): boolean {
  const asked = new Map<string, string>();
  return runs.some(({ row: { question, calibration_boundary: { tier, matched_question } } }) => {
    if (tier !== 1 || matched_question === null) return false;
    const { text, year } = matched_question as { readonly text: string; readonly year: string | null };
    const [matched, own] = [`${text} ${year}`, question ?? ""];
    const former = asked.get(matched);
    asked.set(matched, own);
    return former !== undefined && former !== own;
  });
}

/** What the intervals are, and of whom where they are of people. */
function intervalNote(first: AskedRun, pairs: readonly Pair[]): string {
  const known = pairs.filter(({ compared }) => compared.interval_pct !== null);
  if (known.length === 0) return "The intervals are those of the agents' sampling alone.";
  const runs = [first, ...known.map(({ run }) => run)];
  const bases = runs.map(({ row, verdict }) =>
    basisOf(row.calibration_boundary as unknown as Rested, verdict.evidence)
  );
  const all = (texts: readonly string[]) => [...new Set(texts)].join(" and ");
  const which = known.length === pairs.length ? "The interval" : "The interval, of the pairs that have one,";
  const people = runs.map(({ population }) => population.people);
  return `${which} is the 95 % interval of the difference between the answers of ${all(people)}, ${
    all(bases)
  }; the other one is that of the agents' sampling alone.`;
}

/** What the note has a sentence of its own for. */
const SAID: ReadonlySet<string> = new Set(["demo", "none"]);

function noteOf(first: AskedRun, pairs: readonly Pair[]): string {
  const runs = [first, ...pairs.map(({ run }) => run)];
  const scales = runs.flatMap(({ row: { calibration_boundary: { tier, matched_question } } }) => {
    const scale = tier === 1 ? (matched_question as { readonly scale?: unknown } | null)?.scale : undefined;
    return scale === undefined ? [] : [JSON.stringify(scale)];
  });
  return [
    runs.some(({ verdict }) => verdict.evidence === "demo") &&
    "Figures of at least one of them are illustrative: they rest on a made-up table, and their difference says nothing about people.",
    runs.some(({ verdict }) => verdict.evidence === "none") &&
    "At least one of them could not be read as a single question of yes or no, so their difference says nothing about people.",
    runs.some(({ verdict }) => verdict.interval_pct === null && !SAID.has(verdict.evidence)) &&
    "How far at least one of them is from people was not measured, so their difference says nothing about people.",
    pairs.some((pair) => pair.isOffTopic) &&
    "At least one of them fits no topic, so nobody knows whether it makes sense to people; intervals of differences were measured on questions that do.",
    pairs[0]?.paired === true
      ? "Both simulations drew the same agents, so who was drawn plays no part in the difference; questions, surveys, their years and the error of predictions do."
      : "The simulations drew different agents, so the difference holds the sampling of both.",
    sharesSurveyQuestion(runs) &&
    "Questions of theirs are matched with one survey question, so their answers come from the same figures: no difference of wording shows.",
    new Set(scales).size > 1 &&
    "Their surveys offered different answers, so part of the difference may be that of the answers offered.",
    intervalNote(first, pairs),
  ].filter((sentence) => sentence !== false).join(" ");
}
