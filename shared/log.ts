import { pino } from "pino";
import type { Logger } from "pino";

export type { Logger };

/** Logs one JSON object a line to standard output; times in ISO 8601, errors with their stack and cause. @param process its name. */
export function createLogger(process: string, level: string): Logger {
  return pino({
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
