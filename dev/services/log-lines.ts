import type { Log } from "../say.ts";

interface LogLine {
  readonly level: string;
  /** The message, with what failed and why where the line says so. */
  readonly text: string;
  readonly msg: string;
}

/** A JSON log line of ours, or undefined where the line is none. */
export function logLine(line: string): LogLine | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const { level, msg, err, sdk } = JSON.parse(line);
    const details = [sdk?.activityType ?? sdk?.taskQueue, err?.message ?? sdk?.error?.message].filter(
      Boolean,
    );
    return { level: String(level), msg: String(msg), text: [msg, ...details].join(": ") };
  } catch {
    return undefined;
  }
}

/** Shows what the person at the terminal should know: warnings and worse, and whatever isn't the log's own. */
export function echoWarnings(log: Log): (line: string) => void {
  return (line) => {
    const entry = logLine(line);
    if (entry === undefined) log(line);
    else if (["warn", "error", "fatal"].includes(entry.level)) log(`${entry.level}: ${entry.text}`);
  };
}
