import { Link } from "@tanstack/react-router";
import type { ItemOf } from "../api/calls.ts";
import { useChange, useList } from "../api/queries.ts";
import { Act, Dialog } from "../components/dialog.tsx";
import {
  FilterPeriod,
  Filters,
  FilterSelect,
  FilterText,
  useFilters,
  useQueryOf,
} from "../components/filters.tsx";
import { Form, TextField } from "../components/form.tsx";
import { count, Time } from "../components/format.tsx";
import { Button, Page } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Columns, ListTable } from "../components/table.tsx";
import { useMethodologies } from "./asked.ts";
import { briefly } from "./conclusions.ts";
import { EvidenceBadge, hasEnded, STATUSES, titleOf } from "./run.tsx";

type Simulation = ItemOf<"listSimulations">;

/** While something runs the list is read again: all its pages, so a long list more seldom. */
const REFRESH_MS = 4_000;
const REFRESH_MS_A_ROW = 80;

const COLUMNS: Columns<Simulation> = {
  Question: (simulation) => (
    <>
      <Link to="/simulations/$id" params={{ id: simulation.id }}>
        {simulation.name ?? titleOf(simulation)}
      </Link>
      {simulation.name === null ? null : <span className="hint">{titleOf(simulation)}</span>}
      {simulation.tags.map((tag) => (
        <Link key={tag} to="/simulations" search={{ tag }} className="badge">{tag}</Link>
      ))}
      {simulation.shared ? <Badge status="" label="Shared" /> : null}
      {simulation.verdict === null ? null : (
        <span className="hint">
          {briefly(simulation.verdict)} <EvidenceBadge evidence={simulation.verdict.evidence} />
        </span>
      )}
    </>
  ),
  State: ({ status }) => <Badge status={status} />,
  Agents: {
    figure: ({ status, agents_completed, agent_count }) =>
      status === "completed" ? count(agent_count) : `${count(agents_completed)} of ${count(agent_count)}`,
  },
  Methodology: ({ workflow_id }) => workflow_id,
  "Asked by": ({ created_by }) => creatorOf(created_by),
  Asked: ({ created_at }) => <Time at={created_at} />,
  Actions: (simulation) => {
    const title = simulation.name ?? titleOf(simulation);
    const trigger = <Button small aria-label={`More of ${title}`}>⋯</Button>;
    return (
      <Dialog {...{ title, trigger }}>
        {(close) => <Actions simulation={simulation} close={close} />}
      </Dialog>
    );
  },
};

/** The person, or the key, that asked; a dash for what is gone. */
function creatorOf(creator: Simulation["created_by"]): string {
  if (creator === null || creator.name === null) return "–";
  return creator.kind === "key" ? `key ${creator.name}` : creator.name;
}

/** The organization's simulations, the newest first. */
export function SimulationsPage() {
  const [filters] = useFilters();
  const { metadata, ...texts } = filters;
  const query: object = { ...useQueryOf(texts), ...pairIn(metadata) };
  const list = useList("listSimulations", query, {
    refetchInterval: (items) =>
      items.every(hasEnded) ? false : Math.max(REFRESH_MS, REFRESH_MS_A_ROW * items.length),
  });
  const methodologies = useMethodologies();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title="Simulations"
      actions={<Link to="/" search={{}} className="button">Ask a question</Link>}
    >
      <Filters>
        <FilterText name="search" label="Search" placeholder="Name or question" maxLength={200} />
        <FilterSelect name="status" label="State" any="any" options={STATUSES} />
        <FilterSelect name="workflow_id" label="Methodology" any="all" options={[...methodologies.keys()]} />
        <FilterText name="tag" label="Tag" maxLength={40} />
        <FilterText
          name="metadata"
          label="Metadata"
          placeholder="name=value"
          pattern="[^=]+=.*"
          title="A name and its value, such as campaign=autumn"
        />
        <FilterSelect name="archived" label="Archive" any="left out" options={[["true", "alone"]]} />
        <FilterPeriod label="Asked" />
      </Filters>
      <ListTable
        list={list}
        caption="Simulations"
        columns={COLUMNS}
        empty={isFiltered ? "No simulation is like that" : "No simulations yet"}
      >
        <p>
          {isFiltered ? <Link to="/simulations" search={{}}>Show all simulations</Link> : (
            <>
              A simulation asks simulated respondents one question. Here you find those that you and your
              programs asked, and follow them. <Link to="/" search={{}}>Ask the first one</Link>
            </>
          )}
        </p>
      </ListTable>
    </Page>
  );
}

/** A pair of metadata, `name=value`, as the API's filter has it; without "=" it is none yet. */
function pairIn(text = ""): { readonly metadata?: Readonly<Record<string, string>> } {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return name === undefined || value === undefined ? {} : { metadata: { [name]: value } };
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
      <p className="actions">
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
