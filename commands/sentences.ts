import { readFileSync } from "node:fs";
import process from "node:process";
import { type Insights, type SimulationResults, SimulationService } from "#client/index.ts";
import { roundedShares } from "#client/verdict-words.ts";
import type { SurveyTables } from "#engine/bank/calibrated-survey.ts";

/** A question of the list, and what is known of people's answers to it: a survey's table, or a note. */
interface ListedQuestion {
  readonly kind: string;
  readonly question: string;
  /** `survey/variable`. */
  readonly known?: string;
  /** Whether its yes is the survey's no. */
  readonly inverted?: boolean;
  readonly note?: string;
}

/** What `console/simulations/conclusions.ts` says; its types are a browser's, so it is loaded without them. */
interface ConsoleWords {
  readonly EVIDENCE: Readonly<Record<string, string>>;
  readonly ISSUES: Readonly<Record<string, string>>;
  headlineOf(results: SimulationResults): { readonly headline: string; readonly under: string };
  conclusionsOf(
    results: SimulationResults,
  ): { readonly may: readonly string[]; readonly mayNot: readonly string[] };
  tierInWords(
    boundary: SimulationResults["calibration_boundary"],
    evidence: SimulationResults["verdict"]["evidence"],
  ): string;
}

const words: ConsoleWords = await import(
  new URL("../console/simulations/conclusions.ts", import.meta.url).href
);

const AGENTS = 500;
const SEED = 28;

/**
 * `deno task sentences`: asks a running service the forty questions of `research/evaluation/forty-questions.json` and prints as Markdown every
 * sentence that API, Reading, comparison and console say about people, beside what is known. The service is that of
 * `SIMULATION_SERVICE_URL` and `SIMULATION_SERVICE_API_KEY`, as for the client's command line.
 */
async function main(): Promise<number> {
  const { SIMULATION_SERVICE_URL: baseUrl = "http://127.0.0.1:8080", SIMULATION_SERVICE_API_KEY: apiKey } =
    process.env;
  if (apiKey === undefined) {
    console.error(
      "Set SIMULATION_SERVICE_API_KEY to a key of the service, and SIMULATION_SERVICE_URL to its address.",
    );
    return 2;
  }
  const service = new SimulationService({ baseUrl, apiKey });
  const url = new URL("../research/evaluation/forty-questions.json", import.meta.url);
  const questions: readonly ListedQuestion[] = JSON.parse(readFileSync(url, "utf8"));
  let before: string | null = null;
  for (const [k, listed] of questions.entries()) {
    console.log(`\n## ${k + 1}. ${listed.question}\n\n*${listed.kind}.* Known: ${knownOf(listed)}`);
    before = await tell(service, listed, before);
  }
  return 0;
}

/** @returns the id of the simulation, with which the next is compared. */
async function tell(
  service: SimulationService,
  { question }: ListedQuestion,
  before: string | null,
): Promise<string> {
  const body = { question, agent_count: AGENTS, seed: SEED, fallback: "general_population" } as const;
  const { id } = await service.simulations.auto(body);
  await service.simulations.wait(id);
  const results = await service.simulations.results(id, { agents: false });
  const { calibration_boundary: boundary, verdict } = results;
  const interval = verdict.interval_pct === null ? "no interval" : `[${verdict.interval_pct.yes.join(", ")}]`;
  say("verdict", [
    `yes ${verdict.yes_pct} %, maybe ${verdict.maybe_pct} %, no ${verdict.no_pct} %; people's yes ${interval}; ` +
    `effective_human_n ${verdict.effective_human_n}; evidence ${verdict.evidence}; tier ${boundary.tier}; accuracy_pct ${boundary.accuracy_pct}, accuracy_basis ${
      JSON.stringify(boundary.accuracy_basis)
    }`,
  ]);
  say("disclaimer", [boundary.disclaimer]);
  const { headline, under } = words.headlineOf(results);
  const { may, mayNot } = words.conclusionsOf(results);
  say("console", [
    `${headline} ${under}`,
    `[${words.EVIDENCE[verdict.evidence]}]`,
    ...results.question_issues.map((issue) => words.ISSUES[issue] ?? issue),
    words.tierInWords(boundary, verdict.evidence),
    ...may.map((text) => `May be said: ${text}`),
    ...mayNot.map((text) => `May not: ${text}`),
  ]);
  const { matching, adjustments, not_measured } = await service.simulations.disclosure(id);
  say("disclosure", [matching, ...adjustments, ...not_measured.map((text) => `Not measured: ${text}`)]);
  const { post_hoc } = await service.insights.wait(id);
  say("Reading", textsOf(post_hoc));
  if (before !== null) say("compared with the one before", await comparison(service, before, id));
  return id;
}

async function comparison(service: SimulationService, before: string, id: string): Promise<string[]> {
  try {
    const { note, difference_pct, interval_pct } = await service.simulations.compare(before, id);
    const ends = interval_pct === null ? "no interval" : `[${interval_pct.yes.join(", ")}]`;
    return [`simulated yes differs by ${difference_pct.yes} points, people's by ${ends}. ${note}`];
  } catch (error) {
    return [`Refused: ${error instanceof Error ? error.message : String(error)}`];
  }
}

const told = new Set<string>();

/** Prints sentences, those without a figure that an earlier question had in the same place as their number alone. */
function say(where: string, sentences: readonly string[]): void {
  console.log(`\n- **${where}**`);
  const isNew = (sentence: string) => !told.has(`${where} ${sentence}`);
  const fresh = sentences.filter((sentence) => /\d/.test(sentence) || isNew(sentence));
  for (const sentence of fresh) {
    told.add(`${where} ${sentence}`);
    console.log(`  - ${sentence}`);
  }
  const again = sentences.length - fresh.length;
  if (again > 0) console.log(`  - (and ${again} as printed above)`);
}

/** The sentences of a Reading, each once, in its order: every text with a space in it that no agent is quoted with. */
function textsOf(value: Insights["post_hoc"]): string[] {
  const texts = new Set<string>();
  const collect = (node: unknown, key: string): void => {
    if (typeof node === "string") {
      if (node.includes(" ") && !/^(?:example_quote|question)$/.test(key)) texts.add(node);
    } else if (Array.isArray(node)) node.forEach((each) => collect(each, key));
    else if (node !== null && typeof node === "object") {
      for (const [name, each] of Object.entries(node)) if (name !== "quotes") collect(each, name);
    }
  };
  collect(value, "");
  return [...texts];
}

/** The table of the survey that asked it, or the note. */
function knownOf({ known, inverted = false, note }: ListedQuestion): string {
  if (known === undefined) return note ?? "nothing";
  const [survey = "", variable] = known.split("/");
  const url = new URL(`../engine/bank/surveys/${survey}.tables.json`, import.meta.url);
  const tables: SurveyTables = JSON.parse(readFileSync(url, "utf8"));
  const asked = tables.questions.find(({ id }) => id === variable);
  if (asked === undefined) throw new RangeError(`Cannot find ${known}`);
  const [yes = 0, maybe = 0, no = 0] = roundedShares(asked.overall.slice(0, 3), 1);
  const respondents = asked.overall[3];
  const shares = inverted ? [no, maybe, yes] : [yes, maybe, no];
  return `${tables.source.title} (${tables.source.years}), ${respondents} people, "${asked.wordings[0]}": ` +
    `yes ${shares[0]} %, maybe ${shares[1]} %, no ${shares[2]} %.${note === undefined ? "" : ` ${note}`}`;
}

process.exit(await main());
