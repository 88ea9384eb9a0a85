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

/** As {@link lazilyOf}, of what takes its time: where it fails, the next use tries again. */
export function untilItFails<Owner extends WeakKey, Part>(
  create: (owner: Owner) => Promise<Part>,
): (owner: Owner) => Promise<Part> {
  const kept = new WeakMap<Owner, Promise<Part>>();
  return lazilyFor((owner) => {
    const creating = create(owner);
    creating.catch(() => kept.delete(owner));
    return creating;
  }, kept);
}
