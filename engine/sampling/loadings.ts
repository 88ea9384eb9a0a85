import { readFileSync } from "node:fs";
import { lazily } from "#shared/lazily.ts";
import { floatAt } from "../numeric/columns.ts";
import { boundedLogit, type SegmentShares, type Shares } from "../bank/shares.ts";
import type { Forecast } from "../forecast/forecast.ts";
import { NOISE_SD } from "../forecast/answer-model.ts";
import type { Resembling } from "../forecast/resembling.ts";
import { normalQuantile } from "../random/normal.ts";
import { firstUniform, STREAM, streamKey, uniformPair } from "../random/philox.ts";

/**
 * What people's answers to different questions have in common beyond their segments: loadings on a few factors, fitted by
 * `deno task fit-factors` to surveys whose people answered both of two questions. No respondent's row is in it.
 */
interface LoadingsAsset {
  readonly factors: number;
  /** By factor: the loading's change with each entry of the profile. */
  readonly by_profile: readonly (readonly number[])[];
  /** `<survey>/<question>` → loadings in hundredths, in the direction of the table's yes. */
  readonly questions: Readonly<Record<string, string>>;
}

/** A question's factors explain at most this share of its variance where its profile alone says so. */
const MAX_COMMUNALITY = 0.9;

/** Pairs of segments whose difference makes a profile, the first less the second. */
const CONTRASTS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [["party=democrat"], ["party=republican"]],
  [["party=lean_democrat"], ["party=lean_republican"]],
  [["age=18-24", "age=25-34"], ["age=55-64", "age=65+"]],
  [["race=black"], ["race=white"]],
  [["race=hispanic"], ["race=white"]],
  [["race=asian"], ["race=white"]],
  [["education=bachelors", "education=advanced"], ["education=high_school"]],
  [["education=less_than_high_school"], ["education=high_school"]],
  [["sex=female"], ["sex=male"]],
];
/** Differences as small as this, in logits, say little of a question's direction. */
const SMALL = 0.2;

/**
 * Who says yes rather than no: differences between segments on the logit scale, scaled to a length below 1, the party difference by its root, and
 * how many say yes. The opposite question has the opposite profile; segments that are missing differ from none.
 */
export function profileOf(overall: Shares, segments: ReadonlyMap<string, Shares>): Float64Array {
  const balance = ({ yes, no }: Shares) => (boundedLogit(yes) - boundedLogit(no)) / 2;
  const level = (names: readonly string[]): number | undefined => {
    const known = names.flatMap((name) => segments.get(name) ?? []).map(balance);
    return known.length === 0 ? undefined : known.reduce((sum, x) => sum + x, 0) / known.length;
  };
  const differences = CONTRASTS.map(([first, second]) => {
    const [a, b] = [level(first), level(second)];
    return a === undefined || b === undefined ? 0 : a - b;
  });
  const length = Math.sqrt(differences.reduce((sum, x) => sum + x * x, 0)) + SMALL;
  const party = differences[0] ?? 0;
  return Float64Array.from([
    ...differences.map((x) => x / length),
    Math.sign(party) * Math.sqrt(Math.abs(party)),
    balance(overall),
  ]);
}

/** The profile of a question with a table. */
export function profileOfTable(
  { overall, segments }: { readonly overall: Shares; readonly segments: readonly SegmentShares[] },
): Float64Array {
  return profileOf(
    overall,
    new Map(segments.map((each) => [`${each.dimension}=${each.segment}`, each] as const)),
  );
}

const readLoadings = lazily((): LoadingsAsset =>
  JSON.parse(readFileSync(new URL("./loadings.json", import.meta.url), "utf8"))
);

/** The loadings of a calibrated question, in the direction of its table's yes; undefined where no survey fitted them. */
export function calibratedLoadings(id: string): Float64Array | undefined {
  const { questions } = readLoadings();
  const text = Object.hasOwn(questions, id) ? questions[id] : undefined;
  return text === undefined ? undefined : Float64Array.from(text.split(" "), (x) => Number(x) / 100);
}

/** The loadings that a profile says, rounded to hundredths so that no machine's last bit moves an agent. */
export function profileLoadings(profile: Float64Array): Float64Array {
  const loadings = Float64Array.from(
    readLoadings().by_profile,
    (row) => row.reduce((sum, x, k) => sum + x * floatAt(profile, k), 0),
  );
  const communality = loadings.reduce((sum, x) => sum + x * x, 0);
  const scale = Math.min(1, Math.sqrt(MAX_COMMUNALITY / Math.max(communality, 1e-9)));
  return loadings.map((x) => Math.round(100 * scale * x) / 100);
}

/**
 * Loadings of a forecast's question in the direction in which its agents are drawn: those of the calibrated question that was asked or may have been,
 * else what the forecast's segments say. None for made-up figures, which say nothing of people.
 */
export function loadingsOf({ evidence, overall, segments, inverted, resembling }: Forecast): Float64Array {
  if (evidence === "demo" || evidence === "none") return new Float64Array();
  const [only, ...others] = resembling;
  const fitted = only === undefined || others.length > 0 ? undefined : calibratedLoadings(only.name);
  if (fitted !== undefined) return fitted.map((x) => Math.sign(only?.weight ?? 1) * x);
  const loadings = profileLoadings(profileOf(overall, segments));
  return inverted ? loadings.map((x) => -x) : loadings;
}

/**
 * What an agent's latent answer to a question is made of, in standard deviations: factors, which are the same people's in all questions, and a part of
 * the question's own. The squares of all weights add up to 1, so that shares and segments do not depend on them.
 */
export type Latent = Readonly<ReturnType<typeof latentOf>>;

/**
 * The latent answer to a question of these loadings. Its own part is drawn by names, so that two wordings with the same names have the same
 * agents answer, and questions of other names independent ones.
 */
export function latentOf(
  seed: number,
  frame: string,
  loadings: Float64Array,
  parts: readonly Resembling[],
) {
  const length = Math.sqrt(parts.reduce((sum, { weight }) => sum + weight * weight, 0));
  const rest = Math.sqrt(1 - loadings.reduce((sum, x) => sum + x * x, 0));
  // By factor; an even number, the last 0 where need be.
  const even = new Float64Array(loadings.length + loadings.length % 2);
  even.set(loadings);
  return {
    /** Key of the agents' factors: seed and population. */
    population: streamKey(seed, frame),
    loadings: even,
    own: parts.map(({ name, weight }) => ({
      key: streamKey(seed, frame, "question", name),
      weight: rest * weight / length,
    })),
  };
}

/** The latent answer that a forecast's agents draw. Questions on made-up figures, and those that resemble none, have their topic's part in common. */
export function forecastLatent(seed: number, frame: string, topic: string, forecast?: Forecast): Latent {
  const parts = forecast?.resembling ?? [];
  const loadings = forecast === undefined ? new Float64Array() : loadingsOf(forecast);
  return latentOf(seed, frame, loadings, parts.length > 0 ? parts : [{ name: topic, weight: 1 }]);
}

/** The uniforms of the draw in progress. */
const uniforms = new Float64Array(2);

/** An agent's latent answer in marginal logits, rounded to 1e-9, so that another machine's last bit of a logarithm changes no answer. */
export function drawLatent({ population, loadings, own }: Latent, index: number): number {
  let sum = 0;
  for (let k = 0; k < loadings.length; k += 2) {
    uniformPair(uniforms, population, index, STREAM.factor, k / 2);
    sum += floatAt(loadings, k) * normalQuantile(floatAt(uniforms, 0)) +
      floatAt(loadings, k + 1) * normalQuantile(floatAt(uniforms, 1));
  }
  for (const { key, weight } of own) {
    sum += weight * normalQuantile(firstUniform(key, index, STREAM.answer));
  }
  return Math.round(NOISE_SD * sum * 1e9) / 1e9;
}
