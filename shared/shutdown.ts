import process from "node:process";
import type { Logger } from "./log.ts";

/** A process that has not ended by then, because a server does not answer, exits: a shutdown stays under 25 s. */
const SHUTDOWN_MS = 24_000;

/** Resolves at the first SIGTERM or SIGINT. The process then has 24 s to end; a second signal ends it at once. */
export function waitForShutdown(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    let draining = false;
    const drain = (signal: NodeJS.Signals) => {
      if (draining) process.exit(1);
      draining = true;
      log.info({ signal }, "draining");
      setTimeout(() => {
        log.warn("The shutdown took too long");
        process.exit(1);
      }, SHUTDOWN_MS);
      resolve();
    };
    process.on("SIGTERM", drain);
    process.on("SIGINT", drain);
  });
}
