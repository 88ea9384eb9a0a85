import { populationInWords, yearsInWords } from "#client/verdict-words.ts";
import type { Chart } from "../charts/draw.ts";
import { Figure } from "../charts/plot.tsx";
import { count, interval, pcts, pctsOf } from "../components/format.tsx";
import { DataTable } from "../components/table.tsx";
import { type Answer, ANSWERS, type Boundary, matchedShares, type Results } from "./conclusions.ts";

/** The verdict's picture: every answer's share with its interval on one axis from 0 to 100, and what the public answered beside it. */
export function SharesFigure({ results }: { readonly results: Results }) {
  const { calibration_boundary: { disclaimer }, customer_question, simulation_id } = results;
  return (
    <Figure
      title={customer_question}
      chart={chartOf(results)}
      name={`verdict-${simulation_id}`}
      legend={legendOf(results)}
      notes={[disclaimer]}
      table={<ShareTable results={results} />}
    />
  );
}

/** The share of an answer and its interval, as every chart has them. */
export function shareRow(
  of: Pick<Results["verdict"], `${Answer}_pct` | "n_a_pct" | "interval_pct">,
  answer: Answer,
) {
  const ends = of.interval_pct?.[answer] ?? null;
  const shown = pcts(of)[answer];
  return {
    text: ends === null ? shown : `${shown} (${interval(ends)})`,
    value: of[`${answer}_pct`],
    interval: ends,
    colour: `--${answer}`,
  };
}

function chartOf({ verdict, calibration_boundary: boundary }: Results): Chart {
  const beside = matchedShares(boundary);
  const shown = shownMatch(boundary);
  return {
    line: { at: 50, label: "half" },
    rows: [
      ...ANSWERS.map((answer) => ({
        label: answer,
        ...shareRow(verdict, answer),
        beside: beside && shown &&
          { value: beside[answer], text: `${besideName(boundary)} ${shown[answer]}` },
      })),
      // An answer that no agent gave needs no row. One from before the fourth answer has no figure for it.
      ...(verdict.n_a_pct === null || verdict.n_a_pct === 0 ? [] : [{
        label: "did not apply",
        text: pcts(verdict).n_a,
        value: verdict.n_a_pct,
        interval: null,
        colour: "--n-a",
      }]),
    ],
  };
}

/** The shares of the matched question's table, as the picture writes them. */
function shownMatch(boundary: Boundary) {
  const matched = matchedShares(boundary);
  return matched === null ? null : pctsOf(matched);
}

/** Whose figures the diamonds are. */
function besideName({ tier, matched_question }: Boundary): string {
  const survey = `the survey${matched_question?.year ? ` of ${yearsInWords(matched_question.year)}` : ""}`;
  return tier === 1 ? survey : `${survey}, asked the nearest question,`;
}

/** How the picture is read, and what it rests on. */
function legendOf(results: Results): readonly string[] {
  const { verdict, calibration_boundary } = results;
  const restsOn = basisOf(results);
  const people = verdict.interval_pct === null
    ? "No bars: nothing is known of people."
    : `Bar: the 95 % interval for ${results.audience === null ? "" : "these "}${
      populationInWords(results.population)
    }.`;
  const dots = `Dot: simulated respondents. ${people}${
    calibration_boundary.matched_question === null
      ? ""
      : ` Diamond: the survey${calibration_boundary.tier === 1 ? "" : ", asked the nearest question"}.`
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
  const named = `${survey.replace(/^the /i, "")}${year === null ? "" : `, ${year}`}${size}${more}`;
  if (matched_question === null) return `It rests on the ${named}.`;
  const { text, polarity, scale, shares_pct } = matched_question;
  const turned = polarity === "opposite"
    ? " Its yes is this question’s no, so the diamonds are turned round."
    : "";
  // What a tier-1 verdict's survey asked and found is the first thing that can be said.
  if (boundary.tier === 1) return `${named}.${turned}`;
  const shown = pctsOf(shares_pct);
  const figures = ANSWERS.flatMap((answer) =>
    scale[answer].length === 0 ? [] : [`${shown[answer]} ${scale[answer].join(" or ").toLowerCase()}`]
  ).join(", ");
  return `It rests on the ${named}. Nearest, asked “${text}”: ${figures}.${turned}`;
}

/** The picture's figures. */
function ShareTable({ results }: { readonly results: Results }) {
  const { verdict, calibration_boundary: boundary } = results;
  const shown = pcts(verdict);
  const beside = shownMatch(boundary);
  type Row = { readonly answer: Answer | "n_a" };
  const figures = (cell: (answer: Answer) => string) => ({
    figure: ({ answer }: Row) => answer === "n_a" ? "–" : cell(answer),
  });
  const answers: readonly Row["answer"][] = verdict.n_a ? [...ANSWERS, "n_a"] : ANSWERS;
  return (
    <>
      <DataTable
        caption="The verdict's figures"
        columns={{
          Answer: ({ answer }) => answer === "n_a" ? "did not apply" : answer,
          Respondents: { figure: ({ answer }) => count(verdict[answer] ?? 0) },
          "Their share, weighted": { figure: ({ answer }) => shown[answer] },
          ...(verdict.interval_pct && {
            "People, 95 % interval": figures((answer) => interval(verdict.interval_pct?.[answer])),
          }),
          ...(beside && {
            [boundary.tier === 1 ? "The survey" : "Nearest question"]: figures((answer) => beside[answer]),
          }),
        }}
        rows={answers.map((answer) => ({ answer }))}
        rowId={({ answer }) => answer}
      />
      {verdict.n_a === null && (
        <p className="hint">
          This run is from before “did not apply” was an answer: its shares are over yes, maybe and no.
        </p>
      )}
    </>
  );
}
