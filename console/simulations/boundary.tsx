import { count, decimal } from "../components/format.tsx";
import { Badge } from "../components/status.tsx";
import { ANSWERS as SCALE, type Boundary, type Results, tierInWords } from "./conclusions.ts";

/** How far the verdict is calibrated, and where its figures are from. The disclaimer stands with the picture. */
export function CalibrationBoundary({ boundary }: { readonly boundary: Boundary }) {
  const { tier, sources, matched_question, accuracy_pct, accuracy_basis } = boundary;
  return (
    <>
      <h3>How far it is calibrated</h3>
      <p>
        <Badge status="" label={`Tier ${tier}`} /> {tierInWords(boundary)}
      </p>
      <dl className="facts wide">
        {matched_question === null ? null : (
          <div>
            <dt>
              {tier === 1 ? "Matched question" : "Nearest calibrated question"}
              {matched_question.polarity === "opposite" ? ", which asks the opposite" : ""}
            </dt>
            <dd>
              “{matched_question.text}”{matched_question.year === null ? "" : ` (${matched_question.year})`}
              <br />
              {SCALE.flatMap((answer) => {
                const offered = matched_question.scale[answer];
                return offered.length === 0 ? [] : [`${answer}: ${offered.join(", ")}`];
              }).join("; ")}
            </dd>
          </div>
        )}
        {accuracy_pct === null ? null : (
          <div>
            <dt>Accuracy of such verdicts</dt>
            <dd>
              {`${decimal(accuracy_pct)} of 100: 100 less the mean error in points on ${
                count(accuracy_basis?.held_out_rows ?? 0)
              } questions of surveys whose own table was left out; saying the mean share to all of them scores ${
                decimal(accuracy_basis?.baseline_pct ?? 0)
              }.`}
            </dd>
          </div>
        )}
        <div>
          <dt>{sources.length === 1 ? "Source" : "Sources"}</dt>
          <dd>
            {sources.length === 0 ? "None is named." : (
              <ul className="plain">
                {sources.map(({ survey, year, respondents, citation, illustrative }) => (
                  <li key={`${survey} ${year}`}>
                    <strong>{survey}</strong>
                    {year === null ? "" : `, ${year}`}
                    {respondents === null ? "" : `, ${count(respondents)} respondents`}
                    {illustrative ? " (made up, no survey)" : ""}
                    <br />
                    <cite>{citation}</cite>
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
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
