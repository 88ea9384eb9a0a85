import { QUOTE_SHARE } from "#engine/sampling/reasons/template-quotes.ts";
import { STREAM } from "#engine/random/philox.ts";
import { type AgentChunk, ANSWERS } from "#engine/sampling/answers.ts";
import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import { type Nonresponse, NONRESPONSE_REASONS } from "../nonresponse.ts";
import { type Persona, type PersonaGroups, uniforms } from "./persona.ts";
import type { Elicitation } from "./reply.ts";

const N_A = ANSWERS.indexOf("n_a");

interface DrawnAnswer {
  /** Index into {@link ANSWERS}. */
  readonly answer: number;
  /** 1–5; 0 for `n_a`. */
  readonly intensity: number;
  readonly reason: string;
  readonly quote: string | null;
}

/**
 * Draws every agent's answer from its persona's distribution by the run's stream `answer`. Agents that share a call still differ, and the
 * same responses give the same agents.
 * @throws RangeError for an agent whose persona has no elicitation.
 */
export function drawAnswers(
  run: PreparedSimulation,
  first: number,
  { segment, groupOfAgent }: PersonaGroups,
  elicitations: ReadonlyMap<Persona, Elicitation>,
): AgentChunk {
  const count = groupOfAgent.length;
  const answer = new Uint8Array(count);
  const intensity = new Uint8Array(count);
  const reason = new Uint16Array(count);
  const quote = new Array<string | null>(count).fill(null);
  const reasonIndexes = new Map<string, number>();
  for (const [k, { persona }] of groupOfAgent.entries()) {
    const elicitation = elicitations.get(persona);
    if (elicitation === undefined) {
      throw new RangeError(`Cannot draw agent ${first + k}: its persona has no elicitation`);
    }
    const drawn = drawAnswer(elicitation, uniforms(run.keys.topic, first + k, STREAM.answer)[0]);
    answer[k] = drawn.answer;
    intensity[k] = drawn.intensity;
    const reasonIndex = reasonIndexes.get(drawn.reason) ?? reasonIndexes.size;
    reasonIndexes.set(drawn.reason, reasonIndex);
    reason[k] = reasonIndex;
    // The same agents speak as under the embedded engine.
    const speaks = uniforms(run.keys.population, first + k, STREAM.quote)[0] < QUOTE_SHARE;
    if (speaks) quote[k] = drawn.quote;
  }
  return { first, count, answer, intensity, segment, reason, reasons: [...reasonIndexes.keys()], quote };
}

/**
 * Draws one agent's answer.
 * @param uniform on (0, 1).
 */
export function drawAnswer(elicitation: Elicitation, uniform: number): DrawnAnswer {
  if (elicitation.kind !== "distribution") return nonresponse(elicitation.kind);
  const { weights, reaction } = elicitation;
  const sum = weights.reduce((a, b) => a + b, 0);
  let below = 0;
  const drawn = weights.findIndex((weight) => uniform * sum < (below += weight));
  const answer = drawn === -1 ? N_A : drawn;
  if (answer === N_A) return nonresponse(elicitation.naReason);

  const weight = itemAt(weights, answer);
  // The reaction is the typical person's: an agent with another answer must not be quoted with it.
  const typical = weights.indexOf(Math.max(...weights)) === answer && reaction !== "";
  // An answer rarer than the most frequent one is held less strongly, in proportion.
  const highest = Math.max(...weights.slice(0, N_A));
  return {
    answer,
    intensity: Math.max(1, Math.round(elicitation.intensity * weight / highest)),
    reason: typical ? reaction : ownReason(answer, weights),
    quote: typical ? reaction : null,
  };
}

const STANCES = ["I lean towards yes", "I have not made up my mind", "I lean towards no"];
const OTHERS = ["would say yes", "would be undecided", "would say no", "would not answer"];

/** What somebody says whose answer is not the typical one: it states the model's distribution, and no view that the model did not give. */
function ownReason(answer: number, weights: readonly number[]): string {
  const highest = Math.max(...weights);
  const stance = itemAt(STANCES, answer);
  const typical = weights.indexOf(highest);
  if (itemAt(weights, answer) === highest) return `${stance}, as many people like me would.`;
  const most = 2 * highest > weights.reduce((a, b) => a + b, 0) ? "most" : "more";
  return `${stance}, though ${most} people like me ${itemAt(OTHERS, typical)}.`;
}

function nonresponse(kind: Nonresponse): DrawnAnswer {
  return { answer: N_A, intensity: 0, reason: NONRESPONSE_REASONS[kind], quote: null };
}
