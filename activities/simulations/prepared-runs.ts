import type { RunRow } from "#db/simulations/runs.ts";
import type { JsonObject } from "#shared/json.ts";
import { methodologyVersion } from "#engine/methodologies/catalogue.ts";
import { prepareRun, type Run } from "#engine/simulation/run.ts";
import type { Survey } from "#providers/agents/engine.ts";
import type { CalibrationAssessor } from "./calibration-assessor.ts";

/** A run, ready for its agents to answer, with the calibration boundary of its result. */
export interface PreparedRun {
  readonly run: Run;
  readonly survey: Survey;
  readonly boundary: JsonObject;
}

/** Runs that one worker has in flight at once, at most; an older one is prepared again when it is needed. */
const MAX_RUNS = 64;

/** Prepares runs from their rows and caches the recent ones: a run of four chunks is prepared once a process, not five times. */
export class PreparedRuns {
  readonly #assessor: CalibrationAssessor;
  readonly #runs = new Map<string, Promise<PreparedRun>>();

  constructor(assessor: CalibrationAssessor) {
    this.#assessor = assessor;
  }

  /** @throws what {@link CalibrationAssessor.assess} throws; Error where this release lacks the run's methodology. */
  get(row: RunRow): Promise<PreparedRun> {
    const cached = this.#runs.get(row.id);
    if (cached !== undefined) return cached;
    const prepared = this.#prepare(row);
    prepared.catch(() => this.delete(row.id));
    this.#runs.set(row.id, prepared);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MAX_RUNS && oldest !== undefined) this.#runs.delete(oldest);
    return prepared;
  }

  delete(id: string): void {
    this.#runs.delete(id);
  }

  async #prepare(row: RunRow): Promise<PreparedRun> {
    const { methodology_slug: slug, methodology_version: version } = row;
    const requested = methodologyVersion(slug, version);
    if (requested === undefined) {
      throw new Error(`Methodology ${slug} version ${version} is not in this release`);
    }
    const question = row.question ?? requested.kpi_question;
    const boundary = await this.#assessor.assess(row, requested);
    const { tier } = boundary;
    const fitting = tier === 3 ? null : requested;
    return {
      run: prepareRun({ seed: Number(row.seed), question, methodology: fitting, tier }),
      survey: { question, scenario: row.scenario_context, methodology: fitting },
      boundary: { ...boundary },
    };
  }
}
