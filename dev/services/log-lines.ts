import type { Log } from "../say.ts";

/** A JSON log line's message, or undefined where the line is none. */
export function logLine(line: string): { level: string; msg: string } | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const { level, msg } = JSON.parse(line);
    return { level: String(level), msg: String(msg) };
  } catch {
    return undefined;
  }
}

/** Shows what the person at the terminal should know: warnings and worse, and whatever isn't the log's own. */
export function echoWarnings(log: Log): (line: string) => void {
  return (line) => {
    const entry = logLine(line);
    if (entry === undefined) log(line);
    else if (["warn", "error", "fatal"].includes(entry.level)) log(`${entry.level}: ${entry.msg}`);
  };
}
