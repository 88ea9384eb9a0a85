import { type AgentChunk, type Answer, ANSWERS } from "#engine/sampling/chunks.ts";
import { normalQuantile } from "#engine/random/normal.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import type { SimulationDimension } from "#engine/sampling/prepared-simulation.ts";

/** Dimensions of a run with the shares of a grown-up population, independent of each other. */
export const DIMENSIONS: readonly (SimulationDimension & { readonly shares: readonly number[] })[] = [
  { name: "sex", segments: ["female", "male"], shares: [0.51, 0.49] },
  {
    name: "age",
    segments: ["18-24", "25-34", "35-44", "45-54", "55-64", "65+"],
    shares: [0.12, 0.17, 0.17, 0.15, 0.16, 0.23],
  },
  {
    name: "education",
    segments: ["less_than_high_school", "high_school", "some_college", "bachelors", "advanced"],
    shares: [0.1, 0.29, 0.27, 0.22, 0.12],
  },
  { name: "region", segments: ["northeast", "midwest", "south", "west"], shares: [0.17, 0.21, 0.38, 0.24] },
  {
    name: "race",
    segments: ["white", "black", "hispanic", "asian", "other"],
    shares: [0.61, 0.12, 0.17, 0.06, 0.04],
  },
  { name: "urbanicity", segments: ["urban", "suburban", "rural"], shares: [0.27, 0.52, 0.21] },
];

export interface SyntheticRun {
  readonly agents: number;
  readonly seed?: number;
  /** Probability of each answer. */
  readonly shares?: Readonly<Record<Answer, number>>;
  /** Points added to the yes share of a segment against the rest of its dimension. */
  readonly planted?: { readonly dimension: string; readonly segment: string; readonly points: number };
  readonly tauSeg?: number;
  readonly sRun?: number;
  /** Coefficient of variation of the weights; 0 leaves all at 1. */
  readonly weightSpread?: number;
  readonly quoteShare?: number;
  readonly chunk?: number;
  readonly reasons?: Readonly<Record<Answer, readonly string[]>>;
  readonly changes?: Partial<ReadingInput>;
}

const REASONS: Readonly<Record<Answer, readonly string[]>> = {
  yes: [
    "It would save me a lot of time and hassle.",
    "The price is fair.",
    "I trust the company.",
    "Just because.",
  ],
  maybe: ["It depends on the price.", "I would need more information first."],
  no: ["It costs too much.", "I do not need it.", "I already have one that I am happy with.", "No."],
  n_a: ["This does not apply to me."],
};

/** Thirty-two well mixed bits of a counter: mulberry32. */
export function generator(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}

/** A stored run whose agents are drawn independently, with segment shifts as a run of the engine has. */
export function syntheticRun(options: SyntheticRun): ReadingInput {
  const { agents, seed = 1, tauSeg = 0.15, sRun = 0.02, quoteShare = 0.1, weightSpread = 0, chunk = 500 } =
    options;
  const shares = options.shares ?? { yes: 0.45, maybe: 0.18, no: 0.35, n_a: 0.02 };
  const reasons = options.reasons ?? REASONS;
  const draw = generator(seed);
  const normal = () => normalQuantile(draw());
  const shift = DIMENSIONS.map(({ segments }) =>
    segments.map(() => normal() * tauSeg / Math.sqrt(DIMENSIONS.length))
  );
  const slope = shares.yes * (1 - shares.yes / (1 - shares.n_a || 1));
  const plantedIn = DIMENSIONS.findIndex(({ name }) => name === options.planted?.dimension);
  const plantedAt = DIMENSIONS[plantedIn]?.segments.indexOf(options.planted?.segment ?? "") ?? -1;
  const plantedShare = DIMENSIONS[plantedIn]?.shares[plantedAt] ?? 0;

  const answers: number[] = [];
  const weights: number[] = [];
  const places: number[][] = [];
  const levels: number[] = [];
  const said: (string | null)[] = [];
  const why: string[] = [];
  for (let k = 0; k < agents; k++) {
    const place = DIMENSIONS.map(({ shares }) => {
      let rest = draw();
      const found = shares.findIndex((share) => (rest -= share) < 0);
      return found === -1 ? shares.length - 1 : found;
    });
    let yes = shares.yes + slope * place.reduce((sum, s, d) => sum + (shift[d]?.[s] ?? 0), 0);
    if (options.planted !== undefined) {
      yes += options.planted.points / 100 * ((place[plantedIn] === plantedAt ? 1 : 0) - plantedShare);
    }
    const left = shares.yes < 1 ? (1 - yes) / (1 - shares.yes) : 0;
    const cumulative = [yes, shares.maybe * left, shares.no * left];
    let u = draw();
    const found = cumulative.findIndex((share) => (u -= share) < 0);
    const answer = shares.yes === 1 ? 0 : found === -1 ? 3 : found;
    const name = ANSWERS[answer] ?? "n_a";
    const texts = reasons[name];
    const reason = texts[Math.floor(draw() ** 2 * texts.length)] ?? "";
    answers.push(answer);
    places.push(place);
    weights.push(Math.exp(weightSpread * normal()));
    levels.push(answer === 3 ? 0 : 1 + Math.floor(draw() * 5));
    why.push(reason);
    said.push(
      draw() < quoteShare && answer !== 3
        ? `${name === "no" ? "No." : "Well."} ${reason} (agent ${k})`
        : null,
    );
  }

  const chunks: AgentChunk[] = [];
  for (let first = 0; first < agents; first += chunk) {
    const count = Math.min(chunk, agents - first);
    const texts = [...new Set(why.slice(first, first + count))];
    chunks.push({
      first,
      count,
      answer: Uint8Array.from(answers.slice(first, first + count)),
      intensity: Uint8Array.from(levels.slice(first, first + count)),
      segment: Uint8Array.from(
        DIMENSIONS.flatMap((_, d) => places.slice(first, first + count).map((place) => place[d] ?? 0)),
      ),
      reason: Uint16Array.from(why.slice(first, first + count), (text) => texts.indexOf(text)),
      reasons: texts,
      quote: said.slice(first, first + count),
    });
  }
  return {
    simulation_id: "019f0000-0000-7000-8000-000000000001",
    seed,
    question: "Would you buy this?",
    methodology: { name: "Product purchase intent" },
    boundary: {
      tier: 1,
      people: "U.S. adults",
      basis: "by a survey of 2018",
      answers: null,
      polarity: null,
      evidence: "survey_matched",
    },
    textSource: "model",
    verdict: verdictOf(answers, weights, sRun),
    dimensions: DIMENSIONS.map(({ name, segments }) => ({ name, segments })),
    chunks,
    weights,
    segment_sd: Object.fromEntries(
      DIMENSIONS.map(({ name }) => [name, tauSeg / Math.sqrt(DIMENSIONS.length)]),
    ),
    earlier_runs: [],
    ...options.changes,
  };
}

/** The verdict of weighted answers by the contract's formulas. */
function verdictOf(
  answers: readonly number[],
  weights: readonly number[],
  sRun: number,
): ReadingInput["verdict"] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const counts = ANSWERS.map((_, a) => answers.filter((answer) => answer === a).length);
  const pct = ANSWERS.map((_, a) =>
    100 * weights.reduce((sum, weight, k) => sum + (answers[k] === a ? weight : 0), 0) / total
  );
  const squares = weights.reduce((sum, weight) => sum + weight ** 2, 0);
  const design = answers.length * squares / total ** 2;
  const effective = answers.length / design;
  const yes = pct[0]! / 100;
  return {
    yes: counts[0]!,
    maybe: counts[1]!,
    no: counts[2]!,
    n_a: counts[3]!,
    total: answers.length,
    answer: ANSWERS[pct.indexOf(Math.max(...pct))]!,
    yes_pct: pct[0]!,
    maybe_pct: pct[1]!,
    no_pct: pct[2]!,
    n_a_pct: pct[3]!,
    interval_pct: null,
    margin_of_error_pct: 196 * Math.sqrt(yes * (1 - yes) / effective + sRun ** 2),
    sampling_margin_pct: 196 * Math.sqrt(yes * (1 - yes) / effective),
    design_effect: design,
    effective_n: effective,
  };
}
