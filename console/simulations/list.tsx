import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { ItemOf } from "../api/calls.ts";
import { useChange, useList } from "../api/queries.ts";
import { Act, Dialog } from "../components/dialog.tsx";
import { Filters, FilterSelect, FilterText, type FilterValues, useFilters } from "../components/filters.tsx";
import { Form, TextField } from "../components/form.tsx";
import { count, Time } from "../components/format.tsx";
import { Button, Page } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Column, column, ListTable, numberColumn } from "../components/table.tsx";
import { Folded } from "./ask-parts.tsx";
import { useMethodologies } from "./asked.ts";
import { briefly } from "./conclusions.ts";
import { EvidenceBadge, hasEnded, titleOf } from "./run.tsx";
import { comparisonOf, MAX_RUNS, pairIn, STATUSES, statusesOf } from "./search.ts";

type Simulation = ItemOf<"listSimulations">;

const route = getRouteApi("/simulations");
/** While something runs the list is read again: all its pages, so a long list more seldom. */
const REFRESH_MS = 4_000;
const REFRESH_MS_A_ROW = 80;

const COLUMNS: readonly Column<Simulation>[] = [
  column("Question", (simulation) => (
    <>
      <Link to="/simulations/$id" params={{ id: simulation.id }}>
        {simulation.name ?? titleOf(simulation)}
      </Link>
      {simulation.name === null ? null : <span className="hint">{titleOf(simulation)}</span>}
      {simulation.tags.map((tag) => (
        <Link key={tag} to="/simulations" search={{ tag }} className="tag">{tag}</Link>
      ))}
      {simulation.shared ? <Badge status="" label="Shared" /> : null}
      {simulation.verdict === null ? null : (
        <span className="hint">
          {briefly(simulation.verdict)} <EvidenceBadge evidence={simulation.verdict.evidence} />
        </span>
      )}
    </>
  )),
  column("State", ({ status }) => <Badge status={status} />),
  numberColumn(
    "Agents",
    ({ status, agents_completed, agent_count }) =>
      status === "completed" ? count(agent_count) : `${count(agents_completed)} of ${count(agent_count)}`,
  ),
  column("Methodology", ({ workflow_id }) => workflow_id),
  column("Asked by", ({ created_by }) => creatorOf(created_by)),
  column("Asked", ({ created_at }) => <Time at={created_at} />),
  column("Actions", (simulation) => {
    const title = simulation.name ?? titleOf(simulation);
    const trigger = <Button small aria-label={`More of ${title}`}>⋯</Button>;
    return (
      <Dialog {...{ title, trigger }}>
        {(close) => <Actions simulation={simulation} close={close} />}
      </Dialog>
    );
  }),
];

/** The person, or the key, that asked; a dash for what is gone. */
function creatorOf(creator: Simulation["created_by"]): string {
  if (creator === null || creator.name === null) return "–";
  return creator.kind === "key" ? `key ${creator.name}` : creator.name;
}

/** The organization's simulations, the newest first, and two of them to compare. */
export function SimulationsPage() {
  const search = route.useSearch();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const status = statusesOf(search.status);
  const { tag, metadata, archived, status: _, ...others } = search;
  const pair = pairIn(metadata);
  const list = useList("listSimulations", {
    ...others,
    ...(status.length === 0 ? {} : { status }),
    ...(tag === undefined ? {} : { tag: [tag] }),
    ...(pair === undefined ? {} : { metadata: pair }),
    ...(archived === undefined ? {} : { archived: true }),
  }, {
    refetchInterval: (items) =>
      items.every(hasEnded) ? false : Math.max(REFRESH_MS, REFRESH_MS_A_ROW * items.length),
  });
  const isFiltered = Object.keys(search).length > 0;
  const chosen = (list.data ?? []).filter(({ id }) => selected.has(id));
  return (
    <Page
      title="Simulations"
      actions={
        <>
          <Compare chosen={chosen} />
          <Link to="/" search={{}} className="button">Ask a question</Link>
        </>
      }
    >
      <Filters shownAs={shownAs}>
        <SimulationFilters />
      </Filters>
      <ListTable
        list={list}
        caption="Simulations"
        columns={COLUMNS}
        selection={{ selected, onChange: setSelected, label: titleOf }}
        empty={isFiltered ? "No simulation is like that" : "No simulations yet"}
      >
        <p>
          {isFiltered ? <Link to="/simulations" search={{}}>Show all simulations</Link> : (
            <>
              A simulation asks simulated respondents one question. Here you find those that you and your
              programs asked, follow them, and compare two. <Link to="/" search={{}}>Ask the first one</Link>
            </>
          )}
        </p>
      </ListTable>
    </Page>
  );
}

/** The way to the comparison of the chosen with the oldest of them. */
function Compare({ chosen }: { readonly chosen: readonly Simulation[] }) {
  if (chosen.length < 2 || chosen.length > MAX_RUNS) {
    return <span className="soft">Tick 2 to {MAX_RUNS} completed runs to compare them.</span>;
  }
  if (chosen.some(({ status }) => status !== "completed")) {
    return <span className="soft">Only completed simulations can be compared.</span>;
  }
  const ids = chosen.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at)).map(({ id }) =>
    id
  );
  return <Link to="/compare" search={comparisonOf(ids)} className="button">Compare</Link>;
}

/** The filters that stand behind "More filters", until the address has one of them. */
const SELDOM = ["metadata", "archived", "created_after", "created_before"];

function SimulationFilters() {
  const [search] = useFilters();
  const { register } = useFormContext();
  return (
    <>
      <FilterText name="search" label="Search" placeholder="Name or question" maxLength={200} />
      <fieldset className="checks">
        <legend>State</legend>
        {STATUSES.map((status) => (
          <label key={status} className="check">
            <input type="checkbox" value={status} {...register("status")} />
            {status}
          </label>
        ))}
      </fieldset>
      <FilterSelect
        name="workflow_id"
        label="Methodology"
        any="all"
        options={[...useMethodologies().keys()]}
      />
      <FilterText name="tag" label="Tag" maxLength={40} />
      <Folded summary="More filters" isOpen={SELDOM.some((name) => name in search)}>
        <div className="filters">
          <FilterText
            name="metadata"
            label="Metadata"
            placeholder="name=value"
            pattern="[^=]+=.*"
            title="A name and its value, such as campaign=autumn"
          />
          <label className="check">
            <input type="checkbox" {...register("archived")} />
            archived
          </label>
          <FilterText name="created_after" label="Asked after" type="datetime-local" step={1} />
          <FilterText name="created_before" label="Asked before" type="datetime-local" step={1} />
        </div>
      </Folded>
    </>
  );
}

/** The address's filters as their fields have them. */
const shownAs = ({ status, archived, created_after, created_before, ...texts }: FilterValues) => ({
  ...texts,
  status: statusesOf(status),
  archived: archived === "true",
  created_after: localTime(created_after),
  created_before: localTime(created_before),
});

/** As the field wants it: the viewer's time to the second, without a zone; "" is none. */
function localTime(at: string | undefined): string {
  if (at === undefined) return "";
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** What can be done with a row of the list: its name and tags, and where it is kept. */
function Actions({ simulation, close }: { readonly simulation: Simulation; readonly close: () => void }) {
  const { id, archived } = simulation;
  const lists = ["listSimulations", "showSimulation"] as const;
  const change = useChange("changeSimulation", { id }, lists);
  return (
    <>
      <Form
        defaults={{ name: simulation.name ?? "", tags: simulation.tags.join(", ") }}
        submit="Save"
        onSubmit={async ({ name, tags }) => {
          const named = tags.split(",").map((tag) => tag.trim()).filter((tag) => tag !== "");
          await change.mutateAsync({ name: name.trim() || null, tags: [...new Set(named)] });
          close();
        }}
      >
        <TextField name="name" label="Name" maxLength={100} hint="Stands in the list before the question." />
        <TextField name="tags" label="Tags" hint="Separated by commas, at most 20 of 40 characters." />
      </Form>
      <p className="actions row-actions">
        <Link to="/" search={{ again: id }} className="button">Ask again</Link>
        <Act
          call={["changeSimulation", { id }, lists]}
          body={{ archived: !archived }}
          label={archived ? "Take out of the archive" : "Archive"}
          onDone={close}
        />
        {hasEnded(simulation) && (
          <Act
            call={["deleteSimulation", { id }, lists]}
            label="Delete"
            className="danger"
            title="Delete this simulation?"
            consequence="Its agents, verdict, Reading and link end with it. What it counted stays counted."
            confirm="Delete the simulation"
            onDone={close}
          />
        )}
      </p>
    </>
  );
}
