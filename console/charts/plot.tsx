import { Popover } from "radix-ui";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Menu } from "../components/dialog.tsx";
import { Button, ErrorNotice } from "../components/page.tsx";
import { DownloadButton } from "../components/status.tsx";
import type { Chart } from "./draw.ts";

/** A chart's rows in words. */
export const rowsInWords = ({ rows }: Chart): string =>
  rows.map(({ label, text, beside }) => `${label} ${text}${beside ? `, ${beside.text}` : ""}`).join("; ");

/** A picture by Observable Plot, as wide as its place, with one menu. Its colours follow the theme, and its file carries the notes. */
export function Figure({ title, chart, description = rowsInWords(chart), name, legend = [], notes, table }: {
  /** What the picture shows; the title of its file too. */
  readonly title: string;
  readonly chart: Chart;
  /** The picture in words, for those who do not see it: its rows by default. */
  readonly description?: string;
  /** The files' name without its ending. */
  readonly name: string;
  /** How the picture is read: under it, each in a column of its own where there is room, and in its file. */
  readonly legend?: readonly string[];
  /** What must not be left out beside it, and stands in its file alone. */
  readonly notes: readonly string[];
  /** The picture's figures, shown when somebody asks for them. */
  readonly table?: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [isTabular, setTabular] = useState(false);
  const tableId = useId();
  // Charts are plain data: the picture is drawn again where they differ, not where a parent was rendered again.
  const drawn = JSON.stringify(chart);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.floor(entry?.contentRect.width ?? 0);
      if (measured > 0) setWidth(measured);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    let isOver = false;
    const draw = async () => {
      const { drawChart } = await import("./draw.ts");
      if (isOver || place.current === null) return;
      const picture = drawChart(JSON.parse(drawn) as Chart, width);
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", `${title}. ${description}`);
      place.current.replaceChildren(picture);
      setError(null);
    };
    if (width > 0) draw().catch((failure) => isOver || setError(failure));
    return () => {
      isOver = true;
    };
  }, [drawn, width, title, description]);
  const picture = () => {
    const svg = place.current?.querySelector("svg") ?? null;
    if (svg === null) throw new Error("The picture has not been drawn yet.");
    return svg;
  };
  return (
    <figure>
      <ErrorNotice error={error} />
      <div ref={place} className="picture" />
      <div className="figure-foot">
        <figcaption className="columns">{legend.map((part) => <span key={part}>{part}</span>)}</figcaption>
        <Menu of={title}>
          {table === undefined ? null : (
            <Popover.Close asChild>
              <Button
                small
                aria-expanded={isTabular}
                aria-controls={tableId}
                onClick={() => setTabular(!isTabular)}
              >
                {isTabular ? "Hide the table" : "Show as a table"}
              </Button>
            </Popover.Close>
          )}
          {(["PNG", "SVG"] as const).map((format) => (
            <DownloadButton
              key={format}
              label={`Download ${format}`}
              what={title}
              file={`${name}.${format.toLowerCase()}`}
              content={async () =>
                (await import("./export.ts")).pictureFile(format, picture(), title, [...legend, ...notes])}
            />
          ))}
        </Menu>
      </div>
      <div id={tableId}>{isTabular ? table : null}</div>
    </figure>
  );
}
