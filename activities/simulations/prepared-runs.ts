import { LRUCache } from "lru-cache";
import type { RunRow } from "#db/simulations/runs.ts";
import { type PreparedSimulation, prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import type { Survey } from "#providers/agents/engine.ts";
import type { Forecast, ScenarioApplied } from "#engine/forecast/forecast.ts";
import { PUBLISHED, rivalsOf } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import { calibrationBoundary } from "#engine/verdict/calibration-boundary.ts";
import type { CalibrationBoundary } from "#engine/verdict/schema.ts";
import { forecastWithin } from "#engine/forecast/forecast-within.ts";
import { type Audience, audienceText } from "#engine/population/audience.ts";
import { methodologyTaking } from "#engine/routing/router.ts";
import { findModelError } from "#db/methodologies/evaluated-models.ts";
import { type ForecastByModel, forecastsByModel } from "#engine/forecast/model-forecasts.ts";
import type { Dependencies } from "../dependencies.ts";

type PreparationDependencies = Pick<
  Dependencies,
  "database" | "methodologies" | "forecasts" | "routing" | "engine"
>;

/** A run, ready for its agents to answer, with the calibration boundary of its result. */
export interface PreparedRun {
  readonly run: PreparedSimulation;
  readonly survey: Survey;
  readonly boundary: CalibrationBoundary & { readonly embedder_id: string };
  readonly scenario: ScenarioApplied | null;
}

/** Runs that one worker has in flight at once, at most; an older one is prepared again when it is needed. */
const MAX_RUNS = 64;

/** What is expected of a question under a methodology, and how surely it is on its topic, 0 to 1. */
interface Expectation {
  readonly confidence: number;
  readonly forecast: Forecast;
  /** The one that the question fits where it does not fit this methodology; null without one. */
  readonly fitting: Methodology | null;
}

/** Some 20 kB each with its fit; the keys hold a question and a scenario, 20 kB at most. */
const MAX_EXPECTATIONS = 256;
/** Some 3 MB each with its fit and its part of the frame. */
const MAX_AUDIENCES = 12;

/**
 * Prepares runs from their rows, with what is expected of their questions and what may be claimed about their results. It caches the recent ones:
 * a run of many chunks is prepared once a process.
 */
export class PreparedRuns {
  readonly #dependencies: PreparationDependencies;
  readonly #runs = new LRUCache<string, Promise<PreparedRun>>({ max: MAX_RUNS });
  readonly #expectations = new LRUCache<string, Expectation>({ max: MAX_EXPECTATIONS });
  /** Of the last question that each audience was asked: the forecast, and that of its people. */
  readonly #audiences = new LRUCache<string, readonly [whole: Forecast, within: Forecast]>({
    max: MAX_AUDIENCES,
  });
  /** Null for the embedded engine, whose agents are drawn from the forecast. */
  readonly #byModel: ForecastByModel | null;

  constructor(dependencies: PreparationDependencies) {
    const { database, engine } = dependencies;
    this.#dependencies = dependencies;
    this.#byModel = engine.bounded ? null : forecastsByModel(() => findModelError(database, engine));
  }

  /** @throws what {@link QuestionForecasts.forecast} throws; Error where neither the release nor a row has the run's version. */
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

  /** Forecasts a run's question and decides what may be claimed about its result, before its agents answer. */
  async #prepare(row: RunRow): Promise<PreparedRun> {
    const { methodologies, forecasts: { embedder }, engine } = this.#dependencies;
    // The version that the run was created with: publishing anew in between changes no run's verdict.
    const methodology = await methodologies.version(row.organization_id, row);
    if (methodology === undefined) {
      const { methodology_slug, methodology_version } = row;
      throw new Error(
        `Methodology ${methodology_slug} version ${methodology_version} is neither stored nor in this release`,
      );
    }
    const { forecast: expected, confidence, fitting } = await this.#expectationOf(row, methodology);
    const whole = await this.#byModel?.(expected) ?? expected;
    const forecast = row.audience === null ? whole : this.#within(whole, methodology, row.audience);
    const boundary = calibrationBoundary({
      forecast,
      methodology,
      fitting,
      question: row.question,
      embedderId: embedder.id,
      routingConfidence: row.question === null ? null : confidence,
      engine: engine.bounded ? "embedded" : "model",
    });
    const asked = forecast.tier === 3 ? null : methodology;
    const question = row.question ?? methodology.kpi_question;
    return {
      run: prepareSimulation({ seed: Number(row.seed), methodology: asked, forecast }),
      survey: { question, scenario: row.scenario_context, methodology: asked },
      boundary: { ...boundary, embedder_id: embedder.id },
      scenario: forecast.scenario,
    };
  }

  /** Questions are asked again and again, of other sizes and seeds: the forecast does not depend on these. */
  async #expectationOf(row: RunRow, methodology: Methodology): Promise<Expectation> {
    const key = JSON.stringify([
      methodology.id ?? methodology.slug,
      methodology.version,
      row.question,
      row.routing_confidence,
      row.scenario_context,
      await this.#dependencies.forecasts.knowledge?.version() ?? null,
    ]);
    const known = this.#expectations.get(key);
    if (known !== undefined) return known;
    const expectation = await this.#expect(row, methodology);
    this.#expectations.set(key, expectation);
    return expectation;
  }

  /** As for a question, many runs ask one audience. */
  #within(whole: Forecast, methodology: Methodology, audience: Audience): Forecast {
    const key = audienceText(audience);
    const [known, within] = this.#audiences.get(key) ?? [];
    if (known === whole && within !== undefined) return within;
    const forecast = forecastWithin(whole, methodology, audience);
    this.#audiences.set(key, [whole, forecast]);
    return forecast;
  }

  async #expect(row: RunRow, methodology: Methodology): Promise<Expectation> {
    const { forecasts, routing } = this.#dependencies;
    const text = row.question ?? methodology.kpi_question;
    const read = await forecasts.read(text, methodology);
    const confidence = row.question === null
      ? 1
      : row.routing_confidence ?? await routing.confidence(text, methodology);
    const expected = await forecasts.forecast({
      read,
      methodology,
      onTopic: confidence >= routing.floor,
      scenario: row.scenario_context ?? {},
      knowledge: await forecasts.knowledge?.of(read) ?? null,
    });
    const similarity = row.question === null ? 1 : expected.similarity;
    const forecast = { ...expected, similarity };
    if (forecast.tier !== 3) return { confidence, forecast, fitting: null };
    // The methodology of the release that an automatic routing would choose.
    const taking = methodologyTaking(
      await routing.route(text, PUBLISHED, { rivals: rivalsOf(methodology) }),
      PUBLISHED,
      routing.floor,
    );
    const fitting = taking === undefined || taking.slug === methodology.slug ? null : taking;
    return { confidence, forecast, fitting };
  }
}
