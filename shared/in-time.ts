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
