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

/** How long the end of a failed run is recorded again: longer than an outage of the database. */
const RECORD_FAILURE_FOR = "1 day";

/** Asks every agent of a simulation its question and writes the verdict. */
export async function simulation({ simulation_id, agent_count }: SimulationInput): Promise<RunResult> {
  const run = { simulation_id };
  let progress: Progress = { done: 0, total: agent_count };
  setHandler(progressQuery, () => progress, { description: "Agents that have answered" });
  // It counts from the run's first workflow task, so that time without a worker fails no simulation.
  const begun_at = Date.now();
  // Known from the plan on; before it, the activity that begins the run looks at the time.
  let deadlineSeconds: number | null = null;
  const remainingMs: Remaining = () => {
    if (deadlineSeconds === null) return NEVER_BEGUN_MS;
    const remaining = begun_at + deadlineSeconds * 1000 - Date.now();
    if (remaining <= 0) throw ApplicationFailure.nonRetryable(TIMED_OUT.message, "DeadlinePassed");
    return remaining;
  };
  const step = localThenRegular<SimulationActivities>({
    regular: () => ({ scheduleToCloseTimeout: remainingMs() }),
    stopAtNonRetryable: true,
  });

  try {
    const plan = await step(
      "begin",
      (activities) => activities.beginSimulation({ ...run, begun_at }),
    );
    if (plan.kind === "ended") {
      if (plan.outcome === "completed") progress = { done: agent_count, total: agent_count };
      return finish(plan);
    }
    deadlineSeconds = plan.deadline_seconds;
    const cost = plan.paid ? await estimateCost(simulation_id, plan, remainingMs) : "";
    showProgress(plan, progress, cost);
    await answerChunks({ ...run, agent_count }, plan, remainingMs, (agents) => {
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
        scheduleToCloseTimeout: RECORD_FAILURE_FOR,
      });
      return finish(await activities.failSimulation({ ...run, code, message }));
    });
  }
}

/** How long the whole run may go on, whatever its stage, chunks and retries. @throws ApplicationFailure `DeadlinePassed` */
type Remaining = () => number;

/** Longer than any deadline, which the settings bound to a week. */
const NEVER_BEGUN_MS = 8 * 86_400_000;

/**
 * Activities that call the engine: it may hang, so they send heartbeats, and operators can pause them. No async function may return them:
 * `await` would take any name, so `then` too, for an activity.
 */
function engineActivities(plan: Plan, remainingMs: number, summary: string) {
  return proxyActivities<SimulationActivities>({
    startToCloseTimeout: Math.min(plan.chunk_timeout_seconds * 1000, remainingMs),
    scheduleToCloseTimeout: remainingMs,
    heartbeatTimeout: "20s",
    cancellationType: "WAIT_CANCELLATION_COMPLETED",
    retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "30s" },
    summary,
  });
}

/** Estimates the cost of a paid run, as a sentence for operators. */
async function estimateCost(simulation_id: string, plan: Plan, remainingMs: Remaining): Promise<string> {
  const { estimateSimulation } = engineActivities(plan, remainingMs(), "estimate the cost");
  const { calls, tokens, cost_usd } = await estimateSimulation({ simulation_id });
  const counts = `${integer(calls)} calls, ${integer(tokens)} tokens`;
  return `Estimated: ${counts}, ${cost_usd === null ? "price unknown" : `${cost_usd.toFixed(2)} USD`}.\n\n`;
}

function integer(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** Runs the chunks, `plan.parallel` at a time; the first chunk that fails cancels the others. */
async function answerChunks(
  { simulation_id, agent_count: total }: SimulationInput,
  plan: Plan,
  remainingMs: Remaining,
  onAnswered: (agents: number) => void,
): Promise<void> {
  let next = 0;
  const runNextChunk = async (): Promise<void> => {
    const first = next;
    if (first >= total) return;
    const count = Math.min(plan.chunk_size, total - first);
    next += count;
    const summary = `agents ${first + 1}–${first + count} of ${total}`;
    const { answerChunk } = engineActivities(plan, remainingMs(), summary);
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
  // Temporal ends an activity with its last failure once the next attempt would begin after the deadline.
  const hasTimedOut = cause instanceof TimeoutFailure ||
    (error instanceof ActivityFailure && error.retryState === "TIMEOUT");
  if (hasTimedOut) return TIMED_OUT;
  if (last instanceof ApplicationFailure && last.type === "EmbeddingsUnavailable") {
    return { code: "engine_unavailable", message: last.message };
  }
  return { code: "internal", message: "The run failed on our side." };
}
