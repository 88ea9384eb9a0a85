import { proxyActivities, proxyLocalActivities } from "@temporalio/workflow";

/** The activities of `worker.ts`. */
export interface FloorActivities {
  /** The last activity of a floor's workflow. Its process counts the run as ended, as ours does when its row is written. */
  recordEnd(): Promise<void>;
  /** Runs bare workflows from the worker's process, and counts their ends there. @returns how many ended in a second. */
  runBare(runs: BareRuns): Promise<number>;
}

export interface BareRuns {
  readonly type: "oneLocalActivity" | "oneRegularActivity";
  readonly queue: string;
  readonly eager: boolean;
  readonly total: number;
  readonly atOnce: number;
}

const local = proxyLocalActivities<FloorActivities>({ startToCloseTimeout: "10s" });
const regular = proxyActivities<FloorActivities>({ startToCloseTimeout: "10s" });
const long = proxyActivities<FloorActivities>({ startToCloseTimeout: "10m" });

/** The cheapest workflow with an effect: one local activity. */
export async function oneLocalActivity(): Promise<void> {
  await local.recordEnd();
}

export async function oneRegularActivity(): Promise<void> {
  await regular.recordEnd();
}

/** Runs workflows of the floor from the floor's own process. @returns how many ended in a second. */
export async function bareRuns(runs: BareRuns): Promise<number> {
  return await long.runBare(runs);
}
