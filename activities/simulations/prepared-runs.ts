import { LRUCache } from "lru-cache";
import type { RunRow } from "#db/simulations/runs.ts";
import type { PublishedMethodologies } from "#db/methodologies/published.ts";
import { type PreparedSimulation, prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import type { Survey } from "#providers/agents/engine.ts";
import type { ScenarioApplied } from "#engine/forecast/forecast.ts";
import type { Assessment, CalibrationAssessor } from "./calibration-assessor.ts";

/** A run, ready for its agents to answer, with the calibration boundary of its result. */
export interface PreparedRun {
  readonly run: PreparedSimulation;
  readonly survey: Survey;
  readonly boundary: Assessment["boundary"];
  readonly scenario: ScenarioApplied | null;
}

/** Runs that one worker has in flight at once, at most; an older one is prepared again when it is needed. */
const MAX_RUNS = 64;

/** Prepares runs from their rows and caches the recent ones: a run of four chunks is prepared once a process, not five times. */
export class PreparedRuns {
  readonly #assessor: CalibrationAssessor;
  readonly #methodologies: PublishedMethodologies;
  readonly #runs = new LRUCache<string, Promise<PreparedRun>>({ max: MAX_RUNS });

  constructor(assessor: CalibrationAssessor, methodologies: PublishedMethodologies) {
    this.#assessor = assessor;
    this.#methodologies = methodologies;
  }

  /** @throws what {@link CalibrationAssessor.assess} throws; Error where neither the release nor a row has the run's version. */
  get(row: RunRow): Promise<PreparedRun> {
    const cached = this.#runs.get(row.id);
    if (cached !== undefined) return cached;
    const prepared = this.#prepare(row);
    prepared.catch(() => this.delete(row.id));
    this.#runs.set(row.id, prepared);
    return prepared;
  }

  delete(id: string): void {
    this.#runs.delete(id);
  }

  async #prepare(row: RunRow): Promise<PreparedRun> {
    // The version that the run was created with: publishing anew in between changes no run's verdict.
    const requested = await this.#methodologies.version(row.organization_id, row);
    if (requested === undefined) {
      const { methodology_slug, methodology_version } = row;
      throw new Error(
        `Methodology ${methodology_slug} version ${methodology_version} is neither stored nor in this release`,
      );
    }
    const question = row.question ?? requested.kpi_question;
    const { forecast, boundary } = await this.#assessor.assess(row, requested);
    const fitting = forecast.tier === 3 ? null : requested;
    return {
      run: prepareSimulation({ seed: Number(row.seed), methodology: fitting, forecast }),
      survey: { question, scenario: row.scenario_context, methodology: fitting },
      boundary,
      scenario: forecast.scenario,
    };
  }
}
