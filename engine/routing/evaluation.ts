import offTopic from "./evaluation/off-topic.json" with { type: "json" };
import onTopic from "./evaluation/on-topic.json" with { type: "json" };
import type { Router } from "./router.ts";

/** Tuning questions may be looked at while building the router; held-out ones only count its mistakes. */
export type Split = "tuning" | "held_out";

/** A question and where it belongs; null: to no methodology. */
export interface EvaluationQuestion {
  readonly question: string;
  readonly methodology: string | null;
  readonly split: Split;
  /**
   * 1: written before the router was; exemplars were added after looking at the tuning half. 2: written when the exemplars
   * were final, so that the tuning half could calibrate the confidence.
   */
  readonly round: number;
}

/** The labelled questions in the repository. */
export function evaluationQuestions(): EvaluationQuestion[] {
  const on = onTopic.map((each) => ({ ...each, split: splitOf(each.split) }));
  const off = offTopic.map(({ question, split, round }) => ({
    question,
    methodology: null,
    split: splitOf(split),
    round,
  }));
  return [...on, ...off];
}

export interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly questions: number;
  /** Mean confidence, and the share that really belonged to the best methodology; null in an empty bin. */
  readonly mean_confidence: number | null;
  readonly right: number | null;
}

export interface RoutingReport {
  readonly on_topic: number;
  /** Shares of the on-topic questions: best methodology right; right and at or above the floor. */
  readonly right: number;
  readonly right_and_accepted: number;
  /** Share of the accepted questions, on- or off-topic, that are right; null when none is accepted. */
  readonly right_of_accepted: number | null;
  readonly off_topic: number;
  /** Share of the off-topic questions below the floor. */
  readonly turned_away: number;
  readonly confusions: readonly {
    readonly belongs: string;
    readonly routed: string;
    readonly count: number;
  }[];
  readonly mistakes: readonly {
    readonly question: string;
    readonly belongs: string;
    readonly routed: string;
    readonly confidence: number;
  }[];
  readonly calibration: readonly CalibrationBin[];
}

const OFF_TOPIC = "off-topic";
const BIN_EDGES = [0, 0.2, 0.4, 0.65, 0.8, 0.9, 0.95, 1];

/** Routes every question and counts. `floor`: confidence below which a question is turned away. */
export function evaluateRouting(
  router: Router,
  questions: readonly EvaluationQuestion[],
  floor: number,
): RoutingReport {
  const outcomes = questions.map(({ question, methodology }) => {
    const best = router.route(question).best;
    const confidence = best?.confidence ?? 0;
    return { question, belongs: methodology ?? OFF_TOPIC, routed: best?.slug ?? OFF_TOPIC, confidence };
  });
  const on = outcomes.filter(({ belongs }) => belongs !== OFF_TOPIC);
  const off = outcomes.filter(({ belongs }) => belongs === OFF_TOPIC);
  const accepted = outcomes.filter(({ confidence }) => confidence >= floor);
  const right = (all: typeof outcomes) => all.filter(({ belongs, routed }) => belongs === routed).length;
  const mistakes = outcomes.filter(({ belongs, routed, confidence }) =>
    belongs === OFF_TOPIC ? confidence >= floor : belongs !== routed || confidence < floor
  );
  const pairs = new Map<string, number>();
  for (const { belongs, routed, confidence } of mistakes) {
    if (belongs === routed) continue;
    const pair = `${belongs} ${confidence >= floor ? routed : `${routed} (turned away)`}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const confusions = [...pairs].map(([pair, count]) => {
    const gap = pair.indexOf(" ");
    return { belongs: pair.slice(0, gap), routed: pair.slice(gap + 1), count };
  }).sort((a, b) => b.count - a.count);
  const calibration = BIN_EDGES.slice(0, -1).map((from, b): CalibrationBin => {
    const to = BIN_EDGES[b + 1] ?? 1;
    const bin = outcomes.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1));
    const mean = bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length;
    const known = bin.length > 0;
    return {
      from,
      to,
      questions: bin.length,
      mean_confidence: known ? mean : null,
      right: known ? right(bin) / bin.length : null,
    };
  });
  return {
    on_topic: on.length,
    right: right(on) / on.length,
    right_and_accepted: right(on.filter(({ confidence }) => confidence >= floor)) / on.length,
    right_of_accepted: accepted.length > 0 ? right(accepted) / accepted.length : null,
    off_topic: off.length,
    turned_away: off.filter(({ confidence }) => confidence < floor).length / off.length,
    confusions,
    mistakes,
    calibration,
  };
}

function splitOf(text: string): Split {
  if (text !== "tuning" && text !== "held_out") {
    throw new RangeError(`Cannot place a question in split ${text}`);
  }
  return text;
}
