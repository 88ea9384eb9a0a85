import type { ReactNode } from "react";
import { count, points } from "../components/format.tsx";
import { Facts, Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { ANSWERS, BASES, type Boundary, type Results, tierInWords } from "./conclusions.ts";
import { labelOf, valueInWords } from "./scenario.tsx";

type VerdictOf = Results["verdict"];

/** How sure the verdict is, how far it is calibrated, what of the scenario counted and who answered. */
export function Method(
  { results, howCompared }: { readonly results: Results; readonly howCompared?: ReactNode },
) {
  return (
    <Section title="Method">
      <HowSure of={results.verdict} />
      {howCompared}
      <CalibrationBoundary boundary={results.calibration_boundary} evidence={results.verdict.evidence} />
      {results.scenario_applied !== null && <h3>What of the scenario counted</h3>}
      <ScenarioApplied applied={results.scenario_applied} />
      <p className="soft">Answered by {results.engine.name} {results.engine.version}.</p>
    </Section>
  );
}

/** Of a variance, which one decimal would often show as 1. */
const times = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

/** What the intervals' width rests on; of what is foreseen nothing is known of weights. */
export function HowSure({ title = "How sure this is", of }: {
  readonly title?: string;
  readonly of:
    & Pick<VerdictOf, "uncertainty_basis" | "margin_of_error_pct" | "sampling_margin_pct">
    & Partial<Pick<VerdictOf, "effective_n" | "total" | "design_effect">>;
}) {
  const { margin_of_error_pct, sampling_margin_pct, effective_n, total = 0, design_effect = 1 } = of;
  return (
    <>
      <h3>{title}</h3>
      <Facts
        facts={{
          "What the intervals rest on": BASES[of.uncertainty_basis],
          "Half the width of the yes interval": margin_of_error_pct === null
            ? null
            : `${points(margin_of_error_pct)}. It is no “±”: an interval ends at 0 and 100 and is not ` +
              "the same to both sides. More respondents do not narrow it.",
          "What more respondents could narrow": `± ${
            points(sampling_margin_pct)
          }: the sampling of the respondents.`,
          "Effective respondents": effective_n === undefined
            ? null
            : `${count(effective_n)} of ${count(total)}: weights widen the variance ${
              times.format(design_effect)
            } times.`,
        }}
      />
    </>
  );
}

/** How far the verdict is calibrated, and where its figures are from. The disclaimer stands with the picture. */
export function CalibrationBoundary({ boundary, evidence }: {
  readonly boundary:
    & Pick<Boundary, "tier" | "sources" | "matched_question">
    & Partial<Pick<Boundary, "accuracy_pct" | "accuracy_basis">>;
  readonly evidence: VerdictOf["evidence"];
}) {
  const { tier, sources, matched_question, accuracy_pct = null, accuracy_basis } = boundary;
  return (
    <>
      <h3>How far it is calibrated</h3>
      <p>
        <Badge status="" label={`Tier ${tier}`} /> {tierInWords(boundary, evidence)}
      </p>
      <Facts
        facts={{
          [
            `${tier === 1 ? "Matched question" : "Nearest calibrated question"}${
              matched_question?.polarity === "opposite" ? ", which asks the opposite" : ""
            }`
          ]: matched_question === null
            ? null
            : `“${matched_question.text}”${
              matched_question.year === null ? "" : ` (${matched_question.year})`
            }`,
          "What its answers count as": matched_question === null ? null : ANSWERS.flatMap((answer) => {
            const offered = matched_question.scale[answer];
            return offered.length === 0 ? [] : [`${answer}: ${offered.join(", ")}`];
          }).join("; "),
          "Accuracy of matching in general, not of this verdict": accuracy_pct === null
            ? null
            : `${count(accuracy_pct)} of 100: 100 less the mean error in points on ${
              count(accuracy_basis?.held_out_rows ?? 0)
            } calibrated questions whose own table was left out, each answered by that of a twin in another wording, year or survey; saying the mean share to all of them scores ${
              count(accuracy_basis?.baseline_pct ?? 0)
            }. Its interval says how far this verdict may be off, but for what its disclosure lists as not measured.`,
          ...Object.fromEntries(sources.map(({ survey, year, respondents, citation, illustrative }) => [
            `Source: ${survey}${year === null ? "" : `, ${year}`}`,
            `${respondents === null ? "" : `${count(respondents)} respondents. `}${citation}${
              illustrative ? " (made up, no survey)" : ""
            }`,
          ])),
        }}
      />
    </>
  );
}

/** What of the scenario counted, and what was given and changes nothing. */
export function ScenarioApplied({ applied }: { readonly applied: Results["scenario_applied"] }) {
  if (applied === null) return null;
  const { read_from, ignored, ...fields } = applied;
  const counted = Object.entries(fields).map(([name, value]) =>
    `${labelOf(name)} ${valueInWords(value).replaceAll("_", " ")}`
  );
  return (
    <>
      {counted.length > 0 && (
        <p>
          Read from the {read_from === "context" ? "scenario" : "question"}:{" "}
          {counted.join(", ")}. It moves the answers.
        </p>
      )}
      {ignored.length > 0 && <p>Given, and changes nothing: {ignored.map(labelOf).join(", ")}.</p>}
    </>
  );
}
