import { parse, type Spec, View } from "vega";
import type { HeldOutRow } from "../fitting/held-out-figures.ts";

/** Predicted beside public yes shares, with the 95 % intervals. */
export async function scatter(rows: readonly HeldOutRow[]): Promise<string> {
  const values = rows.map(({ public_yes, predicted_yes, interval: [low, high] }) => ({
    public_yes,
    predicted_yes,
    low,
    high,
    held: public_yes >= low && public_yes <= high,
  }));
  const axis = (name: string, range: "width" | "height") => ({
    name,
    type: "linear" as const,
    domain: [0, 100],
    range,
  });
  const spec: Spec = {
    width: 480,
    height: 480,
    padding: 5,
    background: "white",
    data: [{ name: "questions", values }, { name: "ideal", values: [{ at: 0 }, { at: 100 }] }],
    scales: [axis("x", "width"), axis("y", "height")],
    axes: [
      { orient: "bottom", scale: "x", title: "public yes share, %" },
      { orient: "left", scale: "y", title: "predicted, with the battery left out, %" },
    ],
    marks: [
      {
        type: "line",
        from: { data: "ideal" },
        encode: {
          enter: {
            x: { scale: "x", field: "at" },
            y: { scale: "y", field: "at" },
            stroke: { value: "#999" },
          },
        },
      },
      {
        type: "rule",
        from: { data: "questions" },
        encode: {
          enter: {
            x: { scale: "x", field: "public_yes" },
            y: { scale: "y", field: "low" },
            y2: { scale: "y", field: "high" },
            stroke: { signal: "datum.held ? '#9ecae1' : '#e34a33'" },
          },
        },
      },
      {
        type: "symbol",
        from: { data: "questions" },
        encode: {
          enter: {
            x: { scale: "x", field: "public_yes" },
            y: { scale: "y", field: "predicted_yes" },
            size: { value: 20 },
            fill: { value: "#08519c" },
          },
        },
      },
    ],
  };
  return `${await new View(parse(spec), { renderer: "none" }).toSVG()}\n`;
}
