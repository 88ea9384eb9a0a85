/** Weighted answers of some agents, summed up. */
export interface Tally {
  /** Agents by answer, in the order of `ANSWERS`. */
  readonly count: readonly [number, number, number, number];
  /** Weight by answer, in the same order. */
  readonly weight: readonly [number, number, number, number];
  readonly squaredWeight: number;
}

/** Half-width of a 95 % interval, in standard errors. */
export const Z95 = 1.96;

/** Kish's design effect: n Σw² / (Σw)², 1 for equal weights. */
export function designEffect({ count, weight, squaredWeight }: Tally): number {
  const n = count.reduce((sum, c) => sum + c, 0);
  const total = weight.reduce((sum, w) => sum + w, 0);
  return total > 0 ? n * squaredWeight / (total * total) : 1;
}

/**
 * Percentages with two decimals that add up to 100 in hundredths: each is cut to hundredths, and what is left goes to the
 * largest remainders (ties: the first). All 0 when there is nothing to share out.
 */
export function percentages(parts: readonly number[]): number[] {
  const sum = parts.reduce((total, part) => total + part, 0);
  if (!(sum > 0)) return parts.map(() => 0);
  const exact = parts.map((part) => part / sum * 10_000);
  // A part that is a whole number but for floating-point error counts as that number.
  const whole = exact.map((x) => Math.floor(x + 1e-9));
  const left = 10_000 - whole.reduce((total, x) => total + x, 0);
  const byRemainder = exact.map((x, i) => ({ i, remainder: x - (whole[i] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, left)) whole[i] = (whole[i] ?? 0) + 1;
  return whole.map((x) => x / 100);
}

/**
 * 95 % half-width of a share in points: `1.96·√(deff·p(1−p)/n + s_run²)`.
 *
 * Where fewer than five effective respondents are on either side, that sampling part is too short (0 for a share of 0 or 1);
 * there it is at least what reaches from p to the far end of Wilson's interval: 79 points for a single agent. Never above 100.
 */
export function marginOfError(p: number, n: number, deff: number, runSd: number): number {
  if (n === 0) return 100;
  const effective = n / deff;
  let sampling = Z95 * Math.sqrt(p * (1 - p) / effective);
  if (effective * Math.min(p, 1 - p) < 5) sampling = Math.max(sampling, wilsonReach(p, effective));
  return Math.min(100, 100 * Math.hypot(sampling, Z95 * runSd));
}

/** Distance from p to the farther end of Wilson's interval. */
function wilsonReach(p: number, n: number): number {
  const z2 = Z95 * Z95;
  const half = Z95 * Math.sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return (Math.abs(0.5 - p) * z2 / n + half) / (1 + z2 / n);
}

/** To two decimals. */
export const hundredths = (x: number): number => Math.round(x * 100) / 100;
