import { useMemo, useState } from "react";
import type { DataOf } from "../api/calls.ts";
import type { IntervalChart } from "../charts/chart.ts";
import { Figure } from "../charts/plot.tsx";
import { signedInterval, signedNumber, signedPoints } from "../components/format.tsx";
import { Section } from "../components/page.tsx";
import { type Column, DataTable } from "../components/table.tsx";
import { type Answer, ANSWERS } from "./conclusions.ts";
import { AnswerChoice } from "./segments.tsx";

type Comparison = DataOf<"compareSimulations">;
type SegmentDifference = Comparison["by_segment"][number];
type Difference = Pick<SegmentDifference, "difference_pct" | "interval_pct" | "agents_interval_pct">;

/** The interval of the people's difference, or of the agents' where nothing is known of people. */
const endsOf = ({ interval_pct, agents_interval_pct }: Difference) => interval_pct ?? agents_interval_pct;

/** A comparison of which nothing is known of people says so wherever it shows an interval. */
const legendOf = ({ interval_pct }: Difference): string =>
  "Dot: the second run's share less the first one's, in points. " +
  (interval_pct === null
    ? "Bar: 95 %, by the sampling of the agents alone: nothing is known of people."
    : "Bar: the 95 % interval of the difference among people.");

/** The differences of the shares, and those of each segment. */
export function Differences({ comparison }: { readonly comparison: Comparison }) {
  const { note, by_segment, simulations } = comparison;
  const [answer, setAnswer] = useState<Answer>("yes");
  const legend = legendOf(comparison);
  const name = simulations.map(({ simulation_id }) => simulation_id.slice(-12)).join("-");
  const dimensions = [...new Set(by_segment.map(({ dimension }) => dimension))];
  return (
    <>
      <Section title="Differences">
        <ul>{ANSWERS.map((each) => <li key={each}>{sentenceOf(comparison, each)}</li>)}</ul>
        <Figure
          title="The second run less the first, in points"
          description={ANSWERS.map((each) => `${each} ${textOf(comparison, each)}`).join("; ")}
          chart={{
            kind: "intervals",
            ...axisOf([comparison], ANSWERS),
            rows: ANSWERS.map((each) => rowOf(each, comparison, each)),
          }}
          name={`differences-${name}`}
          notes={[legend, note]}
        >
          <figcaption>{legend}</figcaption>
        </Figure>
      </Section>
      <Section title="Differences by segment">
        <AnswerChoice answer={answer} onChange={setAnswer} />
        <p>
          These are many differences, untested together: one of twenty has zero outside its interval by
          chance. Segments under 30 effective agents are pale.
        </p>
        <div className="grid charts">
          {dimensions.map((dimension) => (
            <Dimension key={dimension} {...{ comparison, dimension, answer, name }} />
          ))}
        </div>
      </Section>
    </>
  );
}

function Dimension({ comparison, dimension, answer, name }: {
  readonly comparison: Comparison;
  readonly dimension: string;
  readonly answer: Answer;
  readonly name: string;
}) {
  const rows = useMemo(
    () =>
      comparison.by_segment.filter((row) => row.dimension === dimension)
        .sort((a, b) =>
          Number(b.agents_interval_pct !== null) - Number(a.agents_interval_pct !== null) ||
          b.difference_pct[answer] - a.difference_pct[answer]
        ),
    [comparison, dimension, answer],
  );
  const title = `${answer} by ${dimension}: the second run less the first`;
  return (
    <div>
      <h3>{dimension}</h3>
      <Figure
        title={title}
        description={rows.map((row) => `${row.segment} ${textOf(row, answer)}`).join("; ")}
        chart={{
          kind: "intervals",
          ...axisOf(comparison.by_segment, [answer]),
          rows: rows.map((row) => rowOf(row.segment.replaceAll("_", " "), row, answer)),
        }}
        name={`differences-${dimension}-${answer}-${name}`}
        notes={[legendOf(comparison), comparison.note]}
      >
        <details className="no-print">
          <summary>{dimension} as a table</summary>
          <DataTable
            caption={`${title}, as a table`}
            columns={columnsOf(answer)}
            rows={rows}
            rowId={({ segment }) => segment}
          />
        </details>
      </Figure>
    </div>
  );
}

/** What a difference shows: of people where anything is known of them, else of the agents alone. */
function sentenceOf(difference: Difference, answer: Answer): string {
  const points = difference.difference_pct[answer];
  const ends = endsOf(difference)?.[answer];
  const size = `${answer}: ${signedPoints(points)}`;
  if (ends === undefined) return `${size}. Fewer than 30 effective agents: nothing may be concluded.`;
  const [low, high] = ends;
  const isOfPeople = difference.interval_pct !== null;
  const shown = isOfPeople ? `people's difference may be ${signedInterval(ends)}` : signedInterval(ends);
  if (low <= 0 && high >= 0) {
    return `${size} (${shown}). No difference is shown: the interval has zero in it.`;
  }
  const more = points > 0 ? "more" : "fewer";
  return isOfPeople
    ? `${size} (${shown}). ${more === "more" ? "More" : "Fewer"} people would answer ${answer} to the second.`
    : `${size} (${shown}). Among agents like these, the second run has ${more} who answer ${answer}.`;
}

function textOf(difference: Difference, answer: Answer): string {
  const ends = endsOf(difference)?.[answer];
  return `${signedPoints(difference.difference_pct[answer])} (${
    ends === undefined ? "small base, no interval" : signedInterval(ends)
  })`;
}

function rowOf(label: string, difference: Difference, answer: Answer): IntervalChart["rows"][number] {
  const share = difference.difference_pct[answer];
  const ends = endsOf(difference)?.[answer] ?? null;
  return {
    label,
    // The axis has the unit.
    text: ends === null
      ? `${signedNumber(share)} (small base)`
      : `${signedNumber(share)} (${signedNumber(ends[0])} to ${signedNumber(ends[1])})`,
    value: share,
    interval: ends,
    colour: `--${answer}`,
    isDim: difference.agents_interval_pct === null,
  };
}

/** Zero in the middle, and the widest interval inside. Segments share one axis, so that their pictures compare. */
function axisOf(
  differences: readonly Difference[],
  answers: readonly Answer[],
): Pick<IntervalChart, "domain" | "xLabel" | "line"> {
  const reaches = differences.flatMap((difference) =>
    answers.flatMap((answer) =>
      [difference.difference_pct[answer], ...endsOf(difference)?.[answer] ?? []].map(Math.abs)
    )
  );
  const reach = Math.min(100, Math.max(5, Math.ceil(1.05 * Math.max(0, ...reaches))));
  return { domain: [-reach, reach], xLabel: "points", line: { at: 0, label: "no difference" } };
}

function columnsOf(answer: Answer): Column<SegmentDifference>[] {
  return [
    {
      id: "segment",
      header: "Segment",
      cell: ({ segment }) => segment.replaceAll("_", " "),
      sortBy: ({ segment }) => segment,
    },
    {
      id: "difference",
      header: "Difference",
      cell: ({ difference_pct }) => signedPoints(difference_pct[answer]),
      sortBy: ({ difference_pct }) => difference_pct[answer],
      isNumber: true,
    },
    {
      id: "interval",
      header: "95 % interval",
      cell: (row) => {
        const ends = endsOf(row)?.[answer];
        return ends === undefined ? "small base" : signedInterval(ends);
      },
      isNumber: true,
    },
  ];
}
