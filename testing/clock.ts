/** Runs `work` while this process's clock is ahead by `aheadMs` milliseconds, or behind where that is negative. */
export async function withClock<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  const Right = Date;
  class Wrong extends Right {
    constructor(...args: [] | [string | number | Date]) {
      super(...(args.length === 0 ? [Wrong.now()] : args) as [number]);
    }
    static override now(): number {
      return Right.now() + aheadMs;
    }
  }
  globalThis.Date = Wrong as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = Right;
  }
}
