import { Context } from "@temporalio/activity";

/** A third of the shortest of the workflows' heartbeat timeouts, 15 s. */
const HEARTBEAT_MS = 5_000;

/**
 * Sends heartbeats while `work` runs, so that Temporal detects a killed worker and delivers a cancellation even while the activity waits for
 * another server.
 *
 * @param progress what operators see of the pending activity.
 */
export async function withHeartbeats<T>(
  work: () => Promise<T>,
  progress: () => unknown = () => undefined,
): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(progress()), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
