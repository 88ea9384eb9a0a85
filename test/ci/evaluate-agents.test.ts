import assert from "node:assert/strict";
import process from "node:process";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { calibratedBank, type CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import { fitModel } from "#engine/forecast/fit-model.ts";
import { type AnswerModel, NOISE } from "#engine/forecast/answer-model.ts";
import { targetsOfShares } from "#engine/forecast/targets.ts";
import { newestMethodology } from "#engine/bank/catalogue.ts";
import { DIMENSION_NAMES, dimensionIndex, segmentNames, slotOf } from "#engine/population/dimensions.ts";
import { frameOf, marginOf } from "#engine/population/frame.ts";
import type { Forecast } from "#engine/forecast/forecast.ts";
import { PERSONA_TEXTS } from "#providers/agents/openai/persona.ts";
import { type ChatRequest, personIn, type StubServer, stubServer } from "#testing/stub-server.ts";
import { ask } from "#testing/stack.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { completedResults } from "#testing/simulations.ts";

const BANK = new Map(calibratedBank().map((question) => [question.wordings[0], question]));

const REPORTED = ["sex", "age", "education", "race", "region", "party"].map(dimensionIndex);
const FRAME = frameOf("us-adults-2024");
const MARGINS = DIMENSION_NAMES.map((_, dimension) => [...marginOf(FRAME, dimension)]);
const fitted = new Map<string, AnswerModel>();

/** Answers by a question's table: a model of everybody's effects that gives the table again, segment by segment. */
function modelOf({ id, overall, segments }: CalibratedQuestion): AnswerModel {
  const known = fitted.get(id);
  if (known !== undefined) return known;
  const rows = new Map(segments.map((row) => [`${row.dimension}=${row.segment}`, { ...row, n_a: 0 }]));
  const forecast = { overall: { ...overall, n_a: 0 }, segments: rows } as unknown as Forecast;
  const model = fitModel(FRAME, targetsOfShares(forecast, FRAME, REPORTED), 1e-3);
  fitted.set(id, model);
  return model;
}

function honestYes(question: CalibratedQuestion, person: string): number {
  const model = modelOf(question);
  const cut = REPORTED.reduce((sum, dimension) => {
    const texts = PERSONA_TEXTS[DIMENSION_NAMES[dimension]!]!;
    const segment = segmentNames(dimension).findLastIndex((name) => saysOf(texts[name]!).test(person));
    // A dimension that the prompt does not mention counts with its mean.
    const margin = MARGINS[dimension]!;
    const effect = (s: number) => model.yesEffect[slotOf(dimension, s)]!;
    return sum -
      (segment < 0 ? margin.reduce((mean, share, s) => mean + share * effect(s), 0) : effect(segment));
  }, model.yesCut);
  return 1 - NOISE.cdf(cut);
}

/** "man" is no part of "woman". */
const saysOf = (text: string) => new RegExp(`\\b${text}(?! (?:American|or otherwise))`);

type Respondent = (question: CalibratedQuestion, person: string) => number;
const RESPONDENTS = {
  honest: honestYes,
  /** Everybody says what most people say. */
  uniform: ({ overall }) => overall.yes > overall.no ? 0.97 : 0.03,
  /** Republicans say yes far more often than they do. */
  partial: (question, person) =>
    Math.min(0.98, honestYes(question, person) + (person.includes("Republican") ? 0.25 : 0)),
} satisfies Record<string, Respondent>;

/** Replies in the model's form, for the question that the prompt quotes. */
function reply(respondent: Respondent, request: ChatRequest): string {
  const user = request.messages.find(({ role }) => role === "user")?.content ?? "";
  const text = JSON.parse(/^Question: (".*")$/m.exec(user)?.[1] ?? '""');
  const question = BANK.get(text);
  const yes = question === undefined ? 50 : Math.round(100 * respondent(question, personIn(request)));
  const maybe = Math.round(
    (100 - yes) * (question === undefined ? 0 : question.overall.maybe / (1 - question.overall.yes)),
  );
  return JSON.stringify({
    reaction: "That is how I see it.",
    p: { yes, maybe, no: 100 - yes - maybe, n_a: 0 },
    intensity: 3,
    n_a_reason: null,
  });
}

describe("deno task evaluate-agents", function () {
  this.timeout(180_000);
  let own: OwnService;
  let model: StubServer;
  let respondent: Respondent = RESPONDENTS.honest;
  before(async () => {
    model = await stubServer((request) => ({ content: reply(respondent, request) }));
    own = await startOwnService({ AGENTS_BASE_URL: model.url, AGENTS_MODEL: "honest" });
  });
  after(async () => {
    await own?.stop();
    await model?.close();
  });

  async function evaluate(name: keyof typeof RESPONDENTS, ...args: string[]) {
    respondent = RESPONDENTS[name];
    const done = await execa(process.execPath, ["run", "-A", "commands/evaluate-agents.ts", ...args], {
      cwd: ROOT,
      env: { DATABASE_URL: own.databaseUrl, AGENTS_BASE_URL: model.url, AGENTS_MODEL: name },
      reject: false,
    });
    return { ...done, found: done.stdout.split("\n").filter((line) => line.startsWith("FOUND")) };
  }
  const verdict = async () =>
    (await completedResults(own.call, { workflow_id: "brand-trust", agent_count: 300, seed: 1 })).verdict;

  const preview = async () => {
    const question = newestMethodology("brand-trust")!.kpi_question;
    const { data } = await own.call("POST", "/v1/simulations/preview", {
      body: { question, agent_count: 300 },
    });
    return data;
  };

  it("gives runs of a model, and their previews, its measured error as their interval, which was unmeasured before", async () => {
    const before = await verdict();
    const previewed = await preview();
    for (const { uncertainty_basis, evidence, interval_pct, margin_of_error_pct } of [before, previewed]) {
      assert.deepEqual([uncertainty_basis, evidence, interval_pct, margin_of_error_pct], [
        "unmeasured",
        "model",
        null,
        null,
      ]);
    }
    const { exitCode, stdout, stderr, found } = await evaluate(
      "honest",
      "--questions",
      "30",
      "--agents",
      "150",
    );
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(found, [], `${stdout}\n${stderr}`);
    const [row] = await ask<
      { questions: number; figures: { mae_points: number; half_width_points: number } }
    >(
      "SELECT questions, figures FROM model_errors WHERE engine_name = 'model:honest'",
      [],
      own.databaseUrl,
    );
    assert.equal(row?.questions, 30);
    assert.ok(row.figures.mae_points < 5, stdout);
    await Promise.all([own.worker.stop(), own.api.stop()]);
    await Promise.all([own.startWorker(), own.startApi()]);
    const after = await verdict();
    assert.equal(after.uncertainty_basis, "measured_model");
    assert.equal(after.evidence, "model");
    assert.ok(after.margin_of_error_pct >= row.figures.half_width_points - 0.5);
    assert.ok(after.effective_human_n > 1);
    const measured = await preview();
    assert.equal(measured.uncertainty_basis, "measured_model");
    assert.ok(Math.abs(measured.margin_of_error_pct - after.margin_of_error_pct) < 2);
    assert.deepEqual(measured.expected_pct, previewed.expected_pct);
  });

  it("finds too little variance where everybody gives the most frequent answer", async () => {
    const { found, stdout } = await evaluate("uniform", "--questions", "20", "--agents", "60");
    assert.ok(found.some((line) => line.includes("too little variance of the answers")), stdout);
    assert.ok(found.some((line) => line.includes("too little variance between segments")), stdout);
  });

  it("finds the party whose answers are shifted", async () => {
    const { found, stdout } = await evaluate("partial", "--questions", "24", "--agents", "120");
    assert.ok(
      found.some((line) => /party=(lean_)?republican says yes [\d.]+ points too often/.test(line)),
      stdout,
    );
    assert.ok(
      !found.some((line) =>
        /party=(lean_)?(republican|democrat) says yes .* too often/.test(line.replace(/republican/, ""))
      ),
      stdout,
    );
    assert.ok(!found.some((line) => line.includes("too little variance")), stdout);
  });

  it("stores nothing and says why, without a model, with too few questions, or where the server fails", async () => {
    const few = await evaluate("honest", "--questions", "5");
    assert.deepEqual([few.exitCode, few.stderr.slice(0, 6)], [2, "Usage:"]);
    const alone = await execa(process.execPath, ["run", "-A", "commands/evaluate-agents.ts"], {
      cwd: ROOT,
      env: { DATABASE_URL: own.databaseUrl, AGENTS_BASE_URL: "" },
      reject: false,
    });
    assert.equal(alone.exitCode, 2);
    const rows = await ask("SELECT FROM model_errors", [], own.databaseUrl);
    assert.equal(rows.length, 3);
  });
});
