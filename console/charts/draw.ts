import { axisX, dot, gridX, plot, ruleX, ruleY, text, type TextOptions, tickX } from "@observablehq/plot";

/** What the console's charts show, as plain data, and their pictures. Observable Plot comes along, so it is loaded with the first picture. */

/** A row of a chart: a share, a difference or a count, with the interval around it. */
export interface ChartRow {
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
  readonly beside?: { readonly value: number; readonly text: string } | null;
}

export interface Chart {
  readonly rows: readonly ChartRow[];
  /** Of the axis; 0 to 100 by default. */
  readonly domain?: readonly [number, number];
  /** After the numbers of the axis; " %" by default. */
  readonly unit?: string;
  /** The rows of the charts that stand in its place too: they share their margins. */
  readonly room?: readonly Pick<ChartRow, "label" | "text">[];
  /** A line through all rows. */
  readonly line?: { readonly at: number; readonly label: string };
}

/** Where less than this is left for the marks, labels stand over their rows instead of beside them, in pixels. */
const MIN_WIDTH = 260;
/** Between two ticks, in pixels. */
const TICK_SPACE = 55;
/** Of a character, on average, in pixels. */
const CHARACTER = 7;
/** Of an axis with its numbers, in pixels. */
const AXIS = 28;

/** A chart as a picture of this width, in pixels. Its colours are the style sheet's tokens. */
export function drawChart(
  { rows, domain = [0, 100], unit = " %", room = rows, line }: Chart,
  width: number,
): SVGSVGElement {
  const longest = (part: "label" | "text") => Math.max(...room.map((row) => row[part].length), 4);
  const [left, right] = [20 + CHARACTER * longest("label"), 24 + CHARACTER * longest("text")];
  const isNarrow = width - left - right < MIN_WIDTH;
  const ticks = Math.min(5, Math.floor((isNarrow ? width : width - left - right) / TICK_SPACE));
  const colour = ({ colour }: ChartRow) => `var(${colour})`;
  const opacity = (full: number) => ({
    value: ({ isDim }: ChartRow) => isDim ? 0.4 * full : full,
    scale: null,
  });
  const bars = rows.flatMap((row) => row.interval === null ? [] : [{ ...row, ends: row.interval }]);
  const label = (given: TextOptions) => text(rows, { y: "label", fill: ink, ...given });
  const labels = isNarrow
    ? [
      label({
        frameAnchor: "left",
        text: ({ label, text }) => `${label}: ${text}`,
        dy: -19,
        textAnchor: "start",
        // Readable where a line passes behind.
        stroke: "var(--page)",
        strokeWidth: 4,
      }),
    ]
    : [
      label({ frameAnchor: "left", text: "label", dx: -10, textAnchor: "end" }),
      label({ frameAnchor: "right", text: "text", dx: 12, textAnchor: "start" }),
    ];
  const others = rows.flatMap(({ label, beside }) => beside ? [{ label, ...beside }] : []);
  const rowHeight = (isNarrow ? 43 : 34) + (others.length === 0 ? 0 : 8);
  const marginTop = (line === undefined ? 4 : isNarrow ? 18 : 24) + (isNarrow ? 12 : 0);
  const picture = plot({
    width,
    height: rows.length * rowHeight + marginTop + AXIS,
    marginLeft: isNarrow ? 14 : left,
    // Half of the last number of the axis stands there.
    marginRight: isNarrow ? 22 : right,
    marginTop,
    marginBottom: AXIS,
    style: {
      fontSize: "13px",
      fontFamily: "system-ui, sans-serif",
      background: "transparent",
      color: "var(--text)",
      overflow: "visible",
    },
    x: { domain: [...domain], clamp: true },
    y: { domain: rows.map(({ label }) => label), axis: null, padding: isNarrow ? 0.2 : 0 },
    marks: [
      gridX({ ticks, stroke: "var(--line)", strokeOpacity: 1 }),
      axisX({
        stroke: "var(--soft)",
        fill: "var(--text)",
        label: null,
        ticks,
        tickFormat: (value: number) => `${signed(value, domain)}${unit}`,
      }),
      ...(line === undefined ? [] : [
        ruleX([line.at], { stroke: "var(--public)", strokeWidth: 1.5, strokeDasharray: "6 3" }),
        text([line], {
          x: "at",
          frameAnchor: "top",
          text: "label",
          dy: -14,
          fill: "var(--text)",
          textAnchor: anchorOf(line.at, domain),
        }),
      ]),
      ruleY(bars, {
        y: "label",
        x1: ({ ends: [low] }) => low,
        x2: ({ ends: [, high] }) => high,
        stroke: colour,
        strokeWidth: 9,
        strokeOpacity: opacity(0.5),
      }),
      ...[0, 1].map((end) =>
        tickX(bars, {
          y: "label",
          x: ({ ends }) => ends[end],
          stroke: colour,
          strokeWidth: 2,
          strokeOpacity: opacity(1),
          insetTop: 6,
          insetBottom: 6,
        })
      ),
      dot(rows.filter(({ value }) => value !== null), {
        y: "label",
        x: "value",
        r: 5,
        fill: colour,
        fillOpacity: opacity(1),
        stroke: "var(--page)",
      }),
      dot(others, {
        y: "label",
        x: "value",
        symbol: "diamond",
        r: 5,
        dy: 14,
        fill: "var(--page)",
        stroke: "var(--public)",
        strokeWidth: 2,
      }),
      ...labels,
    ],
  }) as SVGSVGElement;
  // Plot labels its groups, which without a role may have no label.
  for (const group of picture.querySelectorAll("g[aria-label]")) group.setAttribute("role", "group");
  return picture;
}

const ink = ({ isDim }: ChartRow) => isDim ? "var(--soft)" : "var(--text)";

/** A number of the axis; where it goes both ways from zero, with its sign. */
function signed(value: number, [low]: readonly [number, number]): string {
  return `${low < 0 && value > 0 ? "+" : ""}${value.toLocaleString()}`.replace("-", "−");
}

/** Keeps a label near an end of the axis inside the picture. */
function anchorOf(at: number, [low, high]: readonly [number, number]): "start" | "middle" | "end" {
  const place = (at - low) / (high - low);
  if (place < 0.2) return "start";
  return place > 0.8 ? "end" : "middle";
}
