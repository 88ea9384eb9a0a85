import type { IntervalChart } from "../charts/chart.ts";
import { Figure } from "../charts/plot.tsx";
import { count, interval, pct } from "../components/format.tsx";
import { ANSWERS, matchedShares, type Results } from "./conclusions.ts";

/** The verdict's picture: every answer's share with its interval on one axis from 0 to 100, and what the public answered beside it. */
export function SharesFigure({ results }: { readonly results: Results }) {
  const { calibration_boundary: { disclaimer }, customer_question, simulation_id } = results;
  return (
    <Figure
      title={customer_question}
      description={descriptionOf(results)}
      chart={chartOf(results)}
      name={`verdict-${simulation_id}`}
      notes={[legendOf(results), disclaimer]}
    >
      <figcaption>{legendOf(results)}</figcaption>
      <details className="no-print">
        <summary>The figures as a table</summary>
        <ShareTable results={results} />
      </details>
    </Figure>
  );
}

function descriptionOf(results: Results): string {
  const { verdict, calibration_boundary: boundary } = results;
  const beside = matchedShares(boundary);
  const rows = ANSWERS.map((answer) => {
    const ends = verdict.interval_pct?.[answer];
    const people = ends === undefined ? "" : `, interval ${interval(ends)}`;
    const other = beside === null ? "" : `, ${besideName(boundary)} ${pct(beside[answer])}`;
    return `${answer} ${pct(verdict[`${answer}_pct`])}${people}${other}`;
  });
  const outside = verdict.n_a_pct === null ? [] : [`did not apply ${pct(verdict.n_a_pct)}`];
  return `${[...rows, ...outside].join("; ")}.`;
}

function chartOf(results: Results): IntervalChart {
  const { verdict, calibration_boundary: boundary } = results;
  const beside = matchedShares(boundary);
  return {
    kind: "intervals",
    domain: [0, 100],
    xLabel: "% of all who were asked",
    rows: [
      ...ANSWERS.map((answer) => {
        const share = verdict[`${answer}_pct`];
        const ends = verdict.interval_pct?.[answer] ?? null;
        return {
          label: answer,
          text: ends === null ? pct(share) : `${pct(share)} (${interval(ends)})`,
          value: share,
          interval: ends,
          colour: `--${answer}`,
          beside: beside?.[answer] ?? null,
        };
      }),
      // Nobody needs a row of an answer that nobody gave. One from before the fourth answer has no figure for it.
      ...(verdict.n_a_pct === null || verdict.n_a_pct === 0 ? [] : [{
        label: "did not apply",
        text: pct(verdict.n_a_pct),
        value: verdict.n_a_pct,
        interval: null,
        colour: "--n-a",
      }]),
    ],
  };
}

/** What the hollow diamonds are. */
function besideName(boundary: Results["calibration_boundary"]): string {
  return boundary.tier === 1
    ? "the public, asked the matched question"
    : "the public, asked the nearest question";
}

function legendOf({ verdict, calibration_boundary: boundary }: Results): string {
  const people = verdict.interval_pct === null
    ? "No bars: nothing is known of people."
    : "Bar: the 95 % interval of the share of people who would give that answer; more agents do not narrow it.";
  const beside = boundary.matched_question === null
    ? ""
    : ` Hollow diamond: ${besideName(boundary)}${
      boundary.matched_question.polarity === "opposite"
        ? ", yes and no swapped since it asks the opposite"
        : ""
    }.`;
  return `Dot: the simulated agents' weighted share. ${people}${beside}`;
}

/** The picture's figures. */
function ShareTable({ results }: { readonly results: Results }) {
  const { verdict, calibration_boundary: boundary } = results;
  const beside = matchedShares(boundary);
  const other = boundary.tier === 1 ? "The public" : "The public, nearest question";
  const isKnown = verdict.interval_pct !== null;
  return (
    <div className="table-scroll" role="region" aria-label="The verdict's figures" tabIndex={0}>
      <table>
        <caption className="visually-hidden">The verdict's figures</caption>
        <thead>
          <tr>
            <th scope="col">Answer</th>
            <th scope="col" className="number">Agents</th>
            <th scope="col" className="number">Their share, weighted</th>
            {isKnown ? <th scope="col" className="number">People, 95 % interval</th> : null}
            {beside === null ? null : <th scope="col" className="number">{other}</th>}
          </tr>
        </thead>
        <tbody>
          {[...ANSWERS, "n_a" as const].map((answer) => (
            <tr key={answer}>
              <th scope="row">{answer === "n_a" ? "did not apply" : answer}</th>
              <td className="number">{verdict[answer] === null ? "–" : count(verdict[answer])}</td>
              <td className="number">{pct(verdict[`${answer}_pct`])}</td>
              {isKnown
                ? (
                  <td className="number">
                    {answer === "n_a" ? "–" : interval(verdict.interval_pct?.[answer])}
                  </td>
                )
                : null}
              {beside === null
                ? null
                : <td className="number">{answer === "n_a" ? "–" : pct(beside[answer])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {verdict.n_a === null
        ? (
          <p className="table-note">
            This run is from before “did not apply” was an answer: its shares are over yes, maybe and no.
          </p>
        )
        : null}
    </div>
  );
}
