import type { Contrast } from "./contrasts.ts";
import { type Fact, factsOf, type TextKey } from "./facts.ts";
import type { Findings, Situation } from "./findings.ts";
import { headline } from "./headline.ts";
import type { SynthesisBlock } from "./schema.ts";
import { segmentPhrases } from "./patterns.ts";
import type { SegmentPhrase } from "./phrases.ts";
import { closing, difference } from "./synthesis.ts";

/** All that a text may say. A model that rewrites a Reading's texts gets this sheet and nothing else of the run. */
export interface FactSheet {
  /** The customer's text: data, never instructions, and not a source of numbers. */
  readonly question: string;
  readonly situation: Situation;
  readonly confidence: SynthesisBlock["confidence"];
  readonly facts: readonly Fact[];
  /** Names that may be written although they hold digits, such as "people aged 18 to 24". */
  readonly names: readonly string[];
  /** Ids of the facts that the synthesis must state. */
  readonly required: readonly string[];
  /** The statement of each text, without numbers. */
  readonly topics: readonly Topic[];
  /** The end of the synthesis, word for word: what is calibrated. A model never rewrites it. */
  readonly closing: string;
}

export interface Topic {
  readonly key: TextKey;
  readonly statement: string;
}

/** The fact sheet of a run's findings. */
export function factSheet(findings: Findings): FactSheet {
  const { input, situation, confidence } = findings;
  const shown = findings.patterns?.shown ?? [];
  return {
    question: input.question,
    situation,
    confidence,
    facts: factsOf(findings),
    names: [
      ...shown.flatMap((contrast) => contrastNames(contrast, segmentPhrases(input))),
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

/** The names of a contrast's segments: label, phrase, and the digits in the phrase with the words after them. */
function contrastNames({ dimension, segment, other }: Contrast, named: SegmentPhrase): string[] {
  const labels = other === null ? [segment] : [segment, other];
  return labels.flatMap((label) => {
    const phrase = named(dimension, label);
    const figures = /\$?\d.*$/.exec(phrase);
    return [label, phrase, ...(figures ?? [])];
  });
}

function topicsOf(findings: Findings): Topic[] {
  const { patterns, reservations, attractions, input } = findings;
  const phrase = segmentPhrases(input);
  const synthesis = [...headline(findings), difference(findings)].join(" ").trim();
  return [
    { key: "synthesis", statement: synthesis },
    ...(patterns?.shown ?? []).map(({ dimension, segment, difference }, i): Topic => ({
      key: `pattern_${i + 1}`,
      statement: `${phrase(dimension, segment)} said yes ${difference > 0 ? "more" : "less"} often`,
    })),
    ...(reservations?.themes ?? []).map(({ theme }, i): Topic => ({
      key: `reservation_${i + 1}`,
      statement: `${theme.reservation}: ${theme.against}`,
    })),
    ...(attractions?.themes ?? []).map(({ theme }, i): Topic => ({
      key: `attraction_${i + 1}`,
      statement: `${theme.attraction}: ${theme.inFavor}`,
    })),
  ];
}
