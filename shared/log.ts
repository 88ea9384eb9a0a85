import { pino } from "pino";
import type { Logger, LoggerOptions } from "pino";
import { traceFields, TRACING } from "./tracing.ts";

export type { Logger };

/** Lines are written together, because one system call for each costs a busy API a tenth of its time. A `kill -9` loses these. */
const FLUSH_MS = 50;
const FLUSH_BYTES = 4096;
/** Pino's number of `warn`: such lines and graver ones wait for no others. */
const WARN = 40;

/** Logs one JSON object a line to standard output; times in ISO 8601, errors with their stack and cause. @param process its name. */
export function createLogger(process: string, level: string): Logger {
  const options: LoggerOptions = {
    level,
    base: { process },
    ...(TRACING ? { mixin: traceFields } : {}),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      logMethod(args, log, level) {
        log.apply(this, args);
        if (level >= WARN) this.flush();
      },
    },
  };
  return pino(
    options,
    pino.destination({ dest: 1, minLength: FLUSH_BYTES, periodicFlush: FLUSH_MS, sync: false }),
  );
}
