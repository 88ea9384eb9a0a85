import { expectedOf, type Shares } from "./answer-model.ts";
import type { Methodology } from "../bank/methodology.ts";
import { invertedShares } from "../bank/shares.ts";
import { floatAt, itemAt } from "../numeric/columns.ts";
import type { Audience } from "../population/audience.ts";
import { DIMENSION_NAMES, dimensionIndex, segmentNames, slotOf } from "../population/dimensions.ts";
import { type Frame, marginOf } from "../population/frame.ts";
import { FORECAST_TOLERANCE, populationOf } from "./basis.ts";
import { fitModel } from "./fit-model.ts";
import type { Forecast } from "./forecast.ts";
import { targetsOfShares } from "./targets.ts";
import type { Deviation, Deviations, Uncertainty } from "./uncertainty.ts";

/**
 * Standard deviation, in logits, of what people in segments of two dimensions answer beyond what the two say one by one: measured on the
 * surveys' own cells (docs/accuracy.md, "Audiences"). Each further dimension adds as much again.
 */
const TOGETHER_SD = 0.07;

/**
 * The forecast of those of a population who are of the audience. Segments of several dimensions are put together by the additive model that
 * agents are drawn from, fitted to the whole population's forecast. Some 30 ms.
 * @param forecast of the whole population.
 * @throws RangeError for an unknown dimension or segment, or an empty audience.
 */
export function forecastWithin(
  forecast: Forecast,
  methodology: Methodology | null,
  audience: Audience,
): Forecast {
  const asked = forecast.tier === 3 ? null : methodology;
  const whole = populationOf(asked);
  const named = Object.keys(audience).map(dimensionIndex);
  const targets = targetsOfShares(forecast, whole.frame, whole.reported, named);
  const model = fitModel(whole.frame, targets, FORECAST_TOLERANCE);
  const { frame, reported } = populationOf(asked, audience);
  const expected = expectedOf({ frame, model, reported });
  const { uncertainty } = forecast;
  const inDirection = (shares: Shares) => invertedShares(shares, forecast.inverted);
  const segments = reported.flatMap((dimension) =>
    segmentNames(dimension).flatMap((segment, s) => {
      const shares = expected.segment[slotOf(dimension, s)];
      const name = itemAt(DIMENSION_NAMES, dimension);
      if (shares === undefined) return [];
      const within = { ...audience, [name]: [segment] };
      return [{ name: `${name}=${segment}`, shares: inDirection(shares), within }];
    })
  );
  return {
    ...forecast,
    audience,
    overall: inDirection(expected.overall),
    segments: new Map(segments.map(({ name, shares }) => [name, shares])),
    uncertainty: uncertainty && {
      basis: uncertainty.basis,
      overall: deviationsWithin(uncertainty, frame, audience),
      segments: new Map(
        segments.map(({ name, within }) => [name, deviationsWithin(uncertainty, frame, within)]),
      ),
    },
  };
}

/**
 * What is not known of people in these segments: each way in which the whole may differ, with what the segments of each dimension add to
 * it. Segments of one dimension err independently, so several of them together err less.
 * @param frame the audience's.
 */
function deviationsWithin(uncertainty: Uncertainty, frame: Frame, audience: Audience): Deviations {
  const members = Object.entries(audience).map(([name, segments]) => ({
    shares: sharesWithin(frame, name, segments),
    segments: segments.map((segment) => uncertainty.segments.get(`${name}=${segment}`)),
  }));
  const together = Math.max(0, members.length - 1) * TOGETHER_SD ** 2;
  const of = (answer: keyof Deviations): Deviation[] =>
    uncertainty.overall[answer].map((own, way) => {
      let { offset } = own;
      let variance = own.sd ** 2 + together;
      for (const { shares, segments } of members) {
        segments.forEach((deviations, s) => {
          const deviation = deviations?.[answer][way] ?? own;
          const share = floatAt(shares, s);
          offset += share * (deviation.offset - own.offset);
          variance += share ** 2 * Math.max(0, deviation.sd ** 2 - own.sd ** 2);
        });
      }
      return { weight: own.weight, offset, sd: Math.sqrt(variance) };
    });
  return { yes: of("yes"), maybe: of("maybe"), no: of("no") };
}

/** The parts of these segments in their people together. */
function sharesWithin(frame: Frame, name: string, segments: readonly string[]): Float64Array {
  const dimension = dimensionIndex(name);
  const margin = marginOf(frame, dimension);
  const people = Float64Array.from(
    segments,
    (segment) => floatAt(margin, segmentNames(dimension).indexOf(segment)),
  );
  const sum = people.reduce((all, share) => all + share, 0);
  return people.map((share) => sum > 0 ? share / sum : 1 / people.length);
}
