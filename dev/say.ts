/** Tells the person at the terminal what happens: one line, the part's name first. */
export type Log = (line: string) => void;

/** A {@link Log} whose lines begin with the part's name, in a column of their own. */
export function logFor(part: string): Log {
  return (line) => console.log(`  ${part.padEnd(9)} ${line}`);
}

/** Seconds since a moment of `performance.now()`, such as "1.4 s". */
export function since(begin: number): string {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}
