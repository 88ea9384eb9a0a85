import { activityInfo, ApplicationFailure, cancellationSignal, heartbeat } from "@temporalio/activity";
import type { AnswerIo, AnswerProgress } from "#providers/agents/engine.ts";
import { EngineError } from "#providers/agents/errors.ts";

/** An attempt ends so long before Temporal would time it out, to say why by itself. */
const DEADLINE_MARGIN_MS = 1_000;
/** A run whose engine gave no answer for so long when its deadline came was waiting for the engine, not slow. */
const STALL_MS = 5_000;

/**
 * Asks the engine inside an activity: cancellation, heartbeats, and failures as operators see them. An engine that is silent when the
 * activity's deadline comes fails as `EngineUnavailable`; one that was answering all
 * the time fails as `DeadlinePassed`.
 */
export async function callEngine<T>(
  io: Omit<AnswerIo, "signal" | "heartbeat">,
  ask: (io: AnswerIo) => Promise<T>,
): Promise<T> {
  const { isLocal, attempt, scheduledTimestampMs, scheduleToCloseTimeoutMs } = activityInfo();
  // An earlier attempt ended because the engine did not answer.
  let [done, answeredAt] = [0, attempt === 1 ? Date.now() : 0];
  const beat = (progress: AnswerProgress) => {
    if (progress.done !== done) [done, answeredAt] = [progress.done, Date.now()];
    heartbeat(progress);
  };
  const left = scheduledTimestampMs + scheduleToCloseTimeoutMs - DEADLINE_MARGIN_MS - Date.now();
  const deadline = isLocal ? null : AbortSignal.timeout(Math.max(0, left));
  const signal = deadline === null ? cancellationSignal() : AbortSignal.any([cancellationSignal(), deadline]);
  try {
    return await ask({ ...io, signal, heartbeat: isLocal ? () => {} : beat });
  } catch (error) {
    const silent = deadline?.aborted === true && !cancellationSignal().aborted &&
      Date.now() - answeredAt > STALL_MS;
    if (silent) {
      throw engineFailure(
        new EngineError("engine_unavailable", "The model server gave no answer before the run's deadline"),
      );
    }
    throw error instanceof EngineError ? engineFailure(error) : error;
  }
}

/** An engine's own error as operators see it; the workflow dispatches on its type. */
export function engineFailure(error: EngineError): ApplicationFailure {
  return ApplicationFailure.create({
    message: error.message,
    type: error.name,
    nonRetryable: !error.retryable,
    ...(error.retryAfterMs === null ? {} : { nextRetryDelay: error.retryAfterMs }),
    cause: error,
  });
}
