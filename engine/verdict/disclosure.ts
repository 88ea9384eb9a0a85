import {
  calibratedBank,
  type CalibratedQuestion,
  type Fold,
  foldOf,
  scaleOf,
} from "../bank/calibrated-survey.ts";
import type { Methodology, MethodologyPopulation } from "../bank/methodology.ts";
import { GENERIC } from "../forecast/basis.ts";
import { wordsBetween } from "../bank/qualifiers.ts";
import { hundredths } from "../numeric/rounding.ts";
import { type Audience, audienceText } from "../population/audience.ts";
import type { FigureSource, ScenarioApplied } from "../forecast/forecast.ts";
import { basisOf, peopleOf, stated, yearsInWords } from "./people.ts";
import type { CalibrationBoundary, ReadVerdict } from "./schema.ts";

/** What is known of a completed simulation. */
export interface DisclosedRun {
  readonly question: string;
  readonly agents: number;
  /** Null: the whole population. */
  readonly audience: Audience | null;
  /** ISO 8601: when the last agent had answered. */
  readonly fielded: string;
  readonly engine: string;
  readonly verdict: ReadVerdict;
  readonly boundary: CalibrationBoundary;
  readonly scenario: ScenarioApplied | null;
  /** The methodology that was asked for; null where its version is kept no longer. */
  readonly methodology: Methodology | null;
}

const WHOLE_FRAME = {
  frame: GENERIC.population.frame,
  description: "Adults who live in the United States, by the frame us-adults-2024.",
};

/** Whose people the agents of a verdict stand for, an audience apart. */
export function populationOfVerdict(
  tier: unknown,
  methodology: Methodology | null,
): Pick<MethodologyPopulation, "frame" | "description" | "where"> {
  if (tier === 3 || methodology === null) return WHOLE_FRAME;
  const { margins: _, ...population } = methodology.population;
  return population;
}

/**
 * The disclosure of a verdict, in the order in which AAPOR's Transparency Initiative asks it of pollsters: who was asked what, with which
 * answers, how it was weighted and matched, and what was not measured.
 */
export function disclosureOf(run: DisclosedRun) {
  const { boundary, methodology } = run;
  const matched = matchedQuestion(boundary, methodology);
  return {
    question: run.question,
    agents: run.agents,
    population: populationOf(run),
    fielded: run.fielded,
    sources: boundary.sources.map((source) => sourceOf(source, matched, boundary)),
    matching: run.verdict.evidence === "none"
      ? `${
        topicOf(boundary)
      } No single question of yes or no could be read in it, so it was matched with none.`
      : matchingOf(boundary) + wordsApart(run.question, matched),
    adjustments: adjustmentsOf(run),
    not_measured: notMeasured(run),
  };
}

function populationOf({ boundary, methodology, audience }: DisclosedRun): string {
  const { description: whole } = populationOfVerdict(boundary.tier, methodology);
  return audience === null
    ? whole
    : `${whole.replace(/\.$/, "")}. Of them only the audience was asked: ${audienceText(audience)}.`;
}

/** The calibrated question of the match: a wording is one question's alone. */
function matchedQuestion(
  { matched_question }: CalibrationBoundary,
  methodology: Methodology | null,
): CalibratedQuestion | undefined {
  if (matched_question === null) return undefined;
  const { text } = matched_question;
  return [...methodology?.calibrated_questions ?? [], ...calibratedBank()]
    .find(({ wordings }) => wordings.includes(text));
}

const WHY_NO_INTERVAL: Readonly<Partial<Record<ReadVerdict["evidence"], string>>> = {
  demo: "The table behind the verdict is made up",
  none: "Nothing is said about people",
};

/** How sure the yes share is, and what of that was measured. */
function precisionOf({ verdict, agents, boundary, methodology, audience }: DisclosedRun): string {
  const { evidence, interval_pct, sampling_margin_pct, effective_n, effective_human_n } = verdict;
  const sampling = `Sampling of the ${agents} agents alone: ± ${Math.ceil(sampling_margin_pct)} points, by ${
    Math.round(effective_n)
  } effective agents.`;
  if (interval_pct === null) {
    return `${
      WHY_NO_INTERVAL[evidence] ?? "How far the verdict is from people was not measured"
    }, so it has no interval. ${sampling}`;
  }
  const [low, high] = [Math.floor(interval_pct.yes[0]), Math.ceil(interval_pct.yes[1])];
  const worth = effective_human_n === null ? "" : `, ${worthInWords(effective_human_n)}`;
  const people = peopleOf(populationOfVerdict(boundary.tier, methodology), audience);
  const known = `${low} to ${high} % of ${people} would say yes, ${
    basisOf(boundary, evidence)
  }: the 95 % interval${worth}.`;
  return `${known} ${sampling}`;
}

/** How wide an interval is, by the random sample whose own is as wide. */
function worthInWords(humans: number): string {
  if (humans < 1) return "wider than that of a random sample of one person";
  const people = humans < 2 ? "one person" : `${Math.floor(humans)} people`;
  return `as wide as that of a random sample of ${people}`;
}

/** A survey that the figures rest on. What is not known of it is null. */
function sourceOf(
  { survey, year, respondents, citation, illustrative }: FigureSource,
  matched: CalibratedQuestion | undefined,
  { matched_question }: CalibrationBoundary,
) {
  const isMatched = matched?.source.title === survey;
  return {
    survey,
    year,
    mode: (isMatched ? matched.asked.mode : bankSource(survey)?.mode) ?? null,
    respondents,
    wording_note: illustrative
      ? "No survey: the figures are made up."
      : `Worded by us after the survey's question, whose own wording may differ. Taken by: ${citation}`,
    answers: isMatched ? offeredAnswers(matched) : null,
    fold: isMatched ? turned(foldOf(matched), matched_question?.polarity === "opposite") : null,
    weight: illustrative ? null : weightOf(isMatched ? matched.source.design : undefined),
  };
}

/** A fold in the direction of the question that was asked: the answers that count as its yes are the survey's no where that asked the opposite. */
const turned = (fold: Fold, isOpposite: boolean): Fold =>
  isOpposite ? { ...fold, yes: fold.no, no: fold.yes } : fold;

const weightOf = (design: string | undefined): string =>
  design === undefined ? "the survey's own weights" : `the survey's own weights; its errors by its ${design}`;

/** In the scale's own order where its mapping names one. */
function offeredAnswers(question: CalibratedQuestion): string[] {
  const { yes, maybe, no, none } = foldOf(question);
  const offered = scaleOf(question.asked.scale ?? "")?.answers;
  const folded = [...yes, ...maybe, ...no, ...none];
  return offered?.length === folded.length ? [...offered] : folded;
}

/** What of a methodology is in words that are no single question. */
const topicOf = ({ tier, methodology_id }: CalibrationBoundary): string =>
  tier === 3
    ? "Its words name the topic of no methodology."
    : `Its words name the topic of the methodology ${methodology_id}.`;

function matchingOf(
  { tier, similarity, matched_question, methodology_id, sources }: CalibrationBoundary,
): string {
  const nearest = matched_question === null
    ? ""
    : `"${matched_question.text}"${similarity === null ? "" : ` (similarity ${similarity.toFixed(2)})`}`;
  switch (tier) {
    case 1:
      return `It is taken for the calibrated question ${nearest} of the methodology ${methodology_id}.`;
    case 2:
      if (sources.some(({ illustrative }) => illustrative)) {
        return `It fits the methodology ${methodology_id}, whose table is made up: no survey asked any of its questions.`;
      }
      return `It fits the topic of the methodology ${methodology_id} and none of its calibrated questions` +
        `${nearest === "" ? "" : `; the nearest is ${nearest}`}.`;
    case 3:
      return "It fits no methodology, so agents stand for U.S. adults in general.";
  }
}

/** The words of content that the question and the one it is matched with do not share: synonyms, or not. */
function wordsApart(question: string, matched: CalibratedQuestion | undefined): string {
  if (matched === undefined) return "";
  const { added, dropped } = wordsBetween(question, matched.wordings);
  const quoted = (words: readonly string[]) => words.map((word) => `"${word}"`).join(", ");
  return stated([
    added.length > 0 && ` Of its words no wording of that question has ${quoted(added)}.`,
    dropped.length > 0 &&
    ` Of the words that most wordings of that question have it lacks ${quoted(dropped)}.`,
  ]).join("");
}

function adjustmentsOf(run: DisclosedRun): string[] {
  const { boundary, scenario, verdict, engine, audience } = run;
  const { interval_pct } = verdict;
  const fields = Object.entries(scenario ?? {}).filter(([field]) =>
    field !== "read_from" && field !== "ignored"
  );
  const isEmbedded = engine.startsWith("embedded");
  return stated([
    `No person was interviewed: ${run.agents} agents were drawn from the population's table by the engine ${engine}, so there is no response rate, mode ` +
    "or language but those of the sources.",
    precisionOf(run),
    `Agents are weighted so that their margins are the population's (raking; design effect ${
      hundredths(verdict.design_effect)
    }).`,
    isEmbedded && segmentsOf(verdict.evidence),
    audience !== null && isEmbedded &&
    "The audience's shares are put together from those of its segments, dimension by dimension; the interval is the wider for it.",
    boundary.matched_question?.polarity === "opposite" &&
    "It is read as the opposite of the matched question, so yes and no are swapped, in the sources' fold too; the interval has room for a misreading of that.",
    verdict.evidence === "survey_matched" && interval_pct !== null &&
    `People answered in ${
      yearsInWords(boundary.matched_question?.year ?? "")
    }; the interval has room for change until 2024 at the pace that was measured from 2016 to 2018; faster change is not covered.`,
    ...fields.map(([field, value]) =>
      field === "answers_offered"
        ? offeredSentence(value === "yes_no", engine.startsWith("embedded"))
        : `${field} = ${
          String(value)
        } moves the shares by the methodology's assumed response; beyond four doublings or halvings of its reference they stay.`
    ),
  ]);
}

function offeredSentence(isForced: boolean, isEmbedded: boolean): string {
  const told = isEmbedded ? "" : "; the model was told so, and may answer otherwise";
  return isForced
    ? `The scenario offers yes and no alone${isEmbedded ? ", so no agent says maybe" : told}.`
    : `The scenario offers a middle answer beside yes and no, which counts as maybe${told}.`;
}

function segmentsOf(evidence: ReadVerdict["evidence"]): string {
  switch (evidence) {
    case "survey_matched":
      return "Segments are drawn around their survey shares, shrunk towards the overall share by their effective sample.";
    case "demo":
      return "Segments are drawn around the shares of a made-up table.";
    case "none":
      return "All segments are drawn around the mean of all calibrated questions.";
    default:
      return "Segments are drawn around predicted shares: no question of a survey was taken for this one.";
  }
}

/** The bank's houses that asked citizens alone. */
const ASKED_CITIZENS: Readonly<Record<string, string>> = {
  ANES: "the American National Election Studies",
  Ipsos: "the Ipsos poll",
};

/** Those among the sources, in words; empty without any. */
function citizensAlone(sources: readonly FigureSource[]): string {
  const houses = sources.flatMap(({ survey }) => ASKED_CITIZENS[bankSource(survey)?.house ?? ""] ?? []);
  const named = [...new Set(houses)].join(" and ");
  return named === "" ? "" : `: ${named} asked citizens alone`;
}

/** A survey of the bank, by its title. */
const bankSource = (survey: string) => calibratedBank().find(({ source }) => source.title === survey)?.source;

function notMeasured({ engine, verdict, boundary, methodology }: DisclosedRun): string[] {
  const isMeasured = verdict.uncertainty_basis === "held_out_questions" &&
    !boundary.sources.some(({ illustrative }) => illustrative);
  return stated([
    !isMeasured && "How far the verdict is from what people would answer.",
    engine.startsWith("embedded")
      ? "Reasons, quotes and intensities: they are generated from templates, and nobody said them."
      : "Reasons, quotes and intensities: a language model wrote them, and nobody said them.",
    boundary.tier === 2 && methodology?.population.margins !== undefined &&
    "How the people of this methodology differ from the U.S. adults whom the sources asked.",
    "What has really changed since the years of the sources.",
    "What of the sources' answers is due to who refused, to the questions' wording and to their order.",
    `People whom the surveys did not reach, or did not ask${citizensAlone(boundary.sources)}.`,
  ]);
}
