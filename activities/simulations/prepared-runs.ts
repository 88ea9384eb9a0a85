import type { RunRow } from "#db/simulations/runs.ts";
import type { JsonObject } from "#shared/json.ts";
import { methodologyVersion } from "#engine/methodologies/catalogue.ts";
import type { Survey } from "#providers/agents/engine.ts";
import type { CalibrationAssessor } from "./calibration-assessor.ts";
import { prepareRun, type Run } from "#engine/simulation/run.ts";

/** A run, and what may be claimed about its result. */
export interface PreparedRun {
  readonly run: Run;
  readonly survey: Survey;
  readonly boundary: JsonObject;
}

/** Runs under way at once in one worker, at most; an older one is prepared again when it is needed. */
const KEPT = 64;

/** Prepares runs from their rows and keeps the recent ones: a run of four chunks is prepared once a process, not five times. */
export class PreparedRuns {
  readonly #judge: CalibrationAssessor;
  readonly #runs = new Map<string, Promise<PreparedRun>>();

  constructor(judge: CalibrationAssessor) {
    this.#judge = judge;
  }

  get(row: RunRow): Promise<PreparedRun> {
    let prepared = this.#runs.get(row.id);
    if (prepared === undefined) {
      prepared = this.#prepare(row);
      prepared.catch(() => this.forget(row.id));
      this.#runs.set(row.id, prepared);
      const [oldest] = this.#runs.keys();
      if (this.#runs.size > KEPT && oldest !== undefined) this.#runs.delete(oldest);
    }
    return prepared;
  }

  forget(id: string): void {
    this.#runs.delete(id);
  }

  async #prepare(row: RunRow): Promise<PreparedRun> {
    const found = methodologyVersion(row.methodology_slug, row.methodology_version);
    if (found === undefined) {
      throw new Error(
        `Methodology ${row.methodology_slug} version ${row.methodology_version} is not in this release`,
      );
    }
    const question = row.question ?? found.kpi_question;
    const boundary = await this.#judge.assess(row, found);
    const { tier } = boundary;
    const run = prepareRun({
      seed: Number(row.seed),
      question,
      methodology: tier === 3 ? null : found,
      tier,
    });
    const survey = { question, scenario: row.scenario_context, methodology: tier === 3 ? null : found };
    return { run, survey, boundary: { ...boundary } };
  }
}
