import process from "node:process";
import { parseArgs } from "node:util";
import { saveModelError } from "#db/methodologies/accuracy.ts";
import type { CalibratedQuestion } from "#engine/calibration/calibrated-survey.ts";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import { LEAST_QUESTIONS, measureModel, type ModelFigures } from "#engine/prediction/model-error.ts";
import type { EvaluatedGroup, EvaluatedQuestion } from "#engine/prediction/model-segments.ts";
import type { Shares } from "#engine/prediction/shares.ts";
import { prepareRun } from "#engine/simulation/run.ts";
import { type AnswerSummary, bySegment, verdict } from "#engine/verdict/verdict.ts";
import { rakeWeights } from "#engine/verdict/weights.ts";
import { MemoryAnswerStore } from "#providers/agents/answer-store.ts";
import { readAgentEngineConfig } from "#providers/agents/config.ts";
import { createAgentEngine } from "#providers/agents/create.ts";
import type { AgentEngine } from "#providers/agents/engine.ts";
import { EngineError } from "#providers/agents/errors.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";
import { withDatabase } from "./database.ts";

const QUESTIONS = 30;
const AGENTS = 150;
const MOST_AGENTS = 2_000;
/** Segments with fewer agents, or fewer of the survey's respondents, say more about sampling. */
const LEAST_AGENTS = 10;
const LEAST_RESPONDENTS = 100;

/**
 * `deno task evaluate-agents [--questions N] [--agents M]`: has the model in `AGENTS_BASE_URL` and `AGENTS_MODEL` answer N calibrated questions
 * for M agents each, prints how far it is off, and stores that, so that the intervals of its runs use it. About N · M calls;
 * `AGENTS_MAX_COST_USD` and `AGENTS_MAX_TOKENS` bound them all together.
 */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { questions: { type: "string" }, agents: { type: "string" } },
  });
  const asked = calibratedQuestions();
  const count = numberOf(values.questions, QUESTIONS, LEAST_QUESTIONS, asked.length);
  const agents = numberOf(values.agents, AGENTS, 2 * LEAST_AGENTS, MOST_AGENTS);
  const config = readSettings(readAgentEngineConfig);
  if (count === null || agents === null || config.kind === "embedded") {
    console.error(
      `Usage: AGENTS_BASE_URL=… AGENTS_MODEL=… deno task evaluate-agents [--questions ${LEAST_QUESTIONS}–${asked.length}] [--agents ${
        2 * LEAST_AGENTS
      }–${MOST_AGENTS}]`,
    );
    return 2;
  }
  const engine = createAgentEngine(config);
  const chosen = Array.from(
    { length: count },
    (_, k) => itemAt(asked, Math.floor((k + 0.5) * asked.length / count)),
  );
  // Connected before the first call, so that nobody pays for figures that cannot be stored.
  return await withDatabase({ role: "app_worker", command: "evaluate-agents" }, async ({ database }) => {
    const evaluated = await evaluate(engine, chosen, agents);
    const figures = measureModel(evaluated);
    await database.transaction((tx) => saveModelError(tx, engine, agents, figures));
    for (const line of reportOf(engine, figures, agents)) console.log(line);
    return 0;
  });
}

/** Null where the text is no whole number in the range. */
function numberOf(text: string | undefined, otherwise: number, least: number, most: number): number | null {
  if (text === undefined) return otherwise;
  const value = Number(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : null;
}

interface AskedQuestion {
  readonly methodology: Methodology;
  readonly question: CalibratedQuestion;
}

/** In the order of their methodologies, so that questions at even distances are of all topics. */
function calibratedQuestions(): AskedQuestion[] {
  return PUBLISHED.flatMap((methodology) =>
    (methodology.calibrated_questions ?? []).map((question) => ({ methodology, question }))
  );
}

async function evaluate(
  engine: AgentEngine,
  questions: readonly AskedQuestion[],
  agents: number,
): Promise<EvaluatedQuestion[]> {
  // One run with one store, so that one budget bounds all calls.
  const store = new MemoryAnswerStore();
  const evaluated: EvaluatedQuestion[] = [];
  for (const [k, { methodology, question }] of questions.entries()) {
    // With one seed the same agents would lean the same way in every question, and look like a shift of their segments.
    const run = prepareRun({ seed: 1 + k, methodology, tier: 2 });
    const chunk = await engine.answer(run, 0, agents, {
      runId: "evaluate-agents",
      owner: "organization",
      agents: agents * questions.length,
      survey: { question: itemAt(question.wordings, 0), scenario: null, methodology },
      signal: new AbortController().signal,
      store,
      fresh: true,
      heartbeat: () => {},
    });
    await engine.report([chunk], store);
    const { weight } = rakeWeights(run, [chunk]);
    const found = evaluatedQuestion(question, verdict(run, [chunk], weight), bySegment(run, [chunk], weight));
    evaluated.push(found);
    const { model, people } = found.overall;
    console.error(
      `${evaluated.length} of ${questions.length}: model ${percent(model.yes)}, people ${
        percent(people.yes)
      } yes: ${question.wordings[0]}`,
    );
  }
  return evaluated;
}

function evaluatedQuestion(
  question: CalibratedQuestion,
  overall: AnswerSummary,
  rows: ReturnType<typeof bySegment>,
): EvaluatedQuestion {
  const segments = question.segments.flatMap((row): [string, EvaluatedGroup][] => {
    const own = rows.find(({ dimension, segment }) => dimension === row.dimension && segment === row.segment);
    if (own === undefined || answeringN(own) < LEAST_AGENTS || row.respondents < LEAST_RESPONDENTS) return [];
    const people = { people: row.observed, people_n: row.effective_n };
    return [[`${row.dimension}=${row.segment}`, {
      model: answering(own),
      model_n: answeringN(own),
      ...people,
    }]];
  });
  return {
    id: question.id,
    overall: {
      model: answering(overall),
      model_n: answeringN(overall),
      people: question.overall,
      people_n: question.effective_n,
    },
    segments: new Map(segments),
  };
}

/** Shares of those who gave an answer: the surveys' tables hold no others. */
function answering({ yes_pct, maybe_pct, no_pct }: AnswerSummary): Shares {
  const sum = Math.max(1e-9, yes_pct + maybe_pct + no_pct);
  return { yes: yes_pct / sum, maybe: maybe_pct / sum, no: no_pct / sum };
}

const answeringN = ({ effective_n, n_a_pct }: AnswerSummary): number => effective_n * (1 - n_a_pct / 100);

/** Standard errors from which on a difference is a finding: with 35 segments looked at, 3 let one through in ten evaluations. */
const FINDING_SE = 3.3;
const LEAST_SHIFT_POINTS = 3;

function reportOf({ name, version }: AgentEngine, figures: ModelFigures, agents: number): string[] {
  const { variance_ratio, order_pct } = figures;
  const findings = findingsOf(figures);
  return [
    `${name}, version ${version}, on ${figures.questions} calibrated questions with ${agents} agents each`,
    `mean error of yes         ${figures.mae_points} points (48 % to everything: ${figures.baseline_mae_points})`,
    `bias                      ${
      signed(figures.bias_points)
    } points (standard error ${figures.bias_se_points})`,
    `95 % interval             ± ${figures.half_width_points} points at 50 %, worth ${figures.effective_human_n} people; it holds ${figures.coverage_pct} % of questions left out`,
    `variance, model to people ${variance_ratio.answers} within, ${
      variance_ratio.segments ?? "–"
    } between segments`,
    `order of segments         ${order_pct ?? "–"} % of pairs as people have them`,
    ...figures.shifts.slice(0, 5).map(({ segment, shift_points, se_points }) =>
      `${segment.padEnd(25)} ${signed(shift_points)} points beside the whole (standard error ${se_points})`
    ),
    ...(findings.length === 0
      ? ["No bias was found beyond chance."]
      : findings.map((each) => `FOUND: ${each}`)),
    "Stored: intervals of runs with this model and version use it from now on (uncertainty_basis measured_model).",
  ];
}

function findingsOf(
  { questions, bias_points, bias_se_points, variance_ratio, shifts }: ModelFigures,
): string[] {
  const { answers, segments, segments_se } = variance_ratio;
  const found = (shift: number, se: number, count: number) =>
    Math.abs(shift) >= LEAST_SHIFT_POINTS && Math.abs(shift) > findingSe(count) * se;
  const apart = segments === null || segments_se === null ? null : { segments, reach: 2 * segments_se };
  return [
    ...(found(bias_points, bias_se_points, questions)
      ? [
        `yes is ${Math.abs(bias_points)} points too ${
          bias_points > 0 ? "frequent" : "rare"
        } over all questions`,
      ]
      : []),
    ...(answers < 0.8 ? [`too little variance of the answers (${answers}; 1 is right)`] : []),
    ...(apart !== null && apart.segments + apart.reach < 0.8
      ? [`too little variance between segments (${segments}; 1 is right): everybody answers alike`]
      : []),
    ...(apart !== null && apart.segments - apart.reach > 1.25
      ? [`too much variance between segments (${segments}; 1 is right): stereotypes`]
      : []),
    ...shifts.filter(({ shift_points, se_points, questions }) => found(shift_points, se_points, questions))
      .map(
        ({ segment, shift_points }) =>
          `${segment} says yes ${Math.abs(shift_points)} points too ${
            shift_points > 0 ? "often" : "seldom"
          }, beside the whole`,
      ),
  ];
}

/** Student's t for the chance of {@link FINDING_SE} with so many questions. */
const findingSe = (questions: number): number =>
  FINDING_SE + (FINDING_SE ** 3 + FINDING_SE) / (4 * (questions - 1));

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const signed = (x: number): string => `${x > 0 ? "+" : ""}${x}`;

if (import.meta.main) {
  try {
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof EngineError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
