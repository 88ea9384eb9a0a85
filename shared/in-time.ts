/**
 * What a work gives, if it does in time. Past that it goes on, and what it then gives or throws is dropped.
 * @throws what `late` makes
 */
export async function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => timer = setTimeout(() => reject(late()), ms));
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a work gives, unless the signal aborts first; the work then goes on, and what it gives or throws is dropped. @throws the signal's reason */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    // One that has aborted already tells nobody again.
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
  });
}
