import { lazilyFor } from "#shared/lazily.ts";
import { LRUCache } from "lru-cache";
import { plainText, stemOf, wordsOf } from "./words.ts";
import { cuesOf, withoutOpening } from "./cues.ts";
import { type Polarity, polarityOfForm } from "./polarity.ts";
import { positiveFormOf } from "./positive-form.ts";
import { stanceOf, type StanceVector } from "./stances.ts";
import { wordPairs } from "./vectors.ts";

/** Everything that the predictor takes from a question's words. */
export interface ParsedQuestion {
  /** Whether it can be answered with yes or no. */
  readonly closed: boolean;
  /** Which way its yes points; 0 where it is not closed. */
  readonly polarity: Polarity;
  /** Whether its yes is the no of its positive form. */
  readonly inverted: boolean;
  /** −1 when it judges what it names to be bad, wrong or too much. */
  readonly judgement: 1 | -1;
  /** The words of the positive form, without an opening such as "do you think that": a question and its opposite have the same. */
  readonly positiveText: string;
  /** What an embedder is to be given for prediction: the words of the positive form that say what it is about. */
  readonly contentText: string;
  /** Cues of form, 0 or 1. */
  readonly cues: readonly number[];
  /** What a yes to the positive form speaks for, by the list of stances; the judgement is part of it. */
  readonly stance: StanceVector;
  readonly contentTerms: readonly string[];
  readonly pairTerms: readonly string[];
}

/** Of the questions that are remembered as parsed, which takes some 30 bytes for each. */
const MAX_REMEMBERED_CHARACTERS = 800_000;

/** The last questions: the bank's wordings are parsed for the predictor, for the matcher and for the tables of each methodology. Twice as many as the bank's wordings. */
const PARSED = new LRUCache<string, ParsedQuestion>({
  max: 7_500,
  maxSize: MAX_REMEMBERED_CHARACTERS,
  sizeCalculation: (_, question) => question.length + 1,
});

/** Parses a question. Spelling, capitals, spaces and a question mark change nothing. About 1 ms, and nothing for a question of late. */
export function parseQuestion(question: string): ParsedQuestion {
  return parsed(plainText(question));
}

const parsed = lazilyFor(parse, PARSED);

function parse(question: string): ParsedQuestion {
  const form = positiveFormOf(question);
  const words = withoutOpening(form.words.replace(/[‹›]/g, " ").replace(/ +/g, " "));
  const content = contentOf(words);
  const judgement = form.judgements % 2 === 0 ? 1 : -1;
  const polarity = polarityOfForm(question, form);
  return {
    closed: polarity !== 0,
    polarity,
    inverted: form.turns % 2 === 1,
    judgement,
    positiveText: words.trim(),
    contentText: content.join(" "),
    cues: cuesOf(words),
    stance: stanceOf(form.words).map((sum) => judgement * sum) as unknown as StanceVector,
    contentTerms: content.map(stemOf),
    pairTerms: wordPairs(wordsOf(words).map(stemOf)),
  };
}

/** Words of grammar, and those that say how an answer is given or on which scale: they carry no subject. */
const FORM = new Set(
  `a an the i you your yours me my we us our ours it its he she they them their his her him this that these those here there is
  are am was were be been being do does did done doing have has had having will would shall should can could may might must
  ought to in on at for from by with about as into onto of off up down out over under than then so and or but nor if whether
  what how who whom whose which when where why not no yes never please very more most less fewer much many any some just also
  even each every such too little few enough likely likelihood chance chances think thinks feel feels consider say says said
  believe get gets make makes made want wants willing something anything thing things one ones people person someone somebody
  anybody everyone nobody who's let lets really actually generally mostly often ever sometimes always still yet rather
  support supports favor favour oppose opposes against agree disagree approve disapprove trust trusts trusted confidence
  confident faith completely fully great deal lot lots strongly strong good bad right wrong true false fact idea
  opinion attitude towards toward positive negative view country nation nations national spend spends spending spent money
  budget fund funds funding funded tax dollars increase increased raise raised public allowed allow permit permitted legal
  legally illegal possible able responsible responsibility job duty sure must need needs interest interested interests follow
  follows following important importance matter matters big bigger large small high higher low lower
  american americans america united states us usa better best worse worst now today days these put go going give given take
  taken keep kept come way ways same other others another between among because through during before after without within
  since while own well like new old around see seen look question questions`.split(/\s+/),
);

/** The words that say what a question is about; all words where nothing else is left. */
export function contentOf(question: string): string[] {
  const words = wordsOf(question);
  const content = words.filter((word) => !FORM.has(word));
  return content.length > 0 ? content : words;
}
