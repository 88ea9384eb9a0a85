/** So often an owner's turns count half: long beside a task, and short beside a run. */
const TURNS_HALVE_MS = 500;

/**
 * What waits, by its owner. The owner whose turn was longest ago comes first; where turns are remembered, the one who had the fewest lately does: who asks for little then
 * does not wait for those who ask for much, and who had a thousand turns in a second may wait for some seconds.
 */
class FairQueue {
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Of owners who had any lately; null where turns are not remembered. */
  readonly #turns: Map<string, number> | null;
  #halvedAt = performance.now();

  constructor(remembersTurns = false) {
    this.#turns = remembersTurns ? new Map() : null;
  }

  add(owner: string, start: () => void): void {
    const own = this.#waiting.get(owner) ?? new Set();
    this.#waiting.set(owner, own.add(start));
  }

  remove(owner: string, start: () => void): void {
    const own = this.#waiting.get(owner);
    own?.delete(start);
    if (own?.size === 0) this.#waiting.delete(owner);
  }

  /** How much of the owner's waits. */
  countOf(owner: string): number {
    return this.#waiting.get(owner)?.size ?? 0;
  }

  /**
   * Takes the oldest of the owner whose turn it is.
   * @param may whether it can be this owner's turn; by default it can be anybody's
   */
  next(may: (owner: string) => boolean = () => true): (() => void) | undefined {
    this.#halve();
    let first: readonly [owner: string, own: Set<() => void>] | undefined;
    let fewest = Infinity;
    for (const [owner, own] of this.#waiting) {
      const turns = this.#turns?.get(owner) ?? 0;
      if (turns < fewest && may(owner)) [first, fewest] = [[owner, own], turns];
      if (fewest === 0) break;
    }
    if (first === undefined) return undefined;
    const [owner, own] = first;
    this.#turns?.set(owner, fewest + 1);
    this.#waiting.delete(owner);
    for (const start of own) {
      own.delete(start);
      if (own.size > 0) this.#waiting.set(owner, own);
      return start;
    }
    return undefined;
  }

  #halve(): void {
    const halvings = Math.floor((performance.now() - this.#halvedAt) / TURNS_HALVE_MS);
    if (this.#turns === null || halvings === 0) return;
    this.#halvedAt += halvings * TURNS_HALVE_MS;
    for (const [owner, turns] of this.#turns) {
      const left = turns / 2 ** halvings;
      if (left > 0.5) this.#turns.set(owner, left);
      else this.#turns.delete(owner);
    }
  }
}

/** No slot became free in time for an owner who has its whole share, or while all others' turns came first. */
export class NoSlot extends Error {
  /** How many slots one owner may have at once. */
  readonly share: number;

  constructor(seconds: number, share: number) {
    super(`No slot was free within ${seconds} s`);
    this.name = "NoSlot";
    this.share = share;
  }
}

/** Slots for tasks at once, for which owners take turns. */
export class FairSlots {
  readonly #turns: FairQueue;
  readonly #running = new Map<string, number>();
  readonly #limit: () => number;
  readonly #share: number;
  #total = 0;

  /**
   * @param limit how many slots there are at present; where there are more of them, {@link startNext} says so
   * @param share how many of them one owner may have at once
   * @param remembersTurns whether the next turn is that of who had the fewest lately, or else that of whose turn was longest ago
   */
  constructor(limit: () => number, { share = Infinity, remembersTurns = false } = {}) {
    this.#turns = new FairQueue(remembersTurns);
    this.#limit = limit;
    this.#share = share;
  }

  get running(): number {
    return this.#total;
  }

  /** How many of the owner's tasks run or wait. */
  tasksOf(owner: string): number {
    return this.#countOf(owner) + this.#turns.countOf(owner);
  }

  /**
   * Runs the task once its owner has a slot. Owners take turns, and each one's tasks start in order of arrival: however many tasks of one
   * owner wait, another's next task waits for one of them at most, where it had no more turns lately.
   * @throws the signal's reason, at once while the task has not started; a task that has started runs to its end
   */
  async run<T>(owner: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    // The task runs as its caller's, not as that of whoever frees the slot: spans belong to the request that a context has.
    await this.#slotFor(owner, signal);
    try {
      return await task();
    } finally {
      this.#count(owner, -1);
      this.startNext();
    }
  }

  #slotFor(owner: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const start = () => {
        signal.removeEventListener("abort", abort);
        this.#count(owner, 1);
        resolve();
      };
      const abort = () => {
        this.#turns.remove(owner, start);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#turns.add(owner, start);
      this.startNext();
    });
  }

  /** Starts what waits while there are slots. */
  startNext(): void {
    while (this.#total < this.#limit()) {
      const start = this.#turns.next((owner) => this.#countOf(owner) < this.#share);
      if (start === undefined) return;
      start();
    }
  }

  #count(owner: string, change: 1 | -1): void {
    const count = this.#countOf(owner) + change;
    if (count === 0) this.#running.delete(owner);
    else this.#running.set(owner, count);
    this.#total += change;
  }

  #countOf(owner: string): number {
    return this.#running.get(owner) ?? 0;
  }
}

/** Slots of which an owner has a share at most, and for which tasks wait for so long. */
export class FairSemaphore {
  readonly #slots: FairSlots;
  readonly #share: number;
  readonly #waitSeconds: number;

  /**
   * @param share how many of the slots one owner may have at once
   * @param waitSeconds how long a task may wait for its slot
   */
  constructor(slots: number, share: number, waitSeconds: number) {
    this.#slots = new FairSlots(() => slots, { share });
    this.#share = share;
    this.#waitSeconds = waitSeconds;
  }

  /** Runs the task once its owner has a slot. @throws NoSlot where that takes too long; the task then never runs */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    const late = new AbortController();
    const noSlot = () => late.abort(new NoSlot(this.#waitSeconds, this.#share));
    const timer = setTimeout(noSlot, 1_000 * this.#waitSeconds);
    return await this.#slots.run(owner, late.signal, () => {
      clearTimeout(timer);
      return task();
    });
  }
}

/** How long a turn lasts, in milliseconds: a task that is shorter altogether, such as a run of 100 agents, waits once. */
const TURN_MS = 3;

/** What computes in several parts for an owner. */
export type Task = { readonly organization_id: string };

/**
 * Turns for the processor. JavaScript computes one thing at a time, so a part that computes for long takes a turn first: of all that are ready,
 * the organization whose turn was longest ago comes next, and between two turns the event loop does what else is due.
 */
export class ProcessorTurns {
  readonly #turns = new FairQueue();
  #current: Task | null = null;
  #since = 0;

  /** Resolves when it is the task's turn, which lasts until the task next waits for anything else, or for 3 ms of several parts. */
  async take(task: Task): Promise<void> {
    if (this.#current === null) return this.#begin(task);
    if (this.#current === task && performance.now() - this.#since < TURN_MS) return;
    await new Promise<void>((resolve) =>
      this.#turns.add(task.organization_id, () => {
        this.#begin(task);
        resolve();
      })
    );
  }

  #begin(task: Task): void {
    this.#current = task;
    this.#since = performance.now();
    setImmediate(() => {
      this.#current = null;
      this.#turns.next()?.();
    });
  }
}
