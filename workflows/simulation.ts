import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  TimeoutFailure,
} from "@temporalio/workflow";
import type { SimulationActivities } from "#activities/simulations/simulation.ts";
import type { Plan, RunResult, SimulationInput } from "#temporal/simulation.ts";
import { finish, finishAsFailed, localThenRegular, regularActivities } from "./steps.ts";

interface Progress {
  /** Agents that have answered. */
  readonly done: number;
  readonly total: number;
}

const progressQuery = defineQuery<Progress>("progress");

const RETRY_FOR = "1 day";
const step = localThenRegular<SimulationActivities>({ retryFor: RETRY_FOR, stopAtNonRetryable: true });

/** Asks every agent of a simulation its question and writes the verdict. */
export async function simulation({ simulation_id, agent_count }: SimulationInput): Promise<RunResult> {
  const run = { simulation_id };
  let progress: Progress = { done: 0, total: agent_count };
  setHandler(progressQuery, () => progress, { description: "Agents that have answered" });

  try {
    const plan = await step("begin", (activities) => activities.beginSimulation(run));
    if (plan.kind === "ended") return finish(plan);
    const cost = plan.paid ? await estimateCost(simulation_id, plan) : "";
    showProgress(plan, progress, cost);
    await answerChunks(simulation_id, agent_count, plan, (agents) => {
      progress = { ...progress, done: progress.done + agents };
      showProgress(plan, progress, cost);
    });
    return finish(
      await step("weigh and write the verdict", (activities) => activities.completeSimulation(run)),
    );
  } catch (error) {
    const { code, message } = failureOf(error);
    return await finishAsFailed(error, ApplicationFailure.nonRetryable(message, code), async () => {
      const activities = regularActivities<SimulationActivities>(`fail: ${code}`, {
        scheduleToCloseTimeout: RETRY_FOR,
      });
      return finish(await activities.failSimulation({ ...run, code, message }));
    });
  }
}

/** Activities that call the engine: it may hang, so they send heartbeats, and operators can pause them. */
function engineActivities(plan: Plan, summary: string) {
  return proxyActivities<SimulationActivities>({
    startToCloseTimeout: plan.chunk_timeout_seconds * 1000,
    scheduleToCloseTimeout: plan.deadline_seconds * 1000,
    heartbeatTimeout: "20s",
    cancellationType: "WAIT_CANCELLATION_COMPLETED",
    retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "30s" },
    summary,
  });
}

/** Estimates the cost of a paid run, as a sentence for operators. */
async function estimateCost(simulation_id: string, plan: Plan): Promise<string> {
  const { estimateSimulation } = engineActivities(plan, "estimate the cost");
  const { calls, tokens, cost_usd } = await estimateSimulation({ simulation_id });
  const counts = `${integer(calls)} calls, ${integer(tokens)} tokens`;
  return `Estimated: ${counts}, ${cost_usd === null ? "price unknown" : `${cost_usd.toFixed(2)} USD`}.\n\n`;
}

function integer(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** Runs the chunks, `plan.parallel` at a time; the first chunk that fails cancels the others. */
async function answerChunks(
  simulation_id: string,
  total: number,
  plan: Plan,
  onAnswered: (agents: number) => void,
): Promise<void> {
  let next = 0;
  const runNextChunk = async (): Promise<void> => {
    const first = next;
    if (first >= total) return;
    const count = Math.min(plan.chunk_size, total - first);
    next += count;
    const { answerChunk } = engineActivities(plan, `agents ${first + 1}–${first + count} of ${total}`);
    const { agents } = await answerChunk({ simulation_id, first, count });
    onAnswered(agents);
    return await runNextChunk();
  };
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    const chunks = Array.from({ length: plan.parallel }, runNextChunk);
    try {
      await Promise.all(chunks);
    } catch (error) {
      scope.cancel();
      await Promise.allSettled(chunks);
      throw error;
    }
  });
}

function showProgress(plan: Plan, { done, total }: Progress, cost: string): void {
  setCurrentDetails(
    `| stage | agents done | of | engine |\n|---|---|---|---|\n| agents | ${done} | ${total} | ${plan.engine} |\n\n${cost}` +
      `Pending Activities show what is retried, and why. Cancel fails the simulation; without an end it fails after ${
        duration(plan.deadline_seconds)
      }.`,
  );
}

function duration(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

type Failure = Pick<Parameters<SimulationActivities["failSimulation"]>[0], "code" | "message">;

const TIMED_OUT: Failure = { code: "timed_out", message: "The run did not end within its deadline." };

/** The failure that the customer sees. The engine's messages are written for customers; any other error's message stays in the log. */
function failureOf(error: unknown): Failure {
  if (isCancellation(error)) return { code: "cancelled", message: "Cancelled by an operator." };
  const cause = error instanceof ActivityFailure ? error.cause : error;
  // A timeout between two attempts carries the last attempt's failure.
  const last = cause instanceof TimeoutFailure ? cause.cause : cause;
  if (last instanceof ApplicationFailure) {
    switch (last.type) {
      case "EngineUnavailable":
        return { code: "engine_unavailable", message: last.message };
      case "BudgetExceeded":
      case "TooManyFailed":
        return { code: "internal", message: last.message };
      case "DeadlinePassed":
        return TIMED_OUT;
    }
  }
  return cause instanceof TimeoutFailure
    ? TIMED_OUT
    : { code: "internal", message: "The run failed on our side." };
}
