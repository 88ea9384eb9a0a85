/** Creates a part at its first use: a process that needs none saves its time and memory. */
export function lazily<Part>(create: () => Part): () => Part {
  let part: Part | undefined;
  return () => part ??= create();
}

/** Where parts are kept by their keys: it says for how long. */
interface Kept<Key, Part> {
  get(key: Key): Part | undefined;
  set(key: Key, part: Part): unknown;
}

/** Creates a part for each key at the key's first use. */
export function lazilyFor<Key, Part>(
  create: (key: Key) => Part,
  kept: Kept<Key, NoInfer<Part>> = new Map<Key, Part>(),
): (key: Key) => Part {
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const part = create(key);
    kept.set(key, part);
    return part;
  };
}

/** Creates a part for each object at its first use, and forgets both together. */
export function lazilyOf<Owner extends WeakKey, Part>(
  create: (owner: Owner) => Part,
): (owner: Owner) => Part {
  return lazilyFor(create, new WeakMap<Owner, Part>());
}

/** Has callers share what is being read, and what was read in the last `ms` milliseconds; after a failure the next caller reads again. */
export function sharedFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let latest: Promise<Value> | undefined;
  let [isReading, until] = [false, 0];
  return () => {
    if (latest !== undefined && (isReading || performance.now() < until)) return latest;
    [isReading, until] = [true, performance.now() + ms];
    latest = read().finally(() => isReading = false);
    latest.catch(() => until = 0);
    return latest;
  };
}

/** As {@link lazilyOf}, of what takes its time: where it fails, the next use tries again. */
export function untilItFails<Owner extends WeakKey, Part>(
  create: (owner: Owner) => Promise<Part>,
): (owner: Owner) => Promise<Part> {
  const partOf = lazilyOf((owner: Owner) => sharedFor(Infinity, () => create(owner)));
  return (owner) => partOf(owner)();
}
