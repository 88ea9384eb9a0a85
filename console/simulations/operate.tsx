import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { type ItemOf, path } from "../api/calls.ts";
import { useChange, useList } from "../api/queries.ts";
import { Confirm } from "../components/dialog.tsx";
import { Filters, FilterSelect, FilterText, type FilterValues, useFilters } from "../components/filters.tsx";
import { ago, count, Time } from "../components/format.tsx";
import { EmptyState } from "../components/notices.tsx";
import { Page } from "../components/page.tsx";
import { Badge, Id, TemporalLink } from "../components/status.tsx";
import { type Column, ListTable } from "../components/table.tsx";

type Run = ItemOf<"adminListSimulations">;

const STATUSES = [
  ["queued", "queued"],
  ["running", "running"],
  ["completed", "completed"],
  ["failed", "failed"],
] as const;
/** 10,000 agents take a second on the embedded engine; a model server's run has its own deadline. */
const AGES = [
  ["10", "more than 10 minutes ago: stuck, if it is not over"],
  ["60", "more than an hour ago"],
] as const;

/** Every organization's runs. With `running` and an age, those that are stuck. */
export function OperateSimulationsPage() {
  const [filters, change] = useFilters();
  const minute = useMinute();
  const query = useMemo(() => queryOf(filters, minute), [filters, minute]);
  const list = useList("adminListSimulations", path`/v1/admin/simulations`, query, {
    refetchInterval: 10_000,
  });
  const columns = useMemo<Column<Run>[]>(() => [
    { id: "question", header: "Question", cell: ({ question }) => question ?? "the methodology's own" },
    {
      id: "organization",
      header: "Organization",
      cell: (run) => <OrganizationLink id={run.organization_id} />,
    },
    { id: "status", header: "State", cell: (run) => <State run={run} />, sortBy: ({ status }) => status },
    {
      id: "done",
      header: "Agents done",
      isNumber: true,
      cell: ({ agents_completed, agent_count }) => `${count(agents_completed)} of ${count(agent_count)}`,
      sortBy: ({ progress_pct }) => progress_pct,
    },
    {
      id: "created",
      header: "Created",
      cell: ({ created_at }) => <Time at={created_at} show="ago" />,
      sortBy: ({ created_at }) => created_at,
    },
    {
      id: "run",
      header: "Run",
      cell: ({ id, temporal_ui_url }) => <TemporalLink url={temporal_ui_url} what={`Run ${id}`} />,
    },
    { id: "actions", header: "Actions", cell: (run) => <CancelRun run={run} /> },
  ], []);
  return (
    <Page title="Runs of all organizations">
      <Filters values={{ status: "", older_than: "", organization_id: "", ...filters }} onChange={change}>
        <FilterSelect name="status" label="State" any="any state" options={STATUSES} />
        <FilterSelect name="older_than" label="Created" any="whenever" options={AGES} />
        <FilterText name="organization_id" label="Organization's id" />
      </Filters>
      <ListTable
        list={list}
        what="the runs"
        caption="Runs"
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <EmptyState title="No run matches">
            <p>
              A run is stuck when it has been queued or running for longer than its size explains. Its page in
              the Temporal UI shows which step it is at, what is retried, and why.
            </p>
          </EmptyState>
        }
      />
    </Page>
  );
}

const MINUTE_MS = 60_000;

/** The present minute: what was young when the page was opened grows old on it. */
function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE_MS));
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / MINUTE_MS)), MINUTE_MS / 6);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

/** Whole minutes, so that the list is not another one at every moment. */
function queryOf({ older_than, ...filters }: FilterValues, minute: number) {
  const minutes = Number(older_than);
  if (older_than === undefined || !Number.isFinite(minutes)) return filters;
  return { ...filters, created_before: new Date((minute - minutes) * MINUTE_MS).toISOString() };
}

function State({ run: { status, failure_code, failure_message, started_at } }: { readonly run: Run }) {
  return (
    <>
      <Badge status={status} />
      {failure_code === null ? null : <div className="soft">{failure_code}: {failure_message}</div>}
      {status === "running" && started_at !== null
        ? <div className="soft">since {ago(started_at)}</div>
        : null}
    </>
  );
}

/** An organization's page for operators. */
export function OrganizationLink({ id }: { readonly id: string }) {
  return (
    <Link to="/operate/organizations/$id" params={{ id }} aria-label={`Organization ${id}`}>
      <Id id={id} />
    </Link>
  );
}

function CancelRun({ run: { id, status, question } }: { readonly run: Run }) {
  const cancel = useChange(() => ({
    operation: "adminCancelSimulation",
    method: "POST",
    path: path`/v1/admin/simulations/${id}/cancel`,
  }), { changes: ["adminListSimulations"] });
  if (status !== "queued" && status !== "running") return null;
  return (
    <Confirm
      title="Cancel this run?"
      consequence={
        <>
          <p>{question ?? id}</p>
          <p>
            It fails with the code{" "}
            <code>cancelled</code>, and its organization gets the event. Without an answer so far it costs
            them nothing. This is written to the audit log.
          </p>
        </>
      }
      confirm="Cancel the run"
      trigger={<button type="button" className="small" aria-label={`Cancel run ${id}`}>Cancel</button>}
      onConfirm={() => cancel.mutateAsync(undefined)}
    />
  );
}
