import { count } from "../components/format.tsx";
import { Facts } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { ANSWERS as SCALE, type Boundary, type Results, tierInWords } from "./conclusions.ts";

/** How far the verdict is calibrated, and where its figures are from. The disclaimer stands with the picture. */
export function CalibrationBoundary({ boundary, evidence }: {
  readonly boundary: Boundary;
  readonly evidence: Results["verdict"]["evidence"];
}) {
  const { tier, sources, matched_question, accuracy_pct, accuracy_basis } = boundary;
  return (
    <>
      <h3>How far it is calibrated</h3>
      <p>
        <Badge status="" label={`Tier ${tier}`} /> {tierInWords(boundary, evidence)}
      </p>
      <Facts
        facts={[
          [
            `${tier === 1 ? "Matched question" : "Nearest calibrated question"}${
              matched_question?.polarity === "opposite" ? ", which asks the opposite" : ""
            }`,
            matched_question === null
              ? null
              : `“${matched_question.text}”${
                matched_question.year === null ? "" : ` (${matched_question.year})`
              }`,
          ],
          [
            "What its answers count as",
            matched_question === null ? null : SCALE.flatMap((answer) => {
              const offered = matched_question.scale[answer];
              return offered.length === 0 ? [] : [`${answer}: ${offered.join(", ")}`];
            }).join("; "),
          ],
          [
            "Accuracy of matching in general, not of this verdict",
            accuracy_pct === null
              ? null
              : `${count(accuracy_pct)} of 100: 100 less the mean error in points on ${
                count(accuracy_basis?.held_out_rows ?? 0)
              } calibrated questions whose own table was left out, each answered by that of a twin in another wording, year or survey; saying the mean share to all of them scores ${
                count(accuracy_basis?.baseline_pct ?? 0)
              }. Its interval says how far this verdict may be off, but for what its disclosure lists as not measured.`,
          ],
          ...sources.map(({ survey, year, respondents, citation, illustrative }) =>
            [
              `Source: ${survey}${year === null ? "" : `, ${year}`}`,
              `${respondents === null ? "" : `${count(respondents)} respondents. `}${citation}${
                illustrative ? " (made up, no survey)" : ""
              }`,
            ] as const
          ),
        ]}
      />
    </>
  );
}

/** What of the scenario counted, and what was given and changed nothing. */
export function ScenarioApplied({ applied }: { readonly applied: Results["scenario_applied"] }) {
  if (applied === null) return null;
  const { read_from, ignored, ...fields } = applied;
  const from = read_from === "question" ? "read from the question" : "from the scenario";
  return (
    <>
      <h3>What of the scenario counted</h3>
      <ul>
        {Object.entries(fields).map(([field, value]) => (
          <li key={field}>
            <code>{field}</code>: {String(value)}, {from}
          </li>
        ))}
        {Object.keys(fields).length === 0 ? <li>Nothing: no field of it changes the answers.</li> : null}
      </ul>
      {ignored.length === 0 ? null : (
        <>
          <p>Given, and changed nothing:</p>
          <ul>
            {ignored.map((each) => (
              <li key={each}>
                <code>{each}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
