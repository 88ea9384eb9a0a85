/** Rounded to one decimal. */
export const tenths = (x: number): number => Math.round(x * 10) / 10;

/** Rounded to two decimals. */
export const hundredths = (x: number): number => Math.round(x * 100) / 100;

/** An interval in percent, to one decimal: away from its middle, so that it holds no less than it did. */
export function outwardTenths(
  { low, high }: { readonly low: number; readonly high: number },
): [number, number] {
  return [Math.floor(1000 * low) / 10, Math.ceil(1000 * high) / 10];
}

/** Percentages with two decimals that add up to 100 in hundredths. All are 0 when the parts add up to 0. */
export const percentages = <const Parts extends readonly number[]>(parts: Parts) =>
  apportioned(parts, 10_000).map((hundredth) => hundredth / 100) as {
    -readonly [Place in keyof Parts]: number;
  };

/** Whole percentages that add up to 100, as a text states shares that belong together. */
export const wholePercentages = (parts: readonly number[]): number[] => apportioned(parts, 100);

/**
 * That many units by the largest-remainder method: each part is cut to whole units, and those left over go to the largest remainders
 * (ties: the first).
 */
function apportioned(parts: readonly number[], units: number): number[] {
  const sum = parts.reduce((total, part) => total + part, 0);
  if (!(sum > 0)) return parts.map(() => 0);
  const rows = parts.map((part, place) => {
    const exact = part / sum * units;
    // A part that is a whole number but for floating-point error counts as that number.
    const whole = Math.floor(exact + 1e-9);
    return { place, whole, remainder: exact - whole };
  });
  const leftOver = units - rows.reduce((total, { whole }) => total + whole, 0);
  const byRemainder = rows.toSorted((a, b) => b.remainder - a.remainder || a.place - b.place);
  const raised = new Set(byRemainder.slice(0, Math.max(0, leftOver)));
  return rows.map((row) => row.whole + (raised.has(row) ? 1 : 0));
}
