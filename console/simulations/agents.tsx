import { useMemo, useState } from "react";
import { path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { Choice, FoldedFilters } from "../components/filters.tsx";
import { count, segmentName } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Section } from "../components/page.tsx";
import { STEPS } from "../readings/insights.ts";
import { type Agent, AgentTable, type Filters, NO_FILTERS } from "./agent-table.tsx";
import { ANSWERS, type Results } from "./conclusions.ts";

/** A run's agents do not change: they are read once a visit. */
const NEVER_STALE = { staleTime: Infinity };

/** The agents one by one. Up to 10,000 rows are some megabytes, so they are read when somebody asks for them. */
export function Agents({ results: { simulation_id, agent_count } }: { readonly results: Results }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Agents">
      {isOpen ? <LoadedAgents id={simulation_id} /> : (
        <p>
          Every agent's answer, how strongly, why, and the segments it belongs to. No agent is a person.{" "}
          <button type="button" onClick={() => setOpen(true)}>
            {agent_count === 1 ? "Show the agent" : `Show the ${count(agent_count)} agents`}
          </button>
        </p>
      )}
    </Section>
  );
}

function LoadedAgents({ id }: { readonly id: string }) {
  const results = useRead("simulationResults", path`/v1/simulations/${id}/results`, {}, NEVER_STALE);
  return (
    <Loaded query={{ ...results, data: results.data?.data.agents }} what="the agents">
      {(agents) => <FilteredAgents agents={agents} />}
    </Loaded>
  );
}

/** The mark and the measure of a filter in the browser's performance timeline: from the key to the rows on the page. */
const FILTERED = "agents-filter";

function FilteredAgents({ agents }: { readonly agents: readonly Agent[] }) {
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const segments = useMemo(() => segmentsOf(agents), [agents]);
  const change = (changed: Partial<Filters>) => {
    performance.mark(`${FILTERED}-begin`);
    setFilters({ ...filters, ...changed });
  };
  const set = Object.values(filters).filter((value) => value !== "").length;
  return (
    <>
      <FoldedFilters set={set}>
        <form
          className="filters"
          role="search"
          aria-label="Filter the agents"
          onSubmit={(event) => event.preventDefault()}
        >
          <Choice
            label="Answer"
            value={filters.answer}
            options={[["", "any"], ...ANSWERS, ["n_a", "did not apply"]]}
            onChange={(answer) => change({ answer })}
          />
          <Choice
            label="Intensity"
            value={filters.intensity}
            options={[["", "any"], ...STEPS]}
            onChange={(intensity) => change({ intensity })}
          />
          <label>
            Segment
            <select value={filters.segment} onChange={({ target }) => change({ segment: target.value })}>
              <option value="">any</option>
              {segments.map(([dimension, names]) => (
                <optgroup key={dimension} label={dimension}>
                  {names.map((name) => (
                    <option key={name} value={`${dimension}=${name}`}>{segmentName(name)}</option>
                  ))}
                </optgroup>
              ))}
            </select>
          </label>
          <label>
            Words in the reason or quote
            <input
              type="search"
              value={filters.text}
              maxLength={200}
              onChange={({ target }) => change({ text: target.value })}
            />
          </label>
          {set === 0 ? null : <button type="button" onClick={() => change(NO_FILTERS)}>Show all</button>}
        </form>
      </FoldedFilters>
      <AgentTable agents={agents} filters={filters} measure={FILTERED} />
    </>
  );
}

/** The segments that agents belong to, by dimension. */
function segmentsOf(agents: readonly Agent[]): readonly (readonly [string, readonly string[]])[] {
  const found = new Map<string, Set<string>>();
  for (const { segments } of agents) {
    for (const [dimension, segment] of Object.entries(segments)) {
      const known = found.get(dimension) ?? new Set();
      found.set(dimension, known.add(segment));
    }
  }
  return [...found].map(([dimension, names]) => [dimension, [...names].sort()] as const);
}
