import { sha256 } from "#shared/crypto.ts";
import { STREAM } from "#engine/random/streams.ts";
import { uniformPair } from "#engine/random/philox.ts";
import type { PhiloxKey } from "#engine/random/philox.ts";
import { PERSONA_WORDS, TRAITS } from "./persona-texts.ts";

/** Part of the engine's version: other words are other answers. */
export const PERSONA_VERSION = 1;

/** A person as the model is told about them. Agents whose persona is the same share one call. */
export interface Persona {
  /** SHA-256 of the text. */
  readonly id: string;
  /** Second person, three to seven short sentences: more detail makes answers more stereotyped (Bisbee et al. 2024). */
  readonly text: string;
  /** Which of the people of the same segments this is; 0 where there is one. */
  readonly replicate: number;
  /** The options in the order this person reads them; `n_a` is always last, as in a questionnaire. */
  readonly options: readonly string[];
  /** 31 bits, for servers that take a seed. */
  readonly seed: number;
}

/** Draws of the stream `model` by what they are for. The first three count by the persona's hash, the last by the agent. */
const DRAW = { traits: 0, options: 1, seed: 2, replicate: 3 } as const;

const ORDERS = [
  ["yes", "maybe", "no"],
  ["yes", "no", "maybe"],
  ["maybe", "yes", "no"],
  ["maybe", "no", "yes"],
  ["no", "yes", "maybe"],
  ["no", "maybe", "yes"],
] as const;

/** Keys of the draws: traits stay the same over questions on one topic, the rest belongs to the question. */
export interface PersonaKeys {
  readonly topic: PhiloxKey;
  readonly question: PhiloxKey;
}

const uniforms = new Float64Array(2);

/** Which of the people of its segments an agent is, 0 … `replicates − 1`: a function of the agent alone. */
export function replicateOf(keys: PersonaKeys, agent: number, replicates: number): number {
  uniformPair(uniforms, keys.question, agent, STREAM.model, DRAW.replicate);
  return Math.floor((uniforms[0] ?? 0) * replicates);
}

/**
 * @param segments the person's segment in each dimension that the run reports.
 * @param topic the methodology's subject, or null for a question without a methodology, whose personas have no traits.
 * @param replicate two replicates of the same segments differ in traits, option order and seed.
 */
export function persona(
  keys: PersonaKeys,
  segments: Readonly<Record<string, string>>,
  topic: string | null,
  replicate: number,
): Persona {
  const demographics = describe(segments);
  const counter = sha256(`${replicate} ${demographics}`).readInt32LE(0);
  uniformPair(uniforms, keys.topic, counter, STREAM.model, DRAW.traits);
  const traits = topic === null ? [] : TRAITS.map((levels, trait) => pick(levels, uniforms[trait]));
  const text = [demographics, ...traits].join(" ").replace("{topic}", () => topic ?? "");
  uniformPair(uniforms, keys.question, counter, STREAM.model, DRAW.options);
  const options = [...pick(ORDERS, uniforms[0]), "n_a"];
  uniformPair(uniforms, keys.question, counter, STREAM.model, DRAW.seed);
  const seed = Math.floor((uniforms[0] ?? 0) * 2 ** 31);
  return { id: sha256(text).toString("hex"), text, replicate, options, seed };
}

/** Told in one order, whatever the order of the dimensions, so that equal people have equal texts. */
function describe(segments: Readonly<Record<string, string>>): string {
  const words = (dimension: string) => PERSONA_WORDS[dimension]?.[segments[dimension] ?? ""];
  const race = words("race");
  const who = [article(race), race, words("sex") ?? "person"].filter(Boolean).join(" ");
  const age = words("age");
  const place = [words("urbanicity"), words("region")].filter(Boolean).join(" ");
  const sentences = [`You are ${[who, age].filter(Boolean).join(" ")}.`];
  if (place !== "") sentences.push(`You live ${place}.`);
  for (const dimension of ["education", "income", "party"]) {
    const sentence = words(dimension);
    if (sentence !== undefined) sentences.push(sentence);
  }
  for (const dimension of Object.keys(segments).sort()) {
    if (words(dimension) === undefined) sentences.push(`Your ${dimension}: ${segments[dimension]}.`);
  }
  return sentences.join(" ");
}

function article(next: string | undefined): string {
  return next !== undefined && /^[AEIOU]/.test(next) ? "an" : "a";
}

function pick<T>(choices: readonly [T, ...T[]] | readonly T[], uniform: number | undefined): T {
  return choices[Math.floor((uniform ?? 0) * choices.length)] as T;
}
