/**
 * The fewest successes in `trials` that do not refute a rate of at least `rate`: fewer would come with a probability under `level`.
 * Exact, by the binomial distribution; in logarithms, since no success in many trials is too rare for a number.
 */
export function fewestOf(trials: number, rate: number, level: number): number {
  let [successes, below, log] = [0, 0, trials * Math.log1p(-rate)];
  while (below + Math.exp(log) < level) {
    below += Math.exp(log);
    log += Math.log((trials - successes) / (successes + 1) * rate / (1 - rate));
    successes++;
  }
  return successes;
}
