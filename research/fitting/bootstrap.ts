const RESAMPLES = 2_000;

/**
 * The 95 % interval of a statistic by the bootstrap over whole groups, drawn with replacement. The same in every run (mulberry32).
 * @returns low and high.
 */
export function bootstrap<Group>(
  groups: readonly Group[],
  statistic: (drawn: readonly Group[]) => number,
): [number, number] {
  const random = generator(1);
  const values = Array.from(
    { length: RESAMPLES },
    () => statistic(groups.flatMap(() => groups[Math.floor(random() * groups.length)] ?? [])),
  ).sort((a, b) => a - b);
  return [values[Math.floor(0.025 * RESAMPLES)] ?? NaN, values[Math.ceil(0.975 * RESAMPLES) - 1] ?? NaN];
}

/** Uniform on [0, 1). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
