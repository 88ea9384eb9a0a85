/**
 * Percentages that belong together, rounded so that they add up to 100, by the largest-remainder method: each is cut, and what is left over
 * goes to the largest remainders (ties: the first). All are 0 when they add up to 0.
 */
export function roundedShares(shares: readonly number[], decimals = 0): number[] {
  const units = 100 * 10 ** decimals;
  const sum = shares.reduce((total, share) => total + share, 0);
  if (!(sum > 0)) return shares.map(() => 0);
  const rows = shares.map((share, place) => {
    const exact = share / sum * units;
    // A share that is a whole number but for floating-point error counts as that number.
    const whole = Math.floor(exact + 1e-9);
    return { place, whole, remainder: exact - whole };
  });
  const leftOver = units - rows.reduce((total, { whole }) => total + whole, 0);
  const byRemainder = [...rows].sort((a, b) => b.remainder - a.remainder || a.place - b.place);
  const raised = new Set(byRemainder.slice(0, leftOver));
  return rows.map((row) => (row.whole + (raised.has(row) ? 1 : 0)) / 10 ** decimals);
}
