/** What the console's charts show, as plain data: `draw.ts` makes pictures of it. */

/** A row of an interval chart: a share or a difference, with the interval around it. */
export interface IntervalRow {
  /** Unique within its chart. */
  readonly label: string;
  /** Stands at the right: the figures in digits. */
  readonly text: string;
  /** Null has no dot. */
  readonly value: number | null;
  /** Low and high; null has no bar. */
  readonly interval: readonly [number, number] | null;
  /** A token of the style sheet, such as `--yes`. */
  readonly colour: string;
  /** Little is known of it. */
  readonly isDim?: boolean;
  /** Another figure of the same thing, as a hollow diamond below the bar. */
  readonly beside?: number | null;
}

export interface IntervalChart {
  readonly kind: "intervals";
  readonly rows: readonly IntervalRow[];
  readonly domain: readonly [number, number];
  /** After the numbers of the axis, such as " %". */
  readonly unit: string;
  /** The longest label and text of the charts that stand in its place, in characters: they share their margins. */
  readonly room?: { readonly label: number; readonly text: number };
  /** A line through all rows. */
  readonly line?: { readonly at: number; readonly label: string };
}

/** Counts, a bar each. */
export interface BarChart {
  readonly kind: "bars";
  readonly rows: readonly { readonly label: string; readonly value: number; readonly text: string }[];
  readonly xLabel: string;
}

/** Shares with their intervals over time, a band for each answer. */
export interface TimeChart {
  readonly kind: "over-time";
  readonly points: readonly {
    /** ISO 8601. */
    readonly at: string;
    readonly series: string;
    readonly value: number;
    readonly interval: readonly [number, number] | null;
    readonly colour: string;
  }[];
}

export type Chart = IntervalChart | BarChart | TimeChart;
