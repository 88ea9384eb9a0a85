import { type ReactNode, useMemo, useState } from "react";
import type { IntervalChart } from "../charts/chart.ts";
import { Figure } from "../charts/plot.tsx";
import { count, interval, pct } from "../components/format.tsx";
import { Section } from "../components/page.tsx";
import { type Column, DataTable } from "../components/table.tsx";
import { type Insights, useInsights } from "../readings/insights.ts";
import { type Answer, ANSWERS, type Results } from "./conclusions.ts";

type Segment = Results["by_segment"][number];

/** A dimension's segments around the overall share, the largest share first; differences that passed the Reading's test are marked. */
export function Segments({ results }: { readonly results: Results }) {
  const [answer, setAnswer] = useState<Answer>("yes");
  const insights = useInsights(results.simulation_id);
  const found = insights.data?.data.post_hoc?.patterns ?? null;
  // The Reading tests the yes share alone.
  const passed = useMemo(
    () => new Set(answer === "yes" ? found?.patterns.flatMap(({ segments }) => segments) : []),
    [found, answer],
  );
  const dimensions = [...new Set(results.by_segment.map(({ dimension }) => dimension))];
  const [chosen, setChosen] = useState<string | null>(null);
  // Where somebody differs is what people look for first.
  const differs = found?.patterns[0]?.segments[0]?.split("=")[0];
  const dimension = chosen ?? dimensions.find((each) => each === differs) ?? dimensions[0];
  if (dimension === undefined) return <p>This run has no groups.</p>;
  return (
    <Section title="Segments">
      <TestRule {...{ answer, insights: insights.data?.data ?? null, error: insights.error }} />
      <AnswerChoice answer={answer} onChange={setAnswer}>
        <label>
          Groups by
          <select value={dimension} onChange={({ target }) => setChosen(target.value)}>
            {dimensions.map((each) => <option key={each}>{each}</option>)}
          </select>
        </label>
      </AnswerChoice>
      <p>
        Shares are weighted to the population; the line is that of all agents,{" "}
        {pct(results.verdict[`${answer}_pct`])}. Pale rows have fewer than 30 effective agents: no difference
        may rest on one. One of twenty differences passes by chance, so do not pick the largest by eye.
      </p>
      <Dimension key={dimension} {...{ results, dimension, answer, passed }} />
    </Section>
  );
}

/** The answer whose shares, or their differences, are shown. */
export function AnswerChoice({ answer, onChange, children }: {
  readonly answer: Answer;
  readonly onChange: (answer: Answer) => void;
  /** Choices beside it. */
  readonly children?: ReactNode;
}) {
  return (
    <div className="filters no-print">
      <label>
        Answer
        <select value={answer} onChange={({ target }) => onChange(target.value as Answer)}>
          {ANSWERS.map((each) => <option key={each} value={each}>{each}</option>)}
        </select>
      </label>
      {children}
    </div>
  );
}

/** By which rule differences are marked, or why none is. */
function TestRule({ answer, insights, error }: {
  readonly answer: Answer;
  readonly insights: Insights | null;
  readonly error: unknown;
}) {
  const patterns = insights?.post_hoc?.patterns;
  const note = patterns?.method_note;
  if (answer !== "yes") {
    return (
      <p className="test-rule">No differences are marked: the Reading tests those of the yes share alone.</p>
    );
  }
  if (note !== undefined) {
    return (
      <p className="test-rule">
        {patterns?.patterns.length === 0 ? "No group differs reliably. " : ""}
        {MARK} differs from the rest of its dimension by the Reading's test, at most the six largest. {note}
      </p>
    );
  }
  const why = error !== null || insights === null
    ? "the Reading, which tests them, is not here yet"
    : insights.insights_status === "completed"
    ? "the Reading has no patterns"
    : `the Reading, which tests them, is ${insights.insights_status.replaceAll("_", " ")}`;
  return <p className="test-rule">No differences are marked: {why}.</p>;
}

const MARK = "✱";

/** A dimension's segments as a chart and a table. @param passed the segments whose difference passed the Reading's test */
export function Dimension({ results, dimension, answer, passed }: {
  readonly results: Results;
  readonly dimension: string;
  readonly answer: Answer;
  readonly passed: ReadonlySet<string>;
}) {
  const { verdict, calibration_boundary: boundary, simulation_id, customer_question } = results;
  const rows = useMemo(
    () =>
      results.by_segment.filter((row) => row.dimension === dimension)
        // Segments without agents stand at the end.
        .sort((a, b) => Number(b.total > 0) - Number(a.total > 0) || b[`${answer}_pct`] - a[`${answer}_pct`]),
    [results, dimension, answer],
  );
  const overall = verdict[`${answer}_pct`];
  const chart: IntervalChart = {
    kind: "intervals",
    domain: [0, 100],
    xLabel: `% who answered ${answer}`,
    line: { at: overall, label: `all: ${pct(overall)}` },
    rows: rows.map((row) => ({
      label: labelOf(row, passed),
      text: textOf(row, answer),
      value: row.total === 0 ? null : row[`${answer}_pct`],
      interval: row.interval_pct?.[answer] ?? null,
      colour: `--${answer}`,
      isDim: row.small_base,
    })),
  };
  const named = rows.map((row) => `${labelOf(row, passed)} ${textOf(row, answer)}`).join("; ");
  const title = `${answer} by ${dimension}`;
  return (
    <div>
      <h3>{dimension}</h3>
      <Figure
        title={title}
        description={`All ${pct(overall)}. ${named}.`}
        chart={chart}
        name={`segments-${dimension}-${answer}-${simulation_id}`}
        notes={[
          `“${customer_question}”`,
          `${MARK} differs from the rest by the Reading's test. Pale: fewer than 30 effective agents. ${
            verdict.interval_pct === null
              ? "No bars: nothing is known of people."
              : "Bar: 95 % interval of people's share."
          }`,
          boundary.disclaimer,
        ]}
      >
        <details className="no-print">
          <summary>{dimension} as a table</summary>
          <DataTable
            caption={`${answer} by ${dimension}, as a table`}
            columns={columnsOf(answer, passed)}
            rows={rows}
            rowId={({ segment }) => segment}
          />
        </details>
      </Figure>
    </div>
  );
}

const isMarked = ({ dimension, segment }: Segment, passed: ReadonlySet<string>) =>
  passed.has(`${dimension}=${segment}`);

function labelOf(row: Segment, passed: ReadonlySet<string>): string {
  return `${row.segment.replaceAll("_", " ")}${isMarked(row, passed) ? ` ${MARK}` : ""}`;
}

function textOf(row: Segment, answer: Answer): string {
  if (row.total === 0) return "nobody, 0 agents";
  const small = row.small_base ? `, small: ${count(row.effective_n)} effective` : "";
  return `${pct(row[`${answer}_pct`])}${small}`;
}

function columnsOf(answer: Answer, passed: ReadonlySet<string>): Column<Segment>[] {
  return [
    {
      id: "segment",
      header: "Segment",
      cell: (row) => labelOf(row, passed),
      sortBy: ({ segment }) => segment,
    },
    {
      id: "share",
      header: answer,
      cell: (row) => pct(row[`${answer}_pct`]),
      sortBy: (row) => row[`${answer}_pct`],
      isNumber: true,
    },
    {
      id: "interval",
      header: "95 % interval",
      cell: (row) => interval(row.interval_pct?.[answer]),
      isNumber: true,
    },
    {
      id: "agents",
      header: "Agents",
      cell: ({ total }) => count(total),
      sortBy: ({ total }) => total,
      isNumber: true,
    },
    {
      id: "effective",
      header: "Effective",
      cell: ({ effective_n, small_base }) => `${count(effective_n)}${small_base ? ", small base" : ""}`,
      sortBy: ({ effective_n }) => effective_n,
      isNumber: true,
    },
    {
      id: "differs",
      header: "Differs by the test",
      cell: (row) => isMarked(row, passed) ? "yes" : "not shown",
    },
  ];
}
