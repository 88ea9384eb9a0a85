/** Prints one line for the person at the terminal. */
export type Log = (line: string) => void;

/** A {@link Log} whose lines begin with the part's name, in a column of its own. */
export function logFor(part: string): Log {
  return (line) => console.log(`  ${part.padEnd(9)} ${line}`);
}

/** Seconds since a value of `performance.now()`, such as "1.4 s". */
export function since(begin: number): string {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}

export function thousands(count: number): string {
  return count.toLocaleString("en-US");
}

interface LogEntry {
  readonly level: string;
  readonly msg: string;
  /** The message, followed by the failed part and the reason where the entry has them. */
  readonly text: string;
}

/** A JSON line of the service's log; undefined for any other line. */
export function parseLogEntry(line: string): LogEntry | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const { level, msg, err, sdk } = JSON.parse(line);
    const details = [sdk?.activityType ?? sdk?.taskQueue, err?.message ?? sdk?.error?.message];
    return { level: String(level), msg: String(msg), text: [msg, ...details.filter(Boolean)].join(": ") };
  } catch {
    return undefined;
  }
}

const ECHOED_LEVELS = ["warn", "error", "fatal"];

/** Prints a child's log entries of level warn and above, and lines that are no log entries, such as a crash's. */
export function echoWarnings(log: Log): (line: string) => void {
  return (line) => {
    const entry = parseLogEntry(line);
    if (entry === undefined) log(line);
    else if (ECHOED_LEVELS.includes(entry.level)) log(`${entry.level}: ${entry.text}`);
  };
}
