import { useState } from "react";
import type { Chart } from "../charts/draw.ts";
import { Figure, rowsInWords } from "../charts/plot.tsx";
import { Choice } from "../components/filters.tsx";
import { count, interval, pcts, segmentName } from "../components/format.tsx";
import { Section } from "../components/page.tsx";
import { type Columns, DataTable } from "../components/table.tsx";
import { type Insights, useInsights } from "../readings/reading.tsx";
import { type Answer, ANSWERS, namedPeople, type Results } from "./conclusions.ts";
import { shareRow } from "./shares.tsx";

type Segment = Results["by_segment"][number];

/** Dimensions whose segments have an order of their own. */
const ORDERED: ReadonlySet<string> = new Set(["age", "education", "income"]);
type Order = "natural" | "size";

/** A dimension's groups around the overall share, after those that differ by the Reading's test. */
export function Segments({ results }: { readonly results: Results }) {
  const [answer, setAnswer] = useState<Answer>("yes");
  const [order, setOrder] = useState<Order>("natural");
  const insights = useInsights(results.simulation_id);
  const found = insights.data?.post_hoc?.patterns?.patterns;
  // The Reading tests the yes share alone.
  const passed = new Set(answer === "yes" ? found?.flatMap(({ segments }) => segments) : []);
  const dimensions = dimensionsOf(results);
  const [chosen, setChosen] = useState<string | null>(null);
  // Where somebody differs is what people look for first.
  const differs = found?.[0]?.segments[0]?.split("=")[0];
  const dimension = chosen ?? dimensions.find((each) => each === differs) ?? dimensions[0];
  if (dimension === undefined) return <p>This run has no groups.</p>;
  return (
    <Section title="Groups">
      <WhoDiffers {...{ insights: insights.data ?? null, error: insights.error }} />
      <div className="filters no-print">
        <Choice label="Answer" value={answer} options={ANSWERS} onChange={setAnswer} />
        <Choice label="Groups by" value={dimension} options={dimensions} onChange={setChosen} />
        {ORDERED.has(dimension) && (
          <Choice
            label="Order"
            value={order}
            options={[["natural", dimension], ["size", "largest share first"]]}
            onChange={setOrder}
          />
        )}
      </div>
      <Dimension key={dimension} {...{ results, dimension, answer, passed, order }} />
    </Section>
  );
}

export function dimensionsOf({ by_segment }: Results): string[] {
  return [...new Set(by_segment.map(({ dimension }) => dimension))];
}

/** The groups that differ by the Reading's test, that none does, or why that is not known. */
function WhoDiffers({ insights, error }: { readonly insights: Insights | null; readonly error: unknown }) {
  const found = insights?.post_hoc?.patterns?.patterns;
  if (found?.length === 0) return <p className="finding">No group differs reliably.</p>;
  if (found !== undefined) {
    return (
      <ul>
        {found.map(({ title, description }) => (
          <li key={title}>
            <strong>{title}.</strong> {description}
          </li>
        ))}
      </ul>
    );
  }
  const why = error !== null || insights === null
    ? "the Reading, which tests them, is not here yet"
    : insights.insights_status === "completed"
    ? "the Reading has no patterns"
    : `the Reading, which tests them, is ${insights.insights_status.replaceAll("_", " ")}`;
  return <p className="finding">Which groups differ is not known: {why}.</p>;
}

const MARK = "✱";

/** A dimension's groups as a chart, with a table behind its menu. @param passed the segments whose difference passed the Reading's test */
export function Dimension({ results, dimension, answer, passed, order }: {
  readonly results: Results;
  readonly dimension: string;
  readonly answer: Answer;
  readonly passed: ReadonlySet<string>;
  readonly order: Order;
}) {
  const { verdict, calibration_boundary: boundary, simulation_id, customer_question, by_segment } = results;
  const rows = by_segment.filter((row) => row.dimension === dimension);
  if (order === "size" || !ORDERED.has(dimension)) {
    // Segments without respondents stand at the end.
    rows.sort((a, b) => Number(b.total > 0) - Number(a.total > 0) || b[`${answer}_pct`] - a[`${answer}_pct`]);
  }
  const overall = verdict[`${answer}_pct`];
  const shownOverall = pcts(verdict)[answer];
  const chart: Chart = {
    // Another dimension takes this one's place.
    room: by_segment.map((row) => ({
      label: `${segmentName(row.segment)} ${MARK}`,
      text: textOf(row, answer),
    })),
    line: { at: overall, label: `all: ${shownOverall}` },
    rows: rows.map((row) => ({
      ...shareRow(row, answer),
      label: labelOf(row, passed),
      text: textOf(row, answer),
      ...(row.total === 0 && { value: null }),
      isDim: row.small_base,
    })),
  };
  const isKnown = verdict.interval_pct !== null;
  const legend = [
    `% who answered ${answer}, weighted to the population.`,
    ...(passed.size === 0 ? [] : [`${MARK} differs from the rest by the Reading’s test.`]),
    isKnown
      ? `Bar: the 95 % interval of the share of such people among ${namedPeople(results)}.`
      : "No bars: nothing is known of people.",
    ...(rows.some(({ small_base }) => small_base) ? ["Pale: too few respondents to compare."] : []),
  ].join(" ");
  return (
    <Figure
      title={`${answer} by ${dimension}`}
      description={`All ${shownOverall}. ${rowsInWords(chart)}.`}
      chart={chart}
      name={`segments-${dimension}-${answer}-${simulation_id}`}
      legend={[legend]}
      notes={[`“${customer_question}”`, boundary.disclaimer]}
      table={
        <DataTable
          caption={`${answer} by ${dimension}, as a table`}
          columns={columnsOf(answer, passed, isKnown)}
          rows={rows}
          rowId={({ segment }) => segment}
        />
      }
    />
  );
}

function labelOf({ dimension, segment }: Segment, passed: ReadonlySet<string>): string {
  return `${segmentName(segment)}${passed.has(`${dimension}=${segment}`) ? ` ${MARK}` : ""}`;
}

function textOf(row: Segment, answer: Answer): string {
  return row.total === 0
    ? "nobody asked"
    : `${shareRow(row, answer).text}${row.small_base ? ", too few" : ""}`;
}

function columnsOf(answer: Answer, passed: ReadonlySet<string>, isKnown: boolean): Columns<Segment> {
  return {
    Group: (row) => labelOf(row, passed),
    [answer]: { figure: (row) => pcts(row)[answer] },
    ...(isKnown && { "95 % interval": { figure: (row: Segment) => interval(row.interval_pct?.[answer]) } }),
    Respondents: { figure: ({ total, small_base }) => `${count(total)}${small_base ? ", too few" : ""}` },
  };
}
