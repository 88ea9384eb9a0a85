import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ItemOf } from "../api/calls.ts";
import { useList, usePaused, useReads } from "../api/queries.ts";
import { Menu } from "../components/dialog.tsx";
import { count, Time } from "../components/format.tsx";
import { Button, EmptyState, Loaded } from "../components/page.tsx";
import { letter, MAX_RUNS } from "./run-names.ts";
import { titleOf } from "./run.tsx";

type Simulation = ItemOf<"listSimulations">;

/** Runs that are offered at a time. */
const OFFERED = 8;

export interface PickerProps {
  /** Of the runs that are compared. */
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => unknown;
}

/** The runs that are compared, and a search for more of them. */
export function Picker({ ids, onChange }: PickerProps) {
  const [typed, setTyped] = useState("");
  const { settled: search } = usePaused(typed.trim());
  const list = useList("listSimulations", {
    status: ["completed"],
    limit: OFFERED + MAX_RUNS,
    ...(search === "" ? {} : { search }),
  });
  if (ids.length === 0 && search === "" && list.data !== undefined && list.data.length < 2) {
    return (
      <EmptyState title="Nothing to compare yet">
        <p>
          This page compares completed runs: what a price, a wording or another audience changes. Ask with the
          same seed and the same number of respondents, and all ask the same ones, so that their draws cancel
          out. <Link to="/">Ask a question</Link>
        </p>
      </EmptyState>
    );
  }
  const isOpen = ids.length < 2 || typed !== "";
  const add = (id: string) => {
    onChange([...ids, id]);
    setTyped("");
  };
  return (
    <section className="picker" aria-label="The runs">
      <Chosen ids={ids} onChange={onChange} />
      {ids.length === MAX_RUNS ? null : (
        <div className="field no-print">
          <label htmlFor="run-search">{ids.length === 0 ? "First run" : "Add a run"}</label>
          <input
            id="run-search"
            type="search"
            maxLength={200}
            placeholder="Part of its question or name"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {isOpen && (
            <Loaded query={list} what="the completed runs">
              {(runs) => <Offered runs={runs.filter(({ id }) => !ids.includes(id))} onChoose={add} />}
            </Loaded>
          )}
        </div>
      )}
    </section>
  );
}

function Offered({ runs, onChoose }: {
  readonly runs: readonly Simulation[];
  readonly onChoose: (id: string) => void;
}) {
  if (runs.length === 0) return <p role="status">No other completed run has these words.</p>;
  return (
    <ul className="plain stack" aria-label="Runs that fit">
      {runs.slice(0, OFFERED).map((run) => (
        <li key={run.id}>
          <Button onClick={() => onChoose(run.id)}>
            {titleOf(run)} <RunFacts run={run} />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function RunFacts({ run: { agent_count, seed, completed_at } }: {
  readonly run: Pick<Simulation, "agent_count" | "seed" | "completed_at">;
}) {
  return (
    <span className="hint">
      {count(agent_count)} respondents, seed {seed}, <Time at={completed_at} />
    </span>
  );
}

function Chosen({ ids, onChange }: PickerProps) {
  const { each } = useReads("showSimulation", ids.map((id) => ({ id })));
  return (
    <ol className="plain chosen">
      {ids.map((id, k) => {
        const run = each[k];
        return (
          <li key={id}>
            <strong>{letter(k)}</strong>
            <span>
              <Link to="/simulations/$id" params={{ id }}>{run === undefined ? id : titleOf(run)}</Link>{" "}
              {run === undefined ? null : <RunFacts run={run} />}
            </span>
            <Menu of={`run ${letter(k)}`}>
              {k === 0
                ? null
                : (
                  <Button small onClick={() => onChange([id, ...ids.filter((other) => other !== id)])}>
                    Compare the others with it
                  </Button>
                )}
              <Button small onClick={() => onChange(ids.filter((other) => other !== id))}>
                Take it away
              </Button>
            </Menu>
          </li>
        );
      })}
    </ol>
  );
}
