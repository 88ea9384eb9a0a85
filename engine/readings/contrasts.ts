import { normalQuantile } from "../random/normal.ts";
import { Z95 } from "../verdict/verdict.ts";
import { itemAt } from "../numeric/columns.ts";
import { agentsOf, type ReadingInput } from "./input.ts";

/** A segment's yes share against the rest of its dimension's. Shares and differences are in percent and points. */
export type Contrast = Readonly<ReturnType<typeof dimensionContrasts>[number]>;

/** Error rate of the whole family of a run's contrasts. */
export const FAMILY_ERROR = 0.05;
/** A share of fewer effective answers than this is not compared: its distribution is too far from the normal. */
export const MIN_EFFECTIVE_N = 30;
/** Least Cohen's h of a reported difference: a large run tells smaller ones from chance, but they do not matter. */
export const MIN_EFFECT = 0.1;

/**
 * Compares every segment with the rest of its dimension on the weighted share that says yes, and keeps what Holm's
 * procedure (Scandinavian Journal of Statistics 6, 1979) rejects at a family-wise error of 5 % and Cohen's h puts at 0.1 or more.
 *
 * The variance of a difference is that of sampling, p(1−p)·(1/n_eff + 1/n_eff of the rest) with Kish's effective numbers
 * and the share p of both together, plus that of the prediction: a segment's difference is off by `segment_sd` logits, and a logit
 * moves the share by b = p·(1 − p/(1 − n_a)). Without this part a large run would find "patterns" that people do not have.
 */
export function contrasts(input: ReadingInput) {
  const ordered = input.dimensions.flatMap((_, d) => dimensionContrasts(input, groupsOf(input, d)))
    .sort((a, b) => Math.abs(b.z) - Math.abs(a.z));
  const failed = ordered.findIndex(({ z }, i) =>
    Math.abs(z) < normalQuantile(1 - FAMILY_ERROR / (2 * (ordered.length - i)))
  );
  const rejected = failed === -1 ? ordered : ordered.slice(0, failed);
  const passed = rejected.filter(({ effect }) => effect >= MIN_EFFECT)
    .sort((a, b) => b.effect - a.effect || Math.abs(b.z) - Math.abs(a.z));
  // Those that passed with the largest effect first.
  return { tested: ordered.length, passed };
}

/** The agents of a segment, or of several of one dimension. */
type Group = ReturnType<typeof groupsOf>[number];

/**
 * One group for each segment of a dimension that has agents.
 * @throws RangeError when an agent's segment is none of its dimension's.
 */
function groupsOf(input: ReadingInput, d: number) {
  const { name, segments } = itemAt(input.dimensions, d);
  // weight² / squares is Kish's effective number; yes and fits are the weights of those who said yes, and of those whom the question fits.
  const none = { dimension: name, agents: 0, weight: 0, squares: 0, yes: 0, fits: 0 };
  const groups = segments.map((segment) => ({ ...none, segment }));
  for (const { segments, weight, answer } of agentsOf(input)) {
    const group = itemAt(groups, itemAt(segments, d));
    group.agents += 1;
    group.weight += weight;
    group.squares += weight * weight;
    if (answer === "yes") group.yes += weight;
    if (answer !== "n_a") group.fits += weight;
  }
  return groups.filter(({ weight }) => weight > 0);
}

/** Two groups of one dimension as one, under the first one's segment. */
function merged(a: Group, b: Group): Group {
  return {
    ...a,
    agents: a.agents + b.agents,
    weight: a.weight + b.weight,
    squares: a.squares + b.squares,
    yes: a.yes + b.yes,
    fits: a.fits + b.fits,
  };
}

/**
 * Contrasts of the segments of one dimension, given by those that have agents. A pair has one contrast: that of the segment that says yes more
 * often.
 */
function dimensionContrasts(input: ReadingInput, present: readonly Group[]) {
  const [first, second] = present;
  if (first === undefined || second === undefined) return [];
  const isPair = present.length === 2;
  const firstLeads = first.yes / first.weight >= second.yes / second.weight;
  const compared = isPair
    ? [{ group: firstLeads ? first : second, rest: firstLeads ? second : first }]
    : present.map((group) => ({ group, rest: present.filter((each) => each !== group).reduce(merged) }));
  return compared.flatMap(({ group, rest }) => {
    const comparison = compare(input, group, rest);
    if (comparison === null) return [];
    const { dimension, segment, agents } = group;
    /** The dimension's other segment where just two have agents: the contrast is then between the two. */
    const other = isPair ? rest.segment : null;
    /** Agents in the segments that the contrast names. */
    const support = isPair ? agents + rest.agents : agents;
    return [{ dimension, segment, other, support, ...comparison }];
  });
}

/** Null where a side is too small, or where all agents or none say yes. */
function compare({ segment_sd }: ReadingInput, group: Group, rest: Group) {
  const effective = group.weight ** 2 / group.squares;
  const restEffective = rest.weight ** 2 / rest.squares;
  if (!(Math.min(effective, restEffective) >= MIN_EFFECTIVE_N)) return null;
  const both = merged(group, rest);
  const pooled = both.yes / both.weight;
  const spread = pooled * (1 - pooled);
  if (spread < 1e-12) return null;

  const share = group.yes / group.weight;
  const restShare = rest.yes / rest.weight;
  // What the error of the segments' predicted differences adds.
  const slope = pooled * (1 - pooled / both.fits * both.weight);
  const shift = (slope * (segment_sd[group.dimension] ?? 0)) ** 2 * (1 + group.weight / rest.weight);
  const sampling = spread * (1 / effective + 1 / restEffective);
  const samplingApart = share * (1 - share) / effective + restShare * (1 - restShare) / restEffective;
  const difference = share - restShare;
  return {
    yes_pct: 100 * share,
    rest_yes_pct: 100 * restShare,
    difference: 100 * difference,
    /** 95 % half-width of the difference, sampling and the prediction's error together. */
    margin: 100 * Z95 * Math.sqrt(samplingApart + shift),
    /** Difference over its standard error under no difference. */
    z: difference / Math.sqrt(sampling + shift),
    /** Cohen's h, |2·asin√p₁ − 2·asin√p₂|: 0.2 is small, 0.5 medium, 0.8 large. */
    effect: Math.abs(2 * Math.asin(Math.sqrt(share)) - 2 * Math.asin(Math.sqrt(restShare))),
  };
}
