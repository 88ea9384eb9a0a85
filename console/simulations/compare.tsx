import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type DataOf, type ItemOf, path } from "../api/calls.ts";
import { useList, useRead } from "../api/queries.ts";
import { count, Time } from "../components/format.tsx";
import { EmptyState, Loaded } from "../components/notices.tsx";
import { Page, Section } from "../components/page.tsx";
import { MorePages } from "../components/table.tsx";
import { Differences } from "./differences.tsx";
import { OverTime } from "./over-time.tsx";
import { SideBySide } from "./side-by-side.tsx";

type Simulation = ItemOf<"listSimulations">;

/** Two completed runs beside each other, and the runs of the first one's question over time. */
export function ComparePage() {
  const { a, b } = useSearch({ from: "/compare" });
  const isChosen = a !== undefined && b !== undefined && a !== b;
  return (
    <Page
      title="Compare"
      actions={isChosen
        ? (
          <button
            type="button"
            onClick={() => print()}
          >
            Print
          </button>
        )
        : null}
    >
      <Choice a={a} b={b} />
      {isChosen ? <Compared a={a} b={b} /> : null}
      {a === undefined ? null : <OverTime simulationId={a} />}
    </Page>
  );
}

/** The two runs, from the recent ones. A run that the address names is there too, however old. */
function Choice({ a, b }: { readonly a: string | undefined; readonly b: string | undefined }) {
  const list = useList("listSimulations", path`/v1/simulations`, { status: ["completed"] });
  const navigate = useNavigate({ from: "/compare" });
  const choose = (search: { a?: string; b?: string }) => navigate({ search });
  return (
    <Loaded query={{ ...list, data: list.items }} what="the completed runs">
      {(runs) =>
        runs.length < 2 && a === undefined
          ? (
            <EmptyState title="Nothing to compare yet">
              <p>
                This page compares two completed runs: what a price, a wording or another audience changes.
                Ask with the same seed and the same number of agents, and both ask the same agents, so that
                their draws cancel out. <Link to="/">Ask a question</Link>
              </p>
            </EmptyState>
          )
          : (
            <div className="no-print">
              <form className="form" onSubmit={(event) => event.preventDefault()}>
                <RunField
                  label="First run"
                  runs={runs}
                  value={a}
                  not={b}
                  onChange={(id) => choose(search(id, b))}
                />
                <RunField
                  label="Second run"
                  runs={runs}
                  value={b}
                  not={a}
                  onChange={(id) => choose(search(a, id))}
                />
              </form>
              <MorePages list={list} />
              {a !== undefined && b !== undefined
                ? (
                  <p>
                    <button type="button" className="small" onClick={() => choose(search(b, a))}>
                      Swap the two
                    </button>
                  </p>
                )
                : <p className="hint">Choose two runs. Differences are the second less the first.</p>}
            </div>
          )}
    </Loaded>
  );
}

function search(a: string | undefined, b: string | undefined): { a?: string; b?: string } {
  return { ...(a ? { a } : {}), ...(b ? { b } : {}) };
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
/** Characters of a question in a choice. */
const MAX_LABEL = 70;

function RunField({ label, runs, value, not, onChange }: {
  readonly label: string;
  readonly runs: readonly Simulation[];
  readonly value: string | undefined;
  /** The other run's id: a run is not compared with itself. */
  readonly not: string | undefined;
  readonly onChange: (id: string) => void;
}) {
  const isListed = value === undefined || runs.some(({ id }) => id === value);
  return (
    <div className="field">
      <label>
        {label}
        <select value={value ?? ""} onChange={({ target }) => onChange(target.value)}>
          <option value="">choose …</option>
          {isListed ? null : <option value={value}>{`an older run, ${value}`}</option>}
          {runs.filter(({ id }) => id !== not).map((run) => (
            <option key={run.id} value={run.id}>{labelOf(run)}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

function labelOf({ question, workflow_id, completed_at, created_at, agent_count, seed }: Simulation): string {
  const asked = question ?? `the question of ${workflow_id}`;
  const short = asked.length > MAX_LABEL ? `${asked.slice(0, MAX_LABEL)}…` : asked;
  return `${short} · ${moment.format(new Date(completed_at ?? created_at))} · ${
    count(agent_count)
  } agents, seed ${seed}`;
}

function Compared({ a, b }: { readonly a: string; readonly b: string }) {
  const comparison = useRead("compareSimulations", path`/v1/simulations/${a}/compare/${b}`);
  return (
    <Loaded query={{ ...comparison, data: comparison.data?.data }} what="the comparison">
      {(shown) => (
        <>
          <Runs comparison={shown} />
          <Differences comparison={shown} />
          <SideBySide ids={[a, b]} />
        </>
      )}
    </Loaded>
  );
}

const NAMES = ["First", "Second"] as const;

function Runs(
  { comparison: { simulations, paired, note } }: { readonly comparison: DataOf<"compareSimulations"> },
) {
  return (
    <Section title="The two runs">
      <div className="grid">
        {simulations.map(({ simulation_id, question, workflow_id, agent_count, seed, completed_at }, i) => (
          <div key={simulation_id} className="card">
            <h3>{NAMES[i]}</h3>
            <p>{question === null ? `The question of ${workflow_id}` : `“${question}”`}</p>
            <p className="soft">
              {count(agent_count)} agents, seed <code>{seed}</code>, <Time at={completed_at} />.{" "}
              <Link to="/simulations/$id" params={{ id: simulation_id }}>
                Its verdict<span className="visually-hidden">, {NAMES[i]}</span>
              </Link>
            </p>
          </div>
        ))}
      </div>
      <p className="paired">
        {paired
          ? "Paired: both asked the same agents, so the difference is compared agent by agent."
          : "Not paired: they asked different agents, so the difference holds the sampling of both."}
      </p>
      <div className="notice warning" role="note" aria-label="Note on the comparison">
        <p className="disclaimer">{note}</p>
      </div>
    </Section>
  );
}
