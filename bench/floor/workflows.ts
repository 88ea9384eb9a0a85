import { proxyActivities, proxyLocalActivities } from "@temporalio/workflow";

/** The activities of `worker.ts`. */
export interface FloorActivities {
  nothing(): Promise<void>;
  /** Starts workflows of one local activity eagerly, from the worker's process. @returns how many ended in a second. */
  runEagerly(total: number, atOnce: number): Promise<number>;
}

const local = proxyLocalActivities<FloorActivities>({ startToCloseTimeout: "10s" });
const regular = proxyActivities<FloorActivities>({ startToCloseTimeout: "10s" });
const long = proxyActivities<FloorActivities>({ startToCloseTimeout: "10m" });

/** The cheapest workflow with an effect: one local activity. */
export async function oneLocalActivity(): Promise<void> {
  await local.nothing();
}

export async function oneRegularActivity(): Promise<void> {
  await regular.nothing();
}

/** The shape of a long simulation: begin, chunks side by side, complete. */
export async function chunked(chunks: number): Promise<void> {
  await local.nothing();
  await Promise.all(Array.from({ length: chunks }, () => regular.nothing()));
  await local.nothing();
}

export async function eagerRuns(total: number, atOnce: number): Promise<number> {
  return await long.runEagerly(total, atOnce);
}
