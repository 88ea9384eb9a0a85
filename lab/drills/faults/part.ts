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

/**
 * A process of the stack that the drill ends and starts, as an orchestrator does. It starts again after an end that the drill did not
 * cause as well, but reports that end: nothing else may need a restart.
 */
export class Part {
  readonly name: string;
  /** The ends that the drill did not cause since {@link takeEnds} was called. */
  #ends: string[] = [];
  readonly #start: (change: Settings) => Promise<Child>;
  #running: Child;
  #change: Settings = {};
  #restarting: Promise<void> = Promise.resolve();

  /** @param start starts it where it was, with settings that differ from the first start's. */
  constructor(name: string, running: Child, start: (change: Settings) => Promise<Child>) {
    this.name = name;
    this.#start = start;
    this.#running = running;
    this.#watch(running);
  }

  get pid(): number {
    return this.#running.pid;
  }

  /** Ends the process; resolves when it has ended. */
  async end(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    await this.#restarting;
    const ending = this.#running;
    this.#expected.add(ending);
    await ending.kill(signal);
  }

  readonly #expected = new Set<Child>();

  /** Starts it again, and tries until it runs: a server's predecessor may still hold its data. */
  async start(change: Settings = {}): Promise<void> {
    this.#change = change;
    this.#running = await waitFor(`${this.name} to start`, () => this.#start(change), {
      seconds: START_SECONDS,
      everyMs: 250,
    });
    this.#watch(this.#running);
  }

  /** The ends that the drill did not cause, which are forgotten. */
  takeEnds(): string[] {
    return this.#ends.splice(0);
  }

  /** Resolves once an end that the drill did not cause is made good. */
  settled(): Promise<void> {
    return this.#restarting;
  }

  #watch(running: Child): void {
    void running.exited.then((how) => {
      if (this.#expected.delete(running)) return;
      this.#ends.push(`${this.name} ended by itself (${how})`);
      this.#restarting = this.start(this.#change);
    });
  }
}
