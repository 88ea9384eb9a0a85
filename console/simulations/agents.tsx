import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type DataOf, service } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { Filters, FilterSelect, FilterText, type FilterValues, given } from "../components/filters.tsx";
import { count, segmentName } from "../components/format.tsx";
import { Button, Loaded, Section } from "../components/page.tsx";
import { DownloadButton } from "../components/status.tsx";
import { STEPS } from "../readings/reading.tsx";
import { ANSWERS, type Results } from "./conclusions.ts";

/** The agents one by one. Up to 10,000 rows are some megabytes, so they are read when somebody asks for them. */
export function Agents({ results }: { readonly results: Results }) {
  const { agent_count, simulation_id: id, by_segment } = results;
  const [isOpen, setOpen] = useState(false);
  // A run's agents do not change: they are read once a visit.
  const full = useRead("simulationResults", { id }, { enabled: isOpen, staleTime: Infinity });
  return (
    <Section title="Agents">
      {isOpen
        ? (
          <Loaded query={{ ...full, data: full.data?.agents }} what="the agents">
            {(agents) => <FilteredAgents agents={agents} by={by_segment} />}
          </Loaded>
        )
        : (
          <p>
            Every agent's answer, how strongly, why, and the segments it belongs to. No agent is a person.
            {" "}
            <Button onClick={() => setOpen(true)}>
              {agent_count === 1 ? "Show the agent" : `Show the ${count(agent_count)} agents`}
            </Button>
          </p>
        )}
    </Section>
  );
}

function FilteredAgents({ agents, by }: {
  readonly agents: readonly Agent[];
  /** The segments of the verdict, some of which may have no agents. */
  readonly by: Results["by_segment"];
}) {
  const state = useState<object>({});
  const segments = by.filter(({ total }) => total > 0).map(({ dimension, segment }) =>
    [`${dimension}=${segment}`, `${dimension}: ${segmentName(segment)}`] as const
  );
  return (
    <>
      <Filters label="Filter the agents" state={state}>
        <FilterSelect
          name="answer"
          label="Answer"
          any="any"
          options={[...ANSWERS, ["n_a", "did not apply"]]}
        />
        <FilterSelect name="intensity" label="Intensity" any="any" options={STEPS} />
        <FilterSelect name="segment" label="Segment" any="any" options={segments} />
        <FilterText name="text" label="Words in the reason or quote" maxLength={200} />
      </Filters>
      <AgentTable agents={agents} filters={state[0]} />
    </>
  );
}

type Agent = NonNullable<DataOf<"simulationResults">["agents"]>[number];

/** Whether an agent passes. A segment is `dimension=segment`; `text` is in lower case. */
function passes({ answer, intensity, segments, reason, quote }: Agent, wanted: FilterValues): boolean {
  const { segment = "", text = "" } = wanted;
  const at = segment.indexOf("=");
  return (wanted["answer"] === undefined || answer === wanted["answer"]) &&
    (wanted["intensity"] === undefined || `${intensity}` === wanted["intensity"]) &&
    (segment === "" || segments[segment.slice(0, at)] === segment.slice(at + 1)) &&
    (text === "" || reason.toLowerCase().includes(text) || (quote?.toLowerCase().includes(text) ?? false));
}

/** Each column's head, its width, what it shows of an agent, and its class. */
const CELLS: readonly (readonly [string, string, (agent: Agent) => ReactNode, "number"?])[] = [
  ["Agent", "5rem", ({ index }) => index, "number"],
  ["Answer", "7rem", ({ answer }) => answer === "n_a" ? "did not apply" : answer],
  ["Intensity", "6rem", ({ intensity }) => intensity ?? "–", "number"],
  ["Reason", "22rem", ({ reason }) => reason],
  ["Quote", "18rem", ({ quote }) => quote === null ? "–" : <q>{quote}</q>],
  ["Segments", "22rem", ({ segments }) => Object.values(segments).map(segmentName).join(" · ")],
  ["Weight", "6rem", ({ weight }) => weight.toFixed(3), "number"],
];

/** Of a row, in pixels, before it is measured. */
const USUAL_HEIGHT = 76;

/** The agents that pass the filters. Only the rows in sight are on the page. */
function AgentTable({ agents, filters }: { readonly agents: readonly Agent[]; readonly filters: object }) {
  const rows = useMemo(() => {
    const { text = "", ...choices } = given(filters);
    const wanted = { ...choices, text: text.toLowerCase() };
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
  }, [rows]);
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
          <colgroup>{CELLS.map(([header, width]) => <col key={header} style={{ width }} />)}</colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {CELLS.map(([header, , , kind]) => <th key={header} scope="col" className={kind}>{header}</th>)}
            </tr>
          </thead>
          <tbody>
            {above > 0 ? <Space height={above} /> : null}
            {shown.map(({ index, key }) => {
              const agent = rows[index];
              if (agent === undefined) return null;
              return (
                <tr key={key} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                  {CELLS.map(([header, , cell, kind]) => (
                    <td key={header} className={kind}>{cell(agent)}</td>
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
      <td colSpan={CELLS.length} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

/** The results as files. Pictures have their own buttons. */
export function Downloads({ results: { simulation_id: id } }: { readonly results: Results }) {
  const csv = (table: "agents" | "segments") => async () =>
    new Blob([await service.simulations.resultsCsv(id, { table })], { type: "text/csv;charset=utf-8" });
  const json = async () =>
    new Blob([JSON.stringify(await service.simulations.results(id), null, 2)], { type: "application/json" });
  const files = [
    ["Agents as CSV", `simulation-${id}-agents.csv`, csv("agents")],
    ["Segments as CSV", `simulation-${id}-segments.csv`, csv("segments")],
    ["Everything as JSON", `simulation-${id}.json`, json],
  ] as const;
  return (
    <Section title="Download">
      <p className="hint">
        The CSV files are the API's own: UTF-8, a header row, formulas defused, and every row says that it is
        synthetic. JSON holds the verdict, the segments, the Reading and every agent.
      </p>
      <p className="actions">
        {files.map(([label, file, content]) => <DownloadButton key={label} {...{ label, file, content }} />)}
      </p>
    </Section>
  );
}
