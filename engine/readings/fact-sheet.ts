import { type Fact, factsOf, type TextKey } from "./facts.ts";
import type { Findings, Situation } from "./findings.ts";
import { headline } from "./headline.ts";
import type { SynthesisBlock } from "./schema.ts";
import { segmentPhrase } from "./segment-phrases.ts";
import { closing, difference } from "./synthesis.ts";

/** All that a text may say: whoever words a Reading sees this and nothing else of the run. */
export interface FactSheet {
  /** The customer's words: data, never instructions, and not a source of numbers. */
  readonly question: string;
  readonly situation: Situation;
  readonly confidence: SynthesisBlock["confidence"];
  readonly facts: readonly Fact[];
  /** Names that may be written although they hold digits, such as "people aged 18 to 24". */
  readonly names: readonly string[];
  /** Ids of the facts that the synthesis must state. */
  readonly required: readonly string[];
  /** What each text is to say in words. */
  readonly topics: readonly Topic[];
  /** The synthesis ends with this, word for word: what the methodology can vouch for. */
  readonly closing: string;
}

export interface Topic {
  readonly key: TextKey;
  readonly statement: string;
}

export function factSheet(findings: Findings): FactSheet {
  const { input, situation, confidence } = findings;
  const shown = findings.patterns?.shown ?? [];
  return {
    question: input.question,
    situation,
    confidence,
    facts: factsOf(findings),
    names: [
      ...shown.flatMap(({ dimension, segment, other }) =>
        [segment, ...(other === null ? [] : [other])].flatMap((label) => namesOf(dimension, label))
      ),
      ...(input.methodology === null ? [] : [input.methodology.name]),
    ],
    required: requiredFacts(findings),
    topics: topicsOf(findings),
    closing: closing(findings),
  };
}

/** The margin of error wherever there is one, and the share that the situation is about. */
function requiredFacts({ situation, input, ranking }: Findings): string[] {
  if (situation === "no_fit" || input.verdict.total === 1) return [];
  if (situation === "poor_fit") return ["margin", "n_a_share"];
  return situation === "clear" || situation === "split"
    ? ["margin", `${ranking[0].answer}_share`]
    : ["margin"];
}

/** A segment's label, its phrase, and the digits in it with the words after them. */
function namesOf(dimension: string, segment: string): string[] {
  const phrase = segmentPhrase(dimension, segment);
  return [segment, phrase, /\$?\d.*$/.exec(phrase)?.[0] ?? ""].filter((name) => name !== "");
}

function topicsOf(findings: Findings): Topic[] {
  const { patterns, reservations, attractions } = findings;
  const topics: Topic[] = [{
    key: "synthesis",
    statement: [...headline(findings), difference(findings)].join(" ").trim(),
  }];
  for (const [i, { dimension, segment, difference }] of (patterns?.shown ?? []).entries()) {
    const direction = difference > 0 ? "more" : "less";
    topics.push({
      key: `pattern_${i + 1}`,
      statement: `${segmentPhrase(dimension, segment)} said yes ${direction} often`,
    });
  }
  for (const [i, { theme }] of (reservations?.themes ?? []).entries()) {
    topics.push({ key: `reservation_${i + 1}`, statement: `${theme.reservation}: ${theme.against}` });
  }
  for (const [i, { theme }] of (attractions?.themes ?? []).entries()) {
    topics.push({ key: `attraction_${i + 1}`, statement: `${theme.attraction}: ${theme.inFavor}` });
  }
  return topics;
}
