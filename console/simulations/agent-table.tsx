import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { count, segmentName } from "../components/format.tsx";
import type { Results } from "./conclusions.ts";

export type Agent = NonNullable<Results["agents"]>[number];

/** What the agents are filtered by; "" is anything. A segment is `dimension=segment`. */
export interface Filters {
  readonly answer: string;
  readonly intensity: string;
  readonly segment: string;
  readonly text: string;
}

export const NO_FILTERS: Filters = { answer: "", intensity: "", segment: "", text: "" };

/** Whether an agent passes; `text` is in lower case. */
function passes({ answer, intensity, segments, reason, quote }: Agent, wanted: Filters): boolean {
  const { segment, text } = wanted;
  const at = segment.indexOf("=");
  return (wanted.answer === "" || answer === wanted.answer) &&
    (wanted.intensity === "" || `${intensity}` === wanted.intensity) &&
    (segment === "" || segments[segment.slice(0, at)] === segment.slice(at + 1)) &&
    (text === "" || reason.toLowerCase().includes(text) || (quote?.toLowerCase().includes(text) ?? false));
}

const CELLS: readonly {
  readonly header: string;
  readonly width: string;
  readonly isNumber?: boolean;
  readonly cell: (agent: Agent) => ReactNode;
}[] = [
  { header: "Agent", width: "5rem", isNumber: true, cell: ({ index }) => index },
  { header: "Answer", width: "7rem", cell: ({ answer }) => answer === "n_a" ? "did not apply" : answer },
  { header: "Intensity", width: "6rem", isNumber: true, cell: ({ intensity }) => intensity ?? "–" },
  { header: "Reason", width: "22rem", cell: ({ reason }) => reason },
  { header: "Quote", width: "18rem", cell: ({ quote }) => quote === null ? "–" : <q>{quote}</q> },
  {
    header: "Segments",
    width: "22rem",
    cell: ({ segments }) => Object.values(segments).map(segmentName).join(" · "),
  },
  { header: "Weight", width: "6rem", isNumber: true, cell: ({ weight }) => weight.toFixed(3) },
];

/** Of a row, in pixels, before it is measured. */
const USUAL_HEIGHT = 76;

/** The agents that pass the filters. Only the rows in sight are on the page. `measure` names the time of a filter. */
export function AgentTable({ agents, filters, measure }: {
  readonly agents: readonly Agent[];
  readonly filters: Filters;
  readonly measure: string;
}) {
  const rows = useMemo(() => {
    const wanted = { ...filters, text: filters.text.trim().toLowerCase() };
    return agents.filter((agent) => passes(agent, wanted));
  }, [agents, filters]);
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (i) => rows[i]?.index ?? i,
    overscan: 8,
  });
  useLayoutEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
    const begin = performance.getEntriesByName(`${measure}-begin`).at(-1);
    if (begin !== undefined) performance.measure(measure, { start: begin.startTime });
    performance.clearMarks(`${measure}-begin`);
  }, [rows, measure]);
  const shown = virtual.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <>
      <p role="status" className="matches">
        {count(rows.length)} of {count(agents.length)} agents
        {rows.length === 0 ? ": none fits. Take a filter away." : ""}
      </p>
      <div ref={scroll} className="table-scroll tall" role="region" aria-label="The agents" tabIndex={0}>
        <table aria-rowcount={rows.length + 1} className="fixed">
          <caption className="visually-hidden">The agents</caption>
          <colgroup>{CELLS.map(({ header, width }) => <col key={header} style={{ width }} />)}</colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {CELLS.map(({ header, isNumber }) => (
                <th key={header} scope="col" className={isNumber ? "number" : undefined}>{header}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 ? <Space height={above} /> : null}
            {shown.map(({ index, key }) => {
              const agent = rows[index];
              if (agent === undefined) return null;
              return (
                <tr key={key} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                  {CELLS.map(({ header, isNumber, cell }) => (
                    <td key={header} className={isNumber ? "number" : undefined}>{cell(agent)}</td>
                  ))}
                </tr>
              );
            })}
            {below > 0 ? <Space height={below} /> : null}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** In place of the rows that are out of sight. */
function Space({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={CELLS.length} className="space" style={{ height }} />
    </tr>
  );
}
