import type { AgentChunk } from "./answers.ts";
import { GENERAL_TRAIT, LATENT_SCALE, TRAIT_SD } from "../answer-model/noise.ts";
import { normalQuantile } from "../random/normal.ts";
import { uniformPair } from "../random/philox.ts";
import { STRIDE } from "../population/dimensions.ts";
import { cellAt } from "../population/systematic-sampling.ts";
import { drawReason } from "../methodologies/reasons/dictionary.ts";
import { QUOTE_SHARE, quoteOf } from "../methodologies/reasons/quotes.ts";
import { STANCES } from "../methodologies/reasons/theme.ts";
import type { Run } from "./run.ts";
import { STREAM } from "../random/streams.ts";

/**
 * Distances from the middle of "maybe", in marginal logits, at which intensity rises to 2, 3, 4 and 5. No calibration table
 * carries intensities, so they are chosen: with equal yes and no, "yes" averages 3.3, "maybe" is mostly 1 and 2.
 */
const INTENSITY_STEPS = [0.45, 1.0, 1.8, 2.8] as const;
/** Half-width of the uniform noise on that distance. */
const INTENSITY_NOISE = 0.35;

/** Latents are compared after rounding to 1e-9, so that another machine's last bit of a logarithm changes no answer. */
const rounded = (x: number): number => Math.round(x * 1e9) / 1e9;

const GENERAL = TRAIT_SD * Math.sqrt(GENERAL_TRAIT) / LATENT_SCALE;
const TOPICAL = TRAIT_SD * Math.sqrt(1 - GENERAL_TRAIT) / LATENT_SCALE;

/**
 * Who agents `first` … `first + count − 1` are: their segments in the run's dimensions, laid out as `AgentChunk.segment`.
 * Depends on the seed, the population and the index alone.
 */
export function agentSegments(run: Run, first: number, count: number): Uint8Array {
  const segment = new Uint8Array(run.places.length * count);
  const { frame } = run.basis;
  for (let k = 0; k < count; k++) {
    const cell = cellAt(frame, run.start, first + k);
    run.places.forEach((place, d) => segment[d * count + k] = frame.segment[place]?.[cell] ?? 0);
  }
  return segment;
}

/**
 * The answers of agents `first` … `first + count − 1`. An agent depends on the run and its own index alone: any chunking, in
 * any order, on any machine, gives the same agents. About 1 µs an agent.
 */
export function answerAgents(run: Run, first: number, count: number): AgentChunk {
  const { basis: { model }, keys, reasons, places } = run;
  const segment = agentSegments(run, first, count);
  const answer = new Uint8Array(count);
  const intensity = new Uint8Array(count);
  const reason = new Uint16Array(count);
  const quote = new Array<string | null>(count).fill(null);
  const pair = new Float64Array(2);
  const width = places.length;
  const columnOf = new Int32Array(width);
  places.forEach((place, d) => columnOf[place] = d);

  for (let k = 0; k < count; k++) {
    const index = first + k;
    let { na, logGap } = model;
    let { cut } = run;
    for (let d = 0; d < width; d++) {
      const slot = (places[d] ?? 0) * STRIDE + (segment[d * count + k] ?? 0);
      na += model.naEffect[slot] ?? 0;
      logGap += model.gapEffect[slot] ?? 0;
      cut -= run.yesEffect[slot] ?? 0;
    }
    const segmentOf = (place: number) => segment[(columnOf[place] ?? 0) * count + k] ?? 0;

    uniformPair(pair, keys.question, index, STREAM.na);
    if ((pair[0] ?? 0) < rounded(1 / (1 + Math.exp(-na)))) {
      answer[k] = 3;
      reason[k] = reasons.notApplicable[Math.floor((pair[1] ?? 0) * reasons.notApplicable.length)] ?? 0;
      continue;
    }

    uniformPair(pair, keys.population, index, STREAM.trait);
    let latent = GENERAL * normalQuantile(pair[0] ?? 0.5);
    uniformPair(pair, keys.topic, index, STREAM.trait);
    latent += TOPICAL * normalQuantile(pair[0] ?? 0.5);
    uniformPair(pair, keys.question, index, STREAM.answer);
    const u = pair[0] ?? 0.5;
    latent = rounded(latent + Math.log(u / (1 - u)) / LATENT_SCALE);
    const gap = rounded(Math.exp(logGap));
    cut = rounded(cut);
    const stance = latent > cut ? 0 : latent > cut - gap ? 1 : 2;
    answer[k] = stance;

    uniformPair(pair, keys.question, index, STREAM.intensity);
    const distance = Math.abs(latent - (cut - gap / 2)) + INTENSITY_NOISE * (2 * (pair[0] ?? 0.5) - 1);
    let strength = 1;
    while (strength < 5 && distance >= (INTENSITY_STEPS[strength - 1] ?? 0)) strength++;
    intensity[k] = strength;

    uniformPair(pair, keys.question, index, STREAM.reason);
    const stanceReasons = reasons.stances[stance];
    if (stanceReasons === undefined) continue;
    const given = drawReason(stanceReasons, pair[0] ?? 0, pair[1] ?? 0, segmentOf);
    reason[k] = given;

    uniformPair(pair, keys.population, index, STREAM.quote);
    if ((pair[0] ?? 1) >= QUOTE_SHARE) continue;
    uniformPair(pair, keys.question, index, STREAM.quote);
    const own = run.dimensions.map(({ segments }, d) => segments[segment[d * count + k] ?? 0] ?? "");
    quote[k] = quoteOf(
      STANCES[stance] ?? "maybe",
      strength,
      reasons.texts[given] ?? "",
      reasons.subject,
      own,
      [pair[0] ?? 0, pair[1] ?? 0],
    );
  }
  return { first, count, answer, intensity, segment, reason, reasons: reasons.texts, quote };
}
