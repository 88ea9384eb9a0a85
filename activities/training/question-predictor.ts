import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { methodologyTaking, routeByMatch } from "#engine/routing/router.ts";
import { QuestionPrediction } from "#engine/training/question-prediction.ts";
import type { PredictQuestion } from "#engine/training/score-calibration.ts";
import type { Dependencies } from "../dependencies.ts";

export type QuestionPredictorDependencies = Pick<
  Dependencies,
  "methodologies" | "forecasts" | "trained" | "floor"
>;

/**
 * Predicts questions as an auto-routed simulation of the organization would: routed to the methodologies that it may use now, and by the same
 * forecast. A question takes 15 to 25 ms of processor time.
 *
 * @param turns shared by all training runs of the process.
 */
export async function questionPredictor(
  { methodologies, forecasts, trained, floor }: QuestionPredictorDependencies,
  turns: RestingTurns,
  organizationId: string,
  signal: AbortSignal,
): Promise<PredictQuestion> {
  await methodologies.refresh();
  const usable = await methodologies.usableBy(organizationId);
  return async (question) => {
    const learnt = await trained().to(usable).route(question, signal);
    const { read, methodology } = await turns.take(async () => {
      const { forecaster } = forecasts;
      const routing = routeByMatch(
        learnt,
        await forecaster.matchAmong(question, usable, signal),
        usable,
        floor,
      );
      const methodology = methodologyTaking(routing, usable, floor) ?? null;
      return { read: await forecasts.read(question, methodology, signal), methodology };
    }, signal);
    const onTopic = methodology !== null;
    const forecast = await forecasts.forecast({ read, methodology, onTopic, scenario: {} }, signal);
    return new QuestionPrediction(forecast, methodology);
  };
}

/**
 * Lets one piece of work run at a time, and then rests for as long as it took. So all training runs of a process take half a core at most,
 * and what else the process does waits for one piece at a time.
 */
export class RestingTurns {
  readonly #lane = pLimit(1);
  readonly #rest: (ms: number) => Promise<unknown>;

  /** @param rest waits; specs replace it by one that counts. */
  constructor(rest: (ms: number) => Promise<unknown> = sleep) {
    this.#rest = rest;
  }

  /** @param work blocks the event loop while it runs. @throws the signal's reason, before the work or while resting. */
  take<T>(work: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#lane(async () => {
      signal.throwIfAborted();
      const began = performance.now();
      const result = await work();
      await this.#rest(performance.now() - began);
      signal.throwIfAborted();
      return result;
    });
  }
}
