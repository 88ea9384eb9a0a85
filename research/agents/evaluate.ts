import type { CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import type { Shares } from "#engine/bank/shares.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { stated } from "#engine/verdict/people.ts";
import type { AnswerSummary } from "#engine/verdict/schema.ts";
import { bySegment, rakeWeights, verdict } from "#engine/verdict/verdict.ts";
import { MemoryAnswerStore } from "#providers/agents/answer-store.ts";
import type { AgentEngine } from "#providers/agents/engine.ts";
import {
  type EvaluatedGroup,
  type EvaluatedQuestion,
  type MeasuredModel,
  studentQuantile,
} from "./measure-model.ts";

/** Segments with fewer agents, or fewer of the survey's respondents, say more about sampling. */
export const MIN_AGENTS = 10;
const MIN_RESPONDENTS = 100;

/** In the order of their methodologies, so that questions at even distances are of all topics. */
export function calibratedQuestions() {
  return PUBLISHED.flatMap((methodology) =>
    (methodology.calibrated_questions ?? []).map((question) => ({ methodology, question }))
  );
}

/** Asks a model calibrated questions and compares its answers with people's. About `questions · agents` calls. */
export async function evaluate(
  engine: AgentEngine,
  questions: ReturnType<typeof calibratedQuestions>,
  agents: number,
): Promise<EvaluatedQuestion[]> {
  // One run with one store, so that one budget bounds all calls.
  const store = new MemoryAnswerStore();
  const evaluated: EvaluatedQuestion[] = [];
  for (const [k, { methodology, question }] of questions.entries()) {
    // With one seed the same agents would lean the same way in every question, and look like a shift of their segments.
    const run = prepareSimulation({ seed: 1 + k, methodology, tier: 2 });
    const chunk = await engine.answer(run, 0, agents, {
      runId: "evaluate-agents",
      owner: "organization",
      agents: agents * questions.length,
      survey: { question: itemAt(question.wordings, 0), scenario: null, methodology },
      signal: new AbortController().signal,
      store,
      heartbeat: () => {},
    });
    await engine.report([chunk], store);
    const weight = rakeWeights(run, [chunk]);
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
    const group = own && groupOf(own, row.observed, row.effective_n);
    if (group === undefined || group.model_n < MIN_AGENTS || row.respondents < MIN_RESPONDENTS) return [];
    return [[`${row.dimension}=${row.segment}`, group]];
  });
  const { id, effective_n } = question;
  return { id, overall: groupOf(overall, question.overall, effective_n), segments: new Map(segments) };
}

/** A group's answers with the shares of those of its agents who gave one: the surveys' tables hold no others. */
function groupOf(answered: AnswerSummary, people: Shares, people_n: number): EvaluatedGroup {
  const { yes_pct, maybe_pct, no_pct, n_a_pct, effective_n } = answered;
  const sum = Math.max(1e-9, yes_pct + maybe_pct + no_pct);
  const model = { yes: yes_pct / sum, maybe: maybe_pct / sum, no: no_pct / sum };
  return { model, model_n: effective_n * (1 - n_a_pct / 100), people, people_n };
}

/** Standard errors from which on a difference is a finding: with 35 segments looked at, 3 let one through in ten evaluations. */
const FINDING_SE = 3.3;
const MIN_SHIFT_POINTS = 3;

/** The figures of an evaluation in lines for a terminal. */
export function reportOf({ name, version }: AgentEngine, figures: MeasuredModel, agents: number): string[] {
  const { variance_ratio } = figures;
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
  { questions, bias_points, bias_se_points, variance_ratio, shifts }: MeasuredModel,
): string[] {
  const { answers, segments, segments_se } = variance_ratio;
  const found = (shift: number, se: number, count: number) =>
    Math.abs(shift) >= MIN_SHIFT_POINTS && Math.abs(shift) > studentQuantile(FINDING_SE, count - 1) * se;
  const apart = segments === null || segments_se === null ? null : { segments, reach: 2 * segments_se };
  return stated([
    found(bias_points, bias_se_points, questions) &&
    `yes is ${Math.abs(bias_points)} points too ${bias_points > 0 ? "frequent" : "rare"} over all questions`,
    answers < 0.8 && `too little variance of the answers (${answers}; 1 is right)`,
    apart !== null && apart.segments + apart.reach < 0.8 &&
    `too little variance between segments (${segments}; 1 is right): everybody answers alike`,
    apart !== null && apart.segments - apart.reach > 1.25 &&
    `too much variance between segments (${segments}; 1 is right): stereotypes`,
    ...shifts.filter(({ shift_points, se_points, questions }) => found(shift_points, se_points, questions))
      .map(
        ({ segment, shift_points }) =>
          `${segment} says yes ${Math.abs(shift_points)} points too ${
            shift_points > 0 ? "often" : "seldom"
          }, beside the whole`,
      ),
  ]);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const signed = (x: number): string => `${x > 0 ? "+" : ""}${x}`;
