import { pino } from "pino";
import type { Logger } from "pino";

export type { Logger };

/** One JSON object a line on standard output; times in ISO 8601, errors with their stack and cause. */
export function createLogger(process: string, level: string): Logger {
  return pino({
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
