/**
 * The inverse of the standard normal distribution function by Wichura's algorithm AS 241, PPND16 (Applied Statistics 37, 1988):
 * one uniform gives one normal, without rejection, so the number of draws stays fixed. Relative error about 1e-16.
 * @param p strictly between 0 and 1; the ends give NaN.
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return centralQuantile(q);
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const z = r <= 5 ? tailQuantile(r - 1.6) : farTailQuantile(r - 5);
  return q < 0 ? -z : z;
}

/** The quantile at 0.5 + q, for |q| up to 0.425. */
function centralQuantile(q: number): number {
  const r = 0.180625 - q * q;
  return q *
    (((((((2509.0809287301226727 * r + 33430.575583588128105) * r + 67265.770927008700853) * r +
                      45921.953931549871457) * r + 13731.693765509461125) * r + 1971.5909503065514427) * r +
          133.14166789178437745) * r + 3.387132872796366608) /
    (((((((5226.495278852854561 * r + 28729.085735721942674) * r + 39307.89580009271061) * r +
                      21213.794301586595867) * r + 5394.1960214247511077) * r + 687.1870074920579083) * r +
          42.313330701600911252) * r + 1);
}

/** The quantile's size where √(−ln of the tail) is r + 1.6, up to 5: tails down to 1.4e-11. */
function tailQuantile(r: number): number {
  return (((((((7.7454501427834140764e-4 * r + 0.0227238449892691845833) * r + 0.24178072517745061177) * r +
                    1.27045825245236838258) * r + 3.64784832476320460504) * r + 5.7694972214606914055) * r +
        4.6303378461565452959) * r + 1.42343711074968357734) /
    (((((((1.05075007164441684324e-9 * r + 5.475938084995344946e-4) * r + 0.0151986665636164571966) * r +
                      0.14810397642748007459) * r + 0.68976733498510000455) * r + 1.6763848301838038494) *
            r +
          2.05319162663775882187) * r + 1);
}

/** The quantile's size where √(−ln of the tail) is r + 5. */
function farTailQuantile(r: number): number {
  return (((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 0.0012426609473880784386) *
                      r +
                    0.026532189526576123093) * r + 0.29656057182850489123) * r + 1.7848265399172913358) *
          r +
        5.4637849111641143699) * r + 6.6579046435011037772) /
    (((((((2.04426310338993978564e-15 * r + 1.4215117583164458887e-7) * r + 1.8463183175100546818e-5) * r +
                      7.868691311456132591e-4) * r + 0.0148753612908506148525) * r +
              0.13692988092273580531) * r +
          0.59983220655588793769) * r + 1);
}

/**
 * The standard normal distribution function by Hart's algorithm 5666 ("Computer Approximations", 1968) as West gives it ("Better
 * approximations to cumulative normal functions", Wilmott, 2005). Relative error of the lower tail about 1e-15.
 */
export function normalCdf(x: number): number {
  const z = Math.abs(x);
  const tail = z < 7.07106781186547 ? Math.exp(-z * z / 2) * tailRatio(z) : farTail(z);
  return x < 0 ? tail : 1 - tail;
}

/** The tail beyond z divided by exp(−z²/2), for z from 0 to 7. */
function tailRatio(z: number): number {
  return ((((((0.0352624965998911 * z + 0.700383064443688) * z + 6.37396220353165) * z + 33.912866078383) *
              z +
            112.079291497871) * z + 221.213596169931) * z + 220.206867912376) /
    (((((((0.0883883476483184 * z + 1.75566716318264) * z + 16.064177579207) * z + 86.7807322029461) * z +
                  296.564248779674) * z + 637.333633378831) * z + 793.826512519948) * z + 440.413735824752);
}

/** The tail beyond z from 7 on, by a continued fraction. */
function farTail(z: number): number {
  return Math.exp(-z * z / 2) / (z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))) / 2.506628274631;
}

/** The logistic function, 1 / (1 + e^−x): the share of a logit. */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The logit of a share, ln(p / (1 − p)). Shares are cut to [1e-6, 1 − 1e-6], so that 0 and 1 give finite logits (±13.8). */
export function logit(p: number): number {
  const inside = Math.min(Math.max(p, 1e-6), 1 - 1e-6);
  return Math.log(inside / (1 - inside));
}
