import { pickReason, QUOTE_SHARE, quoteOf, reasonIn, STANCES, themeAt } from "./reasons.ts";
import { byteAt, floatAt, integerAt, itemAt } from "../numeric/columns.ts";
import { cutpointsIn } from "../forecast/answer-model.ts";
import { DIMENSION_NAMES, slotOf } from "../population/dimensions.ts";
import { cellAt } from "../population/systematic-sampling.ts";
import { logistic } from "../random/normal.ts";
import { firstUniform, STREAM, uniformPair } from "../random/philox.ts";
import { type AgentChunk, answerAt, NOT_APPLICABLE, segmentAt } from "./chunks.ts";
import { drawLatent } from "./loadings.ts";
import type { PreparedSimulation } from "./prepared-simulation.ts";

/**
 * The engine that answers without a model. Its answers follow the forecast of the question; its reasons and quotes are templates.
 * Any change that alters an agent changes the version.
 */
export const EMBEDDED_ENGINE = { name: "embedded", version: "3.1.0" } as const;

/**
 * Distances from the middle of "maybe", in marginal logits, at which intensity rises to 2, 3, 4 and 5. No calibration table
 * carries intensities, so they are chosen: with equal yes and no, "yes" averages 3.3, "maybe" is mostly 1 and 2.
 */
const INTENSITY_STEPS = [0.45, 1.0, 1.8, 2.8] as const;
/** Half-width of the uniform noise on that distance, in marginal logits. */
const INTENSITY_NOISE = 0.35;

/** Agents whose segments are drawn. */
type DrawnAgents = Pick<AgentChunk, "first" | "count" | "segment">;

/** Place of a stance in `STANCES` and of its answer in `ANSWERS`. */
type StanceCode = 0 | 1 | 2;

/** What decides one agent's answer. */
type Thresholds = ReturnType<typeof thresholdsOf>;

/** The uniforms of the draw in progress. */
const uniforms = new Float64Array(2);
/** The slots of the agent in progress, one a dimension. */
const slots = new Uint8Array(DIMENSION_NAMES.length);

/**
 * The answers of agents `first` … `first + count − 1`. An agent depends on the run and its own index alone: any chunking, in
 * any order, on any machine, gives the same agents. About 1 µs an agent.
 */
export function answerAgents(run: PreparedSimulation, first: number, count: number): AgentChunk {
  const agents = { first, count, segment: agentSegments(run, first, count) };
  const answer = new Uint8Array(count);
  const intensity = new Uint8Array(count);
  const reason = new Uint16Array(count);
  for (let k = 0; k < count; k++) {
    const thresholds = thresholdsOf(run, agents, k);
    const unfit = drawUnfitReason(run, first + k, thresholds);
    if (unfit !== null) {
      answer[k] = NOT_APPLICABLE;
      reason[k] = unfit;
      continue;
    }
    const latent = drawLatent(run.latent, first + k);
    const stance = stanceOf(run, latent, thresholds);
    answer[k] = stance;
    intensity[k] = drawIntensity(run, first + k, latent, thresholds);
    reason[k] = drawReason(run, agents, k, stance);
  }
  const answered = { ...agents, answer, intensity, reason, reasons: run.reasons.texts };
  return { ...answered, quote: drawQuotes(run, answered) };
}

/**
 * The segments of agents `first` … `first + count − 1` in the run's dimensions, laid out as `AgentChunk.segment`. They depend
 * on the seed, the population and the index alone.
 */
export function agentSegments(
  { basis: { frame }, start, places }: PreparedSimulation,
  first: number,
  count: number,
): Uint8Array {
  const cells = new Uint32Array(count);
  for (let k = 0; k < count; k++) cells[k] = cellAt(frame, start, first + k);
  const segment = new Uint8Array(places.length * count);
  places.forEach((place, d) => {
    const column = itemAt(frame.segment, place);
    for (let k = 0; k < count; k++) segment[d * count + k] = byteAt(column, integerAt(cells, k));
  });
  return segment;
}

/**
 * The run's model for an agent, from its segments: the probability that the question does not fit the agent, and in marginal logits above what it
 * says yes (`cut`), and the width of "maybe" below that (`gap`). Values are rounded to 1e-9 before they are compared, so that another machine's
 * last bit of a logarithm changes no answer.
 */
function thresholdsOf({ model, places }: PreparedSimulation, agents: DrawnAgents, k: number) {
  for (let d = 0; d < slots.length; d++) slots[d] = slotOf(itemAt(places, d), segmentAt(agents, d, k));
  const { na, cut, logGap } = cutpointsIn(model, slots);
  return { notApplicable: rounded(logistic(na)), cut: rounded(cut), gap: rounded(Math.exp(logGap)) };
}

function rounded(x: number): number {
  return Math.round(x * 1e9) / 1e9;
}

/** Number of the reason why the question does not fit the agent; null where it does. The draw's second uniform chooses it. */
function drawUnfitReason(
  { keys, reasons }: PreparedSimulation,
  index: number,
  { notApplicable }: Thresholds,
): number | null {
  if (firstUniform(keys.topic, index, STREAM.na) >= notApplicable) return null;
  uniformPair(uniforms, keys.topic, index, STREAM.na);
  return pickReason(reasons.notApplicable, floatAt(uniforms, 1));
}

/** Where agents are drawn for the opposite question, its yes is this question's no. */
function stanceOf({ inverted }: PreparedSimulation, latent: number, { cut, gap }: Thresholds): StanceCode {
  if (latent > cut) return inverted ? 2 : 0;
  if (latent > cut - gap) return 1;
  return inverted ? 0 : 2;
}

/** 1 to 5, by the distance of the latent answer from the middle of "maybe". */
function drawIntensity(
  { keys }: PreparedSimulation,
  index: number,
  latent: number,
  { cut, gap }: Thresholds,
): number {
  const noise = INTENSITY_NOISE * (2 * firstUniform(keys.topic, index, STREAM.intensity) - 1);
  const distance = Math.abs(latent - (cut - gap / 2)) + noise;
  let intensity = 1;
  for (const step of INTENSITY_STEPS) if (distance >= step) intensity++;
  return intensity;
}

/** Number of the reason for the agent's stance. */
function drawReason(
  { keys, reasons, places }: PreparedSimulation,
  agents: DrawnAgents,
  k: number,
  stance: StanceCode,
): number {
  uniformPair(uniforms, keys.topic, agents.first + k, STREAM.reason);
  const theme = themeAt(reasons.stances[stance], floatAt(uniforms, 0));
  const isInSegments = theme.forSegments !== null &&
    theme.forSegments.numbers.has(segmentAt(agents, places.indexOf(theme.forSegments.dimension), k));
  return reasonIn(theme, floatAt(uniforms, 1), isInSegments);
}

/** The agents' own words, from templates; null for most. The same agents speak, whatever the question. */
function drawQuotes(run: PreparedSimulation, agents: Omit<AgentChunk, "quote">): (string | null)[] {
  const { keys, reasons, dimensions } = run;
  const quotes = new Array<string | null>(agents.count).fill(null);
  for (let k = 0; k < agents.count; k++) {
    const index = agents.first + k;
    const code = answerAt(agents, k);
    if (code === NOT_APPLICABLE) continue;
    if (firstUniform(keys.population, index, STREAM.quote) >= QUOTE_SHARE) continue;
    uniformPair(uniforms, keys.topic, index, STREAM.quote);
    const parts = {
      stance: STANCES[code],
      intensity: byteAt(agents.intensity, k),
      reason: itemAt(reasons.texts, integerAt(agents.reason, k)),
      subject: reasons.subject,
      segments: dimensions.map(({ segments }, d) => itemAt(segments, segmentAt(agents, d, k))),
    };
    quotes[k] = quoteOf(parts, floatAt(uniforms, 0), floatAt(uniforms, 1));
  }
  return quotes;
}
