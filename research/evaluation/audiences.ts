import { PUBLISHED } from "#engine/bank/catalogue.ts";
import type { SurveyMapping } from "#engine/bank/mapping.ts";
import type { Respondents } from "#engine/bank/respondents.ts";
import type { Forecaster } from "#engine/forecast/forecaster.ts";
import { forecastWithin } from "#engine/forecast/forecast-within.ts";
import { intervalAround } from "#engine/forecast/uncertainty.ts";
import { rowOf } from "#engine/bank/tables.ts";
import { byteAt, itemAt } from "#engine/numeric/columns.ts";
import { hundredths } from "#engine/numeric/rounding.ts";
import type { Audience } from "#engine/population/audience.ts";
import { dimensionIndex, segmentNames } from "#engine/population/dimensions.ts";
import { frameOf, shareOf } from "#engine/population/frame.ts";
import { lazilyFor } from "#shared/lazily.ts";
import { mean } from "../fitting/held-out-figures.ts";

/** A survey with its people's answers. */
export interface AnsweredSurvey {
  readonly mapping: SurveyMapping;
  readonly respondents: Respondents;
}

const AGENTS = 1_000;
/** Of each kind, for each question. */
const AUDIENCES_EACH = 3;
/** People of an audience with fewer equally weighted answers say more about sampling than about the verdict. */
const MIN_EFFECTIVE = 30;
const MIN_SHARE = 0.01;

/** How many neighbouring segments of how many dimensions. */
const KINDS = [
  { audiences: "one segment", dimensions: 1, segments: 1 },
  { audiences: "two neighbouring segments", dimensions: 1, segments: 2 },
  { audiences: "a segment in each of two dimensions", dimensions: 2, segments: 1 },
  { audiences: "two segments in each of two dimensions", dimensions: 2, segments: 2 },
  { audiences: "three segments in each of three dimensions", dimensions: 3, segments: 3 },
] as const;

/** Asks of calibrated questions, in their own words, what audiences answer, and compares it with what the surveys' own people answered. */
export async function measureAudiences(surveys: readonly AnsweredSurvey[], forecaster: Forecaster) {
  const asked = PUBLISHED.flatMap((methodology) =>
    (methodology.calibrated_questions ?? []).flatMap((question) => {
      const survey = surveys.find(({ mapping }) => mapping.survey === question.source.survey);
      const place = survey?.mapping.questions.findIndex(({ variable }) => variable === question.id) ?? -1;
      return survey === undefined || place < 0
        ? []
        : [{ methodology, question, place, people: survey.respondents }];
    })
  );
  const figures = [];
  for (const { audiences, ...kind } of KINDS) {
    const rows: { readonly isHeld: boolean; readonly error: number; readonly width: number }[] = [];
    const choiceOf = lazilyFor((segments: string) => audiencesOf(segments.split(","), kind));
    let turn = 0;
    for (const { methodology, question, place, people } of asked) {
      const read = await forecaster.read(question.wordings[0] ?? "", methodology);
      const everybody = forecaster.forecast({ read, methodology, onTopic: true, scenario: {} });
      if (everybody.calibrated === null || everybody.uncertainty === null) continue;
      const all = intervalAround(everybody.overall.yes, AGENTS, everybody.uncertainty.overall.yes);
      const choice = choiceOf(methodology.segments.join());
      for (let k = 0; k < AUDIENCES_EACH; k++) {
        const audience = choice[(101 * turn++) % choice.length] ?? {};
        const answered = answersOf(people, place, audience);
        if (!(answered.effective_n >= MIN_EFFECTIVE)) continue;
        const { overall, uncertainty } = forecastWithin(everybody, methodology, audience);
        if (uncertainty === null) continue;
        const own = intervalAround(overall.yes, AGENTS, uncertainty.overall.yes);
        rows.push({
          isHeld: answered.yes >= own.low && answered.yes <= own.high,
          error: 100 * Math.abs(answered.yes - overall.yes),
          width: (own.high - own.low) / (all.high - all.low),
        });
      }
    }
    const widths = rows.map(({ width }) => width).sort((a, b) => a - b);
    figures.push({
      audiences,
      number: rows.length,
      /** Of the intervals, those that hold the people's weighted share. */
      held_pct: hundredths(mean(rows.map(({ isHeld }) => isHeld ? 100 : 0))),
      /** Mean distance from the people's share. */
      error_points: hundredths(mean(rows.map(({ error }) => error))),
      /** Half-width beside that of everybody's interval at as many agents. */
      width_mean: hundredths(mean(widths)),
      width_p90: hundredths(widths[Math.floor(0.9 * rows.length)] ?? NaN),
    });
  }
  return figures;
}

export type AudienceFigures = Awaited<ReturnType<typeof measureAudiences>>[number];

/** All audiences of a kind in these dimensions that are large enough. */
function audiencesOf(
  dimensions: readonly string[],
  kind: { readonly dimensions: number; readonly segments: number },
): readonly Audience[] {
  const frame = frameOf("us-adults-2024");
  const runs = dimensions.map((name) => {
    const segments = segmentNames(dimensionIndex(name));
    const length = Math.min(kind.segments, segments.length - 1);
    return Array.from(
      { length: segments.length - length + 1 },
      (_, first) => ({ [name]: segments.slice(first, first + length) }),
    );
  });
  const grow = (from: number, depth: number): Audience[] =>
    depth === 0 ? [{}] : runs.slice(from).flatMap((own, k) => {
      const rest = grow(from + k + 1, depth - 1);
      return own.flatMap((one) => rest.map((others): Audience => ({ ...one, ...others })));
    });
  return grow(0, kind.dimensions).filter((audience) => shareOf(frame, audience) >= MIN_SHARE);
}

/** The answers of the people who surely are of the audience. */
function answersOf({ segments, answers, weights }: Respondents, question: number, audience: Audience) {
  const wanted = Object.entries(audience).map(([name, names]) => {
    const dimension = dimensionIndex(name);
    const known = segmentNames(dimension);
    return {
      bits: itemAt(segments, dimension),
      single: new Set(names.map((segment) => 1 << known.indexOf(segment))),
    };
  });
  return rowOf({
    answers: itemAt(answers, question),
    weights: itemAt(weights, question),
    isIn: (i) => wanted.every(({ bits, single }) => single.has(byteAt(bits, i))),
  });
}
