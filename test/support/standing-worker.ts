import process from "node:process";
import { stack } from "./stack.ts";

/** Runs `work` while the stack's worker is stopped by SIGSTOP, so that no simulation ends meanwhile, however fast the machine is. */
export async function whileWorkerStands<T>(work: () => Promise<T>): Promise<T> {
  const { worker } = stack().pids;
  process.kill(worker, "SIGSTOP");
  try {
    return await work();
  } finally {
    process.kill(worker, "SIGCONT");
  }
}
