import { Link } from "@tanstack/react-router";
import { count, decimal, pcts, segmentName, Time } from "../components/format.tsx";
import { type Column, countColumn, DataTable, numberColumn } from "../components/table.tsx";
import { type Block, STEPS } from "./insights.ts";

type IntensityRow = Block<"segment_intensity">["by_segment"][number];

const INTENSITY_COLUMNS: readonly Column<IntensityRow>[] = [
  { header: "Dimension", cell: ({ dimension }) => dimension, sortBy: ({ dimension }) => dimension },
  { header: "Segment", cell: ({ segment }) => segmentName(segment), sortBy: ({ segment }) => segment },
  numberColumn("Median", ({ median }) => median ?? "–", ({ median }) => median),
  numberColumn("Mean", ({ mean }) => mean === null ? "–" : decimal(mean), ({ mean }) => mean),
  ...STEPS.map((step) => numberColumn<IntensityRow>(step, ({ distribution }) => count(distribution[step]))),
  countColumn("total", "Agents"),
];

/** How strongly each segment feels. */
export function SegmentIntensity({ block: { by_segment } }: { readonly block: Block<"segment_intensity"> }) {
  return (
    <details className="no-print">
      <summary>How strongly each segment feels</summary>
      <DataTable
        caption="Each segment's intensity"
        columns={INTENSITY_COLUMNS}
        rows={by_segment}
        rowId={({ dimension, segment }) => `${dimension}=${segment}`}
      />
    </details>
  );
}

/** When a run completed, as a link to it. */
export const COMPLETED_COLUMN: Column<{ readonly completed_at: string; readonly simulation_id: string }> = {
  header: "Completed",
  cell: ({ completed_at, simulation_id }) => (
    <Link to="/simulations/$id" params={{ id: simulation_id }}>
      <Time at={completed_at} />
    </Link>
  ),
  sortBy: ({ completed_at }) => completed_at,
};

/** How many agents a run asked, and which. */
export const SAMPLE_COLUMNS: readonly Column<{ readonly agent_count: number; readonly seed: number }>[] = [
  numberColumn("Agents", ({ agent_count }) => count(agent_count)),
  { header: "Seed", cell: ({ seed }) => <code>{seed}</code> },
];

type EarlierRun = Block<"across_runs">["runs"][number];

const RUN_COLUMNS: readonly Column<EarlierRun>[] = [
  COMPLETED_COLUMN,
  numberColumn("Yes", (run) => pcts(run).yes, ({ yes_pct }) => yes_pct),
  numberColumn("Maybe", (run) => pcts(run).maybe),
  numberColumn("No", (run) => pcts(run).no),
  numberColumn(
    "Half the yes interval",
    ({ margin_of_error_pct: half }) => half === null ? "–" : `${count(Math.ceil(half))} points`,
  ),
  ...SAMPLE_COLUMNS,
];

/** The earlier runs of the question. */
export function AcrossRuns({ block: { runs, trend, note } }: { readonly block: Block<"across_runs"> }) {
  return (
    <>
      <p>
        Trend: <strong>{trend.replaceAll("_", " ")}</strong>. {note}
      </p>
      <DataTable
        caption="Earlier runs"
        columns={RUN_COLUMNS}
        rows={runs}
        rowId={({ simulation_id }) => simulation_id}
      />
    </>
  );
}
