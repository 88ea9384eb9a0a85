import { activityInfo, ApplicationFailure, cancellationSignal, heartbeat } from "@temporalio/activity";
import type { AnswerIo, AnswerProgress } from "#providers/agents/engine.ts";
import { EngineError } from "#providers/agents/errors.ts";

/** An attempt ends this long before Temporal would time it out, so that the attempt itself reports the cause. */
const DEADLINE_MARGIN_MS = 1_000;
/** A run whose engine gave no answer for this long before its deadline has a stalled engine, not a slow one. */
const STALL_MS = 5_000;

/**
 * Calls the engine inside an activity, with the activity's cancellation and heartbeats.
 *
 * @throws ApplicationFailure of the engine's own errors; `EngineUnavailable` where the engine gave no answer for 5 s before the activity's
 * deadline; `DeadlinePassed` where it answered until then.
 */
export async function callEngine<T>(
  io: Omit<AnswerIo, "signal" | "heartbeat">,
  call: (io: AnswerIo) => Promise<T>,
): Promise<T> {
  const answers = new AnswerClock();
  const { isLocal } = activityInfo();
  const deadline = isLocal ? null : AbortSignal.timeout(remainingMs());
  const signal = deadline === null ? cancellationSignal() : AbortSignal.any([cancellationSignal(), deadline]);
  try {
    return await call({
      ...io,
      signal,
      heartbeat: isLocal ? () => {} : (progress) => answers.beat(progress),
    });
  } catch (error) {
    const timedOut = deadline?.aborted === true && !cancellationSignal().aborted;
    throw timedOut ? deadlineFailure(answers.stalled()) : asFailure(error);
  }
}

function deadlineFailure(stalled: boolean): ApplicationFailure {
  if (!stalled) return ApplicationFailure.nonRetryable("The run did not end in time", "DeadlinePassed");
  const message = "The model server gave no answer before the run's deadline";
  return engineFailure(new EngineError("engine_unavailable", message));
}

function remainingMs(): number {
  const { scheduledTimestampMs, scheduleToCloseTimeoutMs } = activityInfo();
  const deadline = scheduledTimestampMs + scheduleToCloseTimeoutMs - DEADLINE_MARGIN_MS;
  return Math.max(0, deadline - Date.now());
}

/** Passes heartbeats on and measures the time since the engine's last answer. */
class AnswerClock {
  #done = 0;
  // A second attempt follows one that the engine did not answer.
  #answeredAt = activityInfo().attempt === 1 ? Date.now() : 0;

  beat(progress: AnswerProgress): void {
    if (progress.done !== this.#done) this.#answeredAt = Date.now();
    this.#done = progress.done;
    heartbeat(progress);
  }

  stalled(): boolean {
    return Date.now() - this.#answeredAt > STALL_MS;
  }
}

/** An engine's own error as operators see it; any other error as it is. */
export function asFailure(error: unknown): unknown {
  return error instanceof EngineError ? engineFailure(error) : error;
}

/** An engine's own error as operators see it. The workflow derives the simulation's failure code from its type. */
export function engineFailure(error: EngineError): ApplicationFailure {
  return ApplicationFailure.create({
    message: error.message,
    type: error.name,
    nonRetryable: !error.retryable,
    ...(error.retryAfterMs === null ? {} : { nextRetryDelay: error.retryAfterMs }),
    cause: error,
  });
}
