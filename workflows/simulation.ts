import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  TimeoutFailure,
  upsertSearchAttributes,
} from "@temporalio/workflow";
import type { Plan, RunResult, SimulationActivities } from "#activities/simulations/simulation-types.ts";
import type { SimulationInput } from "#temporal/names.ts";
import { OUTCOME, STAGE } from "#temporal/search-attributes.ts";

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export const progressQuery = defineQuery<Progress>("progress");

// Short steps run inside the workflow task, which spares the server two thirds of a step's work. One that does not get through is
// tried again as a regular activity, where operators see what it is retrying.
const short = proxyLocalActivities<SimulationActivities>({
  startToCloseTimeout: "5s",
  scheduleToCloseTimeout: "7s",
  retry: { maximumAttempts: 2, initialInterval: "200ms" },
});
const patient = (summary: string) =>
  proxyActivities<SimulationActivities>({
    startToCloseTimeout: "30s",
    scheduleToCloseTimeout: "1 day",
    retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" },
    summary,
  });

/** Asks every agent of a simulation its question and writes the verdict. */
export async function simulation({ simulation_id, agent_count }: SimulationInput): Promise<RunResult> {
  let done = 0;
  setHandler(progressQuery, () => ({ done, total: agent_count }), {
    description: "Agents that have answered",
  });
  const run = { simulation_id };

  try {
    const beginning = await shortOrPatient("begin", (activities) => activities.beginSimulation(run));
    if (beginning.kind === "ended") return end(beginning);
    const cost = beginning.paid ? await estimate(simulation_id, beginning) : "";
    const show = () => showProgress(beginning, done, agent_count, cost);
    show();
    await answerAll(simulation_id, agent_count, beginning, (agents) => {
      done += agents;
      show();
    });
    return end(
      await shortOrPatient("weigh and write the verdict", (activities) => activities.completeSimulation(run)),
    );
  } catch (error) {
    return await CancellationScope.nonCancellable(async () => {
      const failure = describe(error);
      const ended = await patient(`fail: ${failure.code}`).failSimulation({ ...run, ...failure });
      if (ended.outcome === "terminal") return end(ended);
      end(ended);
      if (isCancellation(error)) throw error;
      throw ApplicationFailure.nonRetryable(failure.message, failure.code);
    });
  }
}

/** A short step where it can be, a visible one with patience where it must. */
async function shortOrPatient<T>(
  summary: string,
  step: (activities: SimulationActivities) => Promise<T>,
): Promise<T> {
  try {
    return await step(short);
  } catch (error) {
    if (isCancellation(error) || isPermanent(error)) throw error;
    return await step(patient(summary));
  }
}

/** Options of an activity that asks the engine, which may hang, beat and be paused by an operator. */
function modelCalls(plan: Plan) {
  return {
    startToCloseTimeout: plan.chunk_timeout_seconds * 1000,
    scheduleToCloseTimeout: plan.deadline_seconds * 1000,
    heartbeatTimeout: "20s",
    cancellationType: "WAIT_CANCELLATION_COMPLETED",
    retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "30s" },
  } as const;
}

/** Runs the chunks, `plan.parallel` at a time; the first that fails for good stops the others. */
async function answerAll(
  simulation_id: string,
  total: number,
  plan: Plan,
  answered: (agents: number) => void,
): Promise<void> {
  let next = 0;
  const takeTurns = async () => {
    while (next < total) {
      const first = next;
      const count = Math.min(plan.chunk_size, total - first);
      next += count;
      const { answerChunk } = proxyActivities<SimulationActivities>({
        ...modelCalls(plan),
        summary: `agents ${first + 1}–${first + count} of ${total}`,
      });
      answered((await answerChunk({ simulation_id, first, count })).agents);
    }
  };
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    const turns = Array.from({ length: plan.parallel }, takeTurns);
    try {
      await Promise.all(turns);
    } catch (error) {
      scope.cancel();
      await Promise.allSettled(turns);
      throw error;
    }
  });
}

/** What the run will cost, in words. */
async function estimate(simulation_id: string, plan: Plan): Promise<string> {
  const { estimateSimulation } = proxyActivities<SimulationActivities>({
    ...modelCalls(plan),
    summary: "estimate the cost",
  });
  const { calls, tokens, cost_usd } = await estimateSimulation({ simulation_id });
  const dollars = cost_usd === null ? "price unknown" : `${cost_usd.toFixed(2)} USD`;
  const counts = `${calls.toLocaleString("en-US")} calls, ${
    Math.round(tokens).toLocaleString("en-US")
  } tokens`;
  return `Estimated: ${counts}, ${dollars}.\n\n`;
}

function showProgress(plan: Plan, done: number, total: number, cost: string): void {
  setCurrentDetails(
    `| stage | agents done | of | engine |\n|---|---|---|---|\n| agents | ${done} | ${total} | ${plan.engine} |\n\n${cost}` +
      `What is retried, and why: Pending Activities. Cancel fails the simulation; without an end it fails after ${
        duration(plan.deadline_seconds)
      }.`,
  );
}

function duration(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function end(ended: RunResult): RunResult {
  setCurrentDetails(`Ended: ${ended.outcome}.`);
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: ended.outcome }]);
  return ended;
}

function isPermanent(error: unknown): boolean {
  return error instanceof ActivityFailure && error.cause instanceof ApplicationFailure &&
    error.cause.nonRetryable === true;
}

/** Failures of the agents' engine: their messages are made for customers. */
const ENGINE_FAULTS: ReadonlySet<string> = new Set(["EngineUnavailable", "BudgetExceeded", "TooManyFailed"]);

type Failure = Pick<Parameters<SimulationActivities["failSimulation"]>[0], "code" | "message">;

/** What the customer is told. Engine faults carry messages made for people; anything else is ours and stays in the log. */
function describe(error: unknown): Failure {
  if (isCancellation(error)) return { code: "cancelled", message: "Cancelled by an operator." };
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const last = cause instanceof TimeoutFailure ? cause.cause : cause;
  if (last instanceof ApplicationFailure && ENGINE_FAULTS.has(last.type ?? "")) {
    return {
      code: last.type === "EngineUnavailable" ? "engine_unavailable" : "internal",
      message: last.message,
    };
  }
  if (
    cause instanceof TimeoutFailure || (last instanceof ApplicationFailure && last.type === "DeadlinePassed")
  ) {
    return { code: "timed_out", message: "The run did not end within its deadline." };
  }
  return { code: "internal", message: "The run failed on our side." };
}
