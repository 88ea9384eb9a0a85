import { proxyActivities, proxyLocalActivities } from "@temporalio/workflow";
import type * as activities from "./activities.ts";

const local = proxyLocalActivities<typeof activities>({ startToCloseTimeout: "10s" });
const regular = proxyActivities<typeof activities>({ startToCloseTimeout: "10s" });

/** The cheapest workflow that does anything: one local activity. */
export async function oneLocalActivity(): Promise<void> {
  await local.nothing();
}

/** One regular activity. */
export async function oneRegularActivity(): Promise<void> {
  await regular.nothing();
}

/** A long simulation's shape: begin, so many chunks side by side, complete. */
export async function chunked(chunks: number): Promise<void> {
  await local.nothing();
  await Promise.all(Array.from({ length: chunks }, () => regular.nothing()));
  await local.nothing();
}

/** Has the worker start workflows of one local activity eagerly; returns how many a second ended. */
export async function eagerRuns(total: number, atOnce: number): Promise<number> {
  const { runEagerly } = proxyActivities<{ runEagerly(total: number, atOnce: number): Promise<number> }>({
    startToCloseTimeout: "10m",
  });
  return await runEagerly(total, atOnce);
}
