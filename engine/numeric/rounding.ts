import { roundedShares } from "#client/verdict-words.ts";

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

type Three = readonly [number, number, number];
type Four = readonly [number, number, number, number];

/** Percentages with two decimals that add up to 100 in hundredths. All are 0 when the parts add up to 0. */
export function percentages(parts: Four): [number, number, number, number];
export function percentages(parts: Three): [number, number, number];
export function percentages(parts: readonly number[]): number[];
export function percentages(parts: readonly number[]): number[] {
  return roundedShares(parts, 2);
}
