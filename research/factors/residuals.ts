import type { SurveyMapping } from "#engine/bank/mapping.ts";
import type { Respondents } from "#engine/bank/respondents.ts";
import { addAt, byteAt, floatAt, itemAt } from "#engine/numeric/columns.ts";
import { DIMENSION_NAMES, type DimensionName } from "#engine/population/dimensions.ts";
import { normalCdf, normalQuantile } from "#engine/random/normal.ts";

/** What a survey's people answered to one question beyond what their segments say, by respondent. */
export type QuestionResiduals = ReturnType<typeof residualsOf>[number];

/** Dimensions that the service reports and conditions forecasts on. */
const DIMENSIONS: readonly DimensionName[] = ["sex", "age", "education", "race", "region", "party"];
const SWEEPS = 12;
/** Ridge of a segment's effect, in respondents. */
const RIDGE = 10;

/** The residuals of all questions of a survey under an ordinal probit model with additive effects of segments. */
export function residualsOf(mapping: SurveyMapping, respondents: Respondents) {
  const places = DIMENSIONS.map((name) => DIMENSION_NAMES.indexOf(name));
  const columns = places.map((place) => itemAt(respondents.segments, place));
  return mapping.questions.map(({ variable }, q) => {
    const answers = itemAt(respondents.answers, q);
    // 0 for no answer, as the two below.
    const weight = itemAt(respondents.weights, q).map((w, i) => byteAt(answers, i) < 3 ? w : 0);
    const yes = answers.map((answer) => answer === 0 ? 1 : 0);
    const cut = additiveCut(weight, yes, columns);
    // The latent below which this person says no.
    const low = answers.includes(1)
      ? additiveCut(weight, answers.map((answer) => answer <= 1 ? 1 : 0), columns)
      : cut;
    /** Expected standard normal latent given segments and answer. */
    const residual = new Float64Array(respondents.count);
    /** Expected square of `residual` given the segments: what an answer tells of the latent, 0 to 1. */
    const information = new Float64Array(respondents.count);
    for (let i = 0; i < respondents.count; i++) {
      if (floatAt(weight, i) === 0) continue;
      const [a, b] = [Math.min(floatAt(low, i), floatAt(cut, i)), floatAt(cut, i)];
      const [no, below] = [normalCdf(a), normalCdf(b)];
      const means = [
        density(b) / Math.max(1e-9, 1 - below),
        below - no > 1e-6 ? (density(a) - density(b)) / (below - no) : 0,
        -density(a) / Math.max(1e-9, no),
      ] as const;
      residual[i] = means[byteAt(answers, i) as 0 | 1 | 2];
      information[i] = (1 - below) * means[0] ** 2 + (below - no) * means[1] ** 2 + no * means[2] ** 2;
    }
    const { survey } = mapping;
    return { id: `${survey}/${variable}`, survey, weight, yes, residual, information };
  });
}

const density = (x: number): number => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);

/** Cuts with additive effects under which each segment's expected share is the one observed; people of several segments are one of their own. */
function additiveCut(weight: Float64Array, said: Uint8Array, columns: readonly Uint8Array[]): Float64Array {
  let [total, yes] = [0, 0];
  weight.forEach((w, i) => {
    total += w;
    yes += w * byteAt(said, i);
  });
  const share = Math.min(0.999, Math.max(0.001, yes / total));
  const cut = new Float64Array(weight.length).fill(-normalQuantile(share));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const column of columns) {
      const missing = new Float64Array(256);
      const slope = new Float64Array(256).fill(RIDGE * density(floatAt(cut, 0)));
      for (let i = 0; i < weight.length; i++) {
        const w = floatAt(weight, i);
        if (w === 0) continue;
        const [t, segment] = [floatAt(cut, i), byteAt(column, i)];
        addAt(missing, segment, w * (byteAt(said, i) - 1 + normalCdf(t)));
        addAt(slope, segment, w * density(t));
      }
      for (let i = 0; i < weight.length; i++) {
        const segment = byteAt(column, i);
        addAt(cut, i, -floatAt(missing, segment) / floatAt(slope, segment));
      }
    }
  }
  return cut;
}
