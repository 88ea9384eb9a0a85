import process from "node:process";
import { stack } from "./stack.ts";

/** Does something while the stack's worker stands still, so that no simulation ends meanwhile however fast the machine is. */
export async function whileWorkerStands<T>(work: () => Promise<T>): Promise<T> {
  const { worker } = stack().pids;
  process.kill(worker, "SIGSTOP");
  try {
    return await work();
  } finally {
    process.kill(worker, "SIGCONT");
  }
}
