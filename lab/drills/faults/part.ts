import { waitFor } from "#dev/machine/wait.ts";
import type { Child } from "#dev/machine/child.ts";
import type { Settings } from "#dev/machine/environment.ts";
import type { Finding } from "./judge.ts";

/** A fault that has begun. */
export interface Begun {
  /** Ends it: what was away is back. @returns what it found itself */
  end(): Promise<readonly Finding[] | void>;
  /** From when recovery counts, in milliseconds since the epoch; where absent, from the end. */
  readonly since?: number;
}

/** How long a part may take to start again, after a crash of Postgres for instance. */
const START_SECONDS = 60;

export type Part = ReturnType<typeof partOf>;

/**
 * A process of the stack that the drill ends and starts, as an orchestrator does. It starts again after an end that the drill did not
 * cause as well, but reports that end: nothing else may need a restart.
 * @param startAgain starts it where it was, with settings that differ from the first start's.
 */
export function partOf(name: string, first: Child, startAgain: (change: Settings) => Promise<Child>) {
  let running = first;
  let settings: Settings = {};
  let restarting: Promise<void> = Promise.resolve();
  const expected = new Set<Child>();
  /** The ends that the drill did not cause since they were taken. */
  const ends: string[] = [];
  /** Starts it again, and tries until it runs: a server's predecessor may still hold its data. */
  const start = async (change: Settings = {}): Promise<void> => {
    settings = change;
    const options = { seconds: START_SECONDS, everyMs: 250 };
    running = await waitFor(`${name} to start`, () => startAgain(change), options);
    watch(running);
  };
  const watch = (watched: Child) =>
    void watched.exited.then((how) => {
      if (expected.delete(watched)) return;
      ends.push(`${name} ended by itself (${how})`);
      restarting = start(settings);
    });
  watch(first);
  return {
    start,
    /** Ends the process; resolves when it has ended. */
    async end(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
      await restarting;
      expected.add(running);
      await running.kill(signal);
    },
    /** The ends that the drill did not cause, which are forgotten. */
    takeEnds: (): string[] => ends.splice(0),
    /** Resolves once an end that the drill did not cause is made good. */
    settled: (): Promise<void> => restarting,
  };
}
