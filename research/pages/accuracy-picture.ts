import { type Mark, parse, type Spec, View } from "vega";
import type { HeldOutFigures, HeldOutRow } from "../fitting/held-out-figures.ts";

const at = (scale: "x" | "y", field: string) => ({ scale, field });

const mark = (type: "line" | "rule" | "symbol", data: string, enter: object) =>
  ({ type, from: { data }, encode: { enter } }) as Mark;

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
      mark("line", "ideal", { x: at("x", "at"), y: at("y", "at"), stroke: { value: "#999" } }),
      mark("rule", "questions", {
        x: at("x", "public_yes"),
        y: at("y", "low"),
        y2: at("y", "high"),
        stroke: { signal: "datum.held ? '#9ecae1' : '#e34a33'" },
      }),
      mark("symbol", "questions", {
        x: at("x", "public_yes"),
        y: at("y", "predicted_yes"),
        size: { value: 20 },
        fill: { value: "#08519c" },
      }),
    ],
  };
  return `${await new View(parse(spec), { renderer: "none" }).toSVG()}\n`;
}

const COLOURS: Readonly<Record<string, string>> = { object: "#2171b5", battery: "#6baed6", house: "#238b45" };

/** Mean error of quarters of the wordings by their largest cosine to what was not left out; the constant's dashed. */
export async function errorByLikeness(figures: readonly HeldOutFigures[]): Promise<string> {
  const values = figures.flatMap(({ protocol, quarters }) =>
    quarters.flatMap(({ likeness, error, constant_error }) => {
      const colour = COLOURS[protocol];
      return [
        { line: protocol, likeness, error, dash: [1, 0], colour },
        { line: `${protocol}, constant`, likeness, error: constant_error, dash: [4, 4], colour },
      ];
    })
  );
  const spec: Spec = {
    width: 520,
    height: 320,
    padding: 5,
    background: "white",
    data: [{ name: "quarters", values }],
    scales: [
      { name: "x", type: "linear", domain: [0.65, 0.9], zero: false, range: "width" },
      { name: "y", type: "linear", domain: [0, 25], range: "height" },
      {
        name: "trial",
        type: "ordinal",
        domain: figures.map(({ protocol }) => `${protocol} left out`),
        range: figures.map(({ protocol }) => COLOURS[protocol] ?? "#000"),
      },
    ],
    axes: [
      { orient: "bottom", scale: "x", title: "cosine to the nearest calibrated question" },
      { orient: "left", scale: "y", title: "mean error of yes, points (dashed: the constant's)" },
    ],
    legends: [{ stroke: "trial", symbolType: "stroke", orient: "bottom-left" }],
    marks: [{
      type: "group",
      from: { facet: { name: "one", data: "quarters", groupby: "line" } },
      marks: [
        mark("line", "one", {
          x: at("x", "likeness"),
          y: at("y", "error"),
          stroke: { field: "colour" },
          strokeWidth: { value: 2 },
          strokeDash: { field: "dash" },
        }),
      ],
    }],
  };
  return await new View(parse(spec), { renderer: "none" }).toSVG();
}
