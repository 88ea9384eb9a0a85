import type { IntervalChart } from "../charts/chart.ts";
import { Figure } from "../charts/plot.tsx";
import { count, interval, pct } from "../components/format.tsx";
import { ANSWERS, type Boundary, matchedShares, type Results } from "./conclusions.ts";

/** The verdict's picture: every answer's share with its interval on one axis from 0 to 100, and what the public answered beside it. */
export function SharesFigure({ results }: { readonly results: Results }) {
  const { calibration_boundary: { disclaimer }, customer_question, simulation_id } = results;
  const legend = legendOf(results);
  return (
    <Figure
      title={customer_question}
      description={descriptionOf(results)}
      chart={chartOf(results)}
      name={`verdict-${simulation_id}`}
      notes={[...legend, disclaimer]}
      legend={legend}
      table={<ShareTable results={results} />}
    />
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
  const outside = !verdict.n_a_pct ? [] : [`did not apply ${pct(verdict.n_a_pct)}`];
  return `${[...rows, ...outside].join("; ")}.`;
}

function chartOf(results: Results): IntervalChart {
  const { verdict, calibration_boundary: boundary } = results;
  const beside = matchedShares(boundary);
  return {
    kind: "intervals",
    domain: [0, 100],
    unit: " %",
    line: { at: 50, label: "half" },
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

/** Whose figures the diamonds are. */
function besideName({ tier }: Boundary): string {
  return tier === 1 ? "the public, asked this" : "the public, asked the nearest question";
}

/** How the picture is read, and what it rests on. */
function legendOf(results: Results): readonly string[] {
  const { verdict, calibration_boundary: { matched_question } } = results;
  const restsOn = basisOf(results);
  const people = verdict.interval_pct === null
    ? "No bars: nothing is known of people."
    : "Bar: where the share of people is, 95 times of 100.";
  const dots = `Dot: simulated respondents. ${people}${
    matched_question === null ? "" : " Diamond: the public."
  }`;
  return restsOn === null ? [dots] : [dots, restsOn];
}

/** What the verdict rests on: the surveys, and the public's figures in the words of the survey's own scale. Null of figures that no survey has. */
function basisOf({ verdict, calibration_boundary: boundary }: Results): string | null {
  const { sources: [first, ...others], matched_question } = boundary;
  if (verdict.interval_pct === null || first === undefined) return null;
  const { survey, year, respondents } = first;
  const more = others.length === 0 ? "" : ` and ${count(others.length)} more`;
  const size = respondents === null ? "" : `, ${count(respondents)} people`;
  const named = `It rests on the ${survey.replace(/^the /i, "")}${
    year === null ? "" : `, ${year}`
  }${size}${more}.`;
  if (matched_question === null) return named;
  const { text, polarity, scale, shares_pct } = matched_question;
  const figures = ANSWERS.flatMap((answer) =>
    scale[answer].length === 0
      ? []
      : [`${pct(shares_pct[answer])} ${scale[answer].join(" or ").toLowerCase()}`]
  );
  const turned = polarity === "opposite"
    ? " Its yes is this question’s no, so the diamonds are turned round."
    : "";
  return `${named} ${boundary.tier === 1 ? "The public" : "Nearest"}, asked “${text}”: ${
    figures.join(", ")
  }.${turned}`;
}

/** The picture's figures. */
function ShareTable({ results }: { readonly results: Results }) {
  const { verdict, calibration_boundary: boundary } = results;
  const beside = matchedShares(boundary);
  const other = boundary.tier === 1 ? "The public" : "The public, nearest question";
  const answers = verdict.n_a ? [...ANSWERS, "n_a" as const] : ANSWERS;
  const isKnown = verdict.interval_pct !== null;
  return (
    <div className="table-scroll" role="region" aria-label="The verdict's figures" tabIndex={0}>
      <table>
        <caption className="visually-hidden">The verdict's figures</caption>
        <thead>
          <tr>
            <th scope="col">Answer</th>
            <th scope="col" className="number">Respondents</th>
            <th scope="col" className="number">Their share, weighted</th>
            {isKnown ? <th scope="col" className="number">People, 95 % interval</th> : null}
            {beside === null ? null : <th scope="col" className="number">{other}</th>}
          </tr>
        </thead>
        <tbody>
          {answers.map((answer) => (
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
