import { Link, useParams } from "@tanstack/react-router";
import type { ItemOf } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { Filters, FilterSelect, useFilteredList } from "../components/filters.tsx";
import { ago, count, Time } from "../components/format.tsx";
import { Facts, Loaded, Page } from "../components/page.tsx";
import { Badge, TemporalLink } from "../components/status.tsx";
import { type Columns, ListTable } from "../components/table.tsx";
import { ORGANIZATION_COLUMN, OrganizationFilter, OrganizationLink } from "../organizations/link.tsx";
import { STATUSES } from "./run.tsx";

type Run = ItemOf<"adminListSimulations">;

const REFRESH = { refetchInterval: 10_000 };

/** 10,000 agents take a second on the embedded engine; a model server's run has its own deadline. */
const AGES = [
  ["10", "more than 10 minutes ago: stuck, if it is not over"],
  ["60", "more than an hour ago"],
] as const;

const COLUMNS: Columns<Run> = {
  Question: ({ id, question }) => (
    <Link to="/operate/simulations/$id" params={{ id }}>{question ?? "the methodology's own"}</Link>
  ),
  ...ORGANIZATION_COLUMN,
  State: (run) => <State run={run} />,
  "Agents done": {
    figure: ({ agents_completed, agent_count }) => `${count(agents_completed)} of ${count(agent_count)}`,
  },
  Created: ({ created_at }) => <Time at={created_at} />,
  Run: ({ id, temporal_ui_url }) => <TemporalLink url={temporal_ui_url} what={`Run ${id}`} />,
  Actions: (run) => <CancelRun run={run} />,
};

/** Every organization's runs. With `running` and an age, those that are stuck. */
export function OperateSimulationsPage() {
  const list = useFilteredList("adminListSimulations", REFRESH);
  return (
    <Page title="Runs of all organizations">
      <OrganizationFilter />
      <Filters>
        <FilterSelect name="status" label="State" any="any state" options={STATUSES} />
        <FilterSelect name="older_than" label="Created" any="whenever" options={AGES} />
      </Filters>
      <ListTable list={list} caption="Runs" columns={COLUMNS} empty="No run matches">
        <p>
          A run is stuck when it has been queued or running for longer than its size explains. Its page in the
          Temporal UI shows which step it is at, what is retried, and why.
        </p>
      </ListTable>
    </Page>
  );
}

/** One run of any organization. What was answered stays with the organization. */
export function OperateSimulationPage() {
  const { id = "" } = useParams({ strict: false });
  const run = useRead("adminShowSimulation", { id }, REFRESH);
  return (
    <Page title="Run">
      <Loaded query={run} what="the run">
        {(data) => (
          <>
            <p>{data.question ?? "The methodology's own question"}</p>
            <Facts
              facts={{
                State: <State run={data} />,
                Organization: <OrganizationLink of={data} />,
                "Agents done": `${count(data.agents_completed)} of ${count(data.agent_count)}`,
                Methodology: data.workflow_id,
                Created: <Time at={data.created_at} />,
                Begun: <Time at={data.started_at} />,
                Ended: <Time at={data.completed_at} />,
                Id: <code>{data.id}</code>,
                Run: <TemporalLink url={data.temporal_ui_url} what={`Run ${data.id}`} />,
              }}
            />
            <CancelRun run={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function State({ run: { status, failure_code, failure_message, started_at } }: { readonly run: Run }) {
  return (
    <>
      <Badge status={status} />
      {failure_code === null ? null : <div className="soft">{failure_code}: {failure_message}</div>}
      {status === "running" && started_at !== null && <div className="soft">since {ago(started_at)}</div>}
    </>
  );
}

const CHANGES = ["adminListSimulations", "adminShowSimulation"] as const;

function CancelRun({ run: { id, status, question, organization_name } }: { readonly run: Run }) {
  if (status !== "queued" && status !== "running") return null;
  return (
    <Act
      call={["adminCancelSimulation", { id }, CHANGES]}
      label="Cancel"
      name={`Cancel run ${id}`}
      title="Cancel this run?"
      consequence={
        <>
          <p>
            {question ?? id} ({organization_name})
          </p>
          <p>
            It fails with the code{" "}
            <code>cancelled</code>, and its organization gets the event. Without an answer so far it costs
            them nothing. This is written to the audit log.
          </p>
        </>
      }
      confirm="Cancel the run"
    />
  );
}
