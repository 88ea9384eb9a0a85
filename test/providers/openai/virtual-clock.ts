import type { Clock } from "#providers/openai/clock.ts";

/** A clock on which time passes only by sleeping, without waiting. */
export class VirtualClock implements Clock {
  time = 0;
  readonly slept: number[] = [];

  now(): number {
    return this.time;
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.slept.push(ms);
    this.time += ms;
    await Promise.resolve();
  }
}

/** A signal that never aborts. */
export const STEADY = new AbortController().signal;
