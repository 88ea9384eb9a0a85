import { ANSWERS } from "#engine/simulation/answers.ts";
import type { AgentChunk } from "#engine/simulation/answers.ts";
import { uniformPair } from "#engine/random/philox.ts";
import { QUOTE_SHARE } from "#engine/methodologies/reasons/quotes.ts";
import type { Run } from "#engine/simulation/run.ts";
import { STREAM } from "#engine/random/streams.ts";
import { NONRESPONSE_REASONS } from "../nonresponse.ts";
import type { Elicited } from "./elicited.ts";
import type { Roster } from "./persona-groups.ts";

const N_A = ANSWERS.indexOf("n_a");

interface Given {
  readonly answer: number;
  readonly intensity: number;
  readonly reason: string;
  readonly quote: string | null;
}

/**
 * Draws every agent's own answer from its persona's distribution, by the stream `answer` of the run's generator: agents that share a
 * call differ all the same, and the same responses give the same agents.
 * @param readings of the roster's personas, in their order.
 */
export function drawAnswers(
  run: Run,
  roster: Roster,
  readings: readonly Elicited[],
  first: number,
  count: number,
): AgentChunk {
  const answer = new Uint8Array(count);
  const intensity = new Uint8Array(count);
  const reason = new Uint16Array(count);
  const quote = new Array<string | null>(count).fill(null);
  const reasons: string[] = [];
  const places = new Map<string, number>();
  const uniforms = new Float64Array(2);
  for (let k = 0; k < count; k++) {
    const reading = readings[roster.personaOf[k] ?? 0];
    if (reading === undefined) {
      throw new RangeError(`Cannot draw agent ${first + k}: its persona has no reading`);
    }
    uniformPair(uniforms, run.keys.question, first + k, STREAM.answer);
    const given = answerFrom(reading, uniforms[0] ?? 0);
    answer[k] = given.answer;
    intensity[k] = given.intensity;
    let place = places.get(given.reason);
    if (place === undefined) {
      place = reasons.push(given.reason) - 1;
      places.set(given.reason, place);
    }
    reason[k] = place;
    // The same part of the population speaks as under the embedded engine.
    uniformPair(uniforms, run.keys.population, first + k, STREAM.quote);
    if ((uniforms[0] ?? 1) < QUOTE_SHARE) quote[k] = given.quote;
  }
  return { first, count, answer, intensity, segment: roster.segment, reason, reasons, quote };
}

/** @param uniform on (0, 1). */
export function answerFrom(reading: Elicited, uniform: number): Given {
  if (reading.kind !== "distribution") return noAnswer(reading.kind);
  const { weights, reaction } = reading;
  const sum = weights.reduce((a, b) => a + b, 0);
  let answer = 0;
  for (let below = weights[0] ?? 0; answer < N_A && uniform * sum >= below; below += weights[answer] ?? 0) {
    answer++;
  }
  if (answer === N_A) return noAnswer(reading.notAnswering);

  const weight = weights[answer] ?? 0;
  // The reaction is the typical person's: put into the mouth of someone who answers otherwise it would be made up.
  const typical = weights.indexOf(Math.max(...weights)) === answer && reaction !== "";
  return {
    answer,
    // Held as strongly as the most frequent answer, or weaker in proportion to how much rarer it is.
    intensity: Math.max(1, Math.round(reading.intensity * weight / Math.max(...weights.slice(0, N_A)))),
    reason: typical
      ? reaction
      : `Of 100 people like this one, ${Math.round(100 * weight / sum)} answer "${ANSWERS[answer]}".`,
    quote: typical ? reaction : null,
  };
}

function noAnswer(kind: keyof typeof NONRESPONSE_REASONS): Given {
  return { answer: N_A, intensity: 0, reason: NONRESPONSE_REASONS[kind], quote: null };
}
