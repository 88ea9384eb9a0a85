import process from "node:process";
import type { Logger } from "./log.ts";

/** Whatever hangs by then, such as a Temporal that does not answer, is cut off: a shutdown stays under 25 s. */
const SHUTDOWN_MS = 24_000;

/** Resolves at the first SIGTERM or SIGINT. From then on the process has 24 s to end by itself; a second signal ends it at once. */
export function waitForShutdown(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        log.info({ signal }, "draining");
        setTimeout(() => {
          log.warn("the shutdown took too long");
          process.exit(1);
        }, SHUTDOWN_MS);
        resolve();
      });
    }
  });
}
