import { ServiceError } from "#client/index.ts";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import pLimit from "p-limit";
import { useState } from "react";
import { type BodyOf, type DataOf, isUnknownOutcome, type ItemOf } from "../api/calls.ts";
import { queryClient, useChangeOf } from "../api/queries.ts";
import { Act, Dialog } from "../components/dialog.tsx";
import {
  FilterPeriod,
  Filters,
  FilterSelect,
  FilterText,
  useFilteredList,
  useFilters,
  useQueryOf,
} from "../components/filters.tsx";
import { count, duration, Time } from "../components/format.tsx";
import { Button, Facts, Page, sentenceOf } from "../components/page.tsx";
import { Badge, TemporalLink } from "../components/status.tsx";
import { type Column, column, ListTable, numberColumn, timeColumn } from "../components/table.tsx";
import { ORGANIZATION_COLUMN, OrganizationFilter, OrganizationLink } from "../organizations/link.tsx";
import {
  deliveryColumns,
  labelOf,
  type ListedDelivery,
  nameOf,
  retryChange,
  useDeliveries,
  useWebhooks,
} from "./states.tsx";

const STATUSES = ["pending", "succeeded", "failed", "cancelled"];
const EVENT_TYPES = [
  "simulation.completed",
  "simulation.failed",
  "simulation.insights.completed",
  "simulation.insights.failed",
  "training.completed",
  "training.failed",
  "webhook.test",
] as const satisfies readonly ListedDelivery["event_type"][];

/** All deliveries of the organization: filters that stay in the URL, and retries of many at once. */
export function DeliveriesPage() {
  const [filters] = useFilters();
  const isFiltered = Object.keys(filters).length > 0;
  const list = useDeliveries(useQueryOf(filters));
  const webhooks = useWebhooks();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const bulk = useBulkRetry();
  const { results } = bulk;
  /** What the last retry did is shown until the next selection. */
  const select = (chosen: ReadonlySet<string>) => {
    if (chosen.size > 0) bulk.forget();
    setSelected(chosen);
  };
  const columns = deliveryColumns(webhooks);
  if (results.size > 0) {
    columns.splice(2, 0, column("Retry", ({ id }) => <RetryResultCell result={results.get(id)} />));
  }
  return (
    <Page title="Deliveries">
      <Filters onChange={() => setSelected(new Set())}>
        <FilterSelect name="status" label="Status" any="all" options={STATUSES} />
        <FilterSelect name="event_type" label="Event" any="all" options={EVENT_TYPES} />
        <FilterSelect
          name="webhook_id"
          label="Webhook"
          any="all, callbacks too"
          options={[...webhooks?.values() ?? []].map((webhook) => [webhook.id, nameOf(webhook)])}
          unlisted={(id) => `…${id.slice(-12)}`}
        />
        <FilterPeriod label="Created" />
        <FilterText name="simulation_id" label="Simulation" placeholder="Its id" />
        <FilterText name="event_id" label="Event id" placeholder="evt_…" />
      </Filters>
      <ListTable
        list={list}
        caption="Deliveries"
        columns={columns}
        selection={{ selected, onChange: select, label: labelOf }}
        above={(rows) => <BulkRetry rows={rows} selected={selected} onSelect={select} bulk={bulk} />}
        empty={isFiltered ? "No delivery matches" : "Nothing was sent yet"}
      >
        {isFiltered ? <p>Deliveries are kept for 90 days. Show all of them, or change a filter.</p> : (
          <>
            <p>
              When a simulation or a Reading ends, the service sends an event to each enabled webhook that
              wants it, and to the simulation's{" "}
              <code>callback_url</code>. Each event on its way to one endpoint is a delivery. Create a webhook
              and send a test to see one.
            </p>
            <Link className="button" to="/webhooks">Create a webhook</Link>
          </>
        )}
      </ListTable>
    </Page>
  );
}

/** The most deliveries of one bulk retry. */
const MAX_AT_ONCE = 100;
/** Requests in flight. */
const IN_FLIGHT = 4;

/** What becomes of a row's retry: its badge, and its word in the summary. */
const RESULTS = {
  accepted: ["succeeded", "accepted", "accepted"],
  refused: ["failed", "refused", "refused"],
  unanswered: ["failed", "no answer", "without an answer"],
  waiting: ["pending", "to be sent", "to go"],
} as const;

interface RetryResult {
  readonly kind: keyof typeof RESULTS;
  readonly error?: unknown;
}

/** Retries of many deliveries, four at a time, with the result of each. */
function useBulkRetry() {
  const retry = useChangeOf(retryChange);
  const [results, setResults] = useState<ReadonlyMap<string, RetryResult>>(new Map());
  const record = (id: string, result: RetryResult) => setResults((before) => new Map(before).set(id, result));
  const { mutateAsync: run, isPending: isRunning } = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      setResults(new Map(ids.map((id) => [id, { kind: "waiting" }])));
      await pLimit(IN_FLIGHT).map(ids.slice(0, MAX_AT_ONCE), async (id) => {
        try {
          await retry.mutateAsync(id);
          record(id, { kind: "accepted" });
        } catch (error) {
          record(id, { kind: isUnknownOutcome(error) ? "unanswered" : "refused", error });
        }
      });
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["listDeliveries"] }),
  });
  return { results, isRunning, run, forget: () => setResults(new Map()) };
}

/** Ticks, retries, and says how it went. */
function BulkRetry({ rows, selected, onSelect, bulk: { results, isRunning, run } }: {
  readonly rows: readonly ListedDelivery[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly bulk: ReturnType<typeof useBulkRetry>;
}) {
  const failed = rows.filter(({ status }) => status === "failed");
  // A row that has left the list meanwhile is not sent again by somebody who does not see it.
  const ticked = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const tooMany = ticked.length > MAX_AT_ONCE;
  return (
    <div className="actions bulk">
      <Button
        disabled={failed.length === 0 || isRunning}
        onClick={() => onSelect(new Set(failed.slice(0, MAX_AT_ONCE).map(({ id }) => id)))}
      >
        Select all failed
      </Button>
      <Button
        className="primary"
        disabled={ticked.length === 0 || tooMany || isRunning}
        onClick={() => run(ticked).then(() => onSelect(new Set()))}
      >
        {isRunning ? "Retrying …" : `Retry ${ticked.length} selected`}
      </Button>
      <span role="status">
        {tooMany
          ? `${ticked.length} are ticked: at most ${MAX_AT_ONCE} can be retried at a time.`
          : summaryOf(results) ?? selectionOf(ticked.length, failed.length)}
      </span>
    </div>
  );
}

function selectionOf(selected: number, failed: number): string {
  const of = failed > MAX_AT_ONCE ? `, the newest ${MAX_AT_ONCE} at a time` : "";
  return selected === 0 ? `${failed} failed among the rows shown${of}.` : `${selected} selected.`;
}

/** How many of the last bulk retry were accepted and refused; null before the first. */
function summaryOf(results: ReadonlyMap<string, RetryResult>): string | null {
  if (results.size === 0) return null;
  const counts = Map.groupBy(results.values(), ({ kind }) => RESULTS[kind][2]);
  const parts = Object.values(RESULTS).slice(1).flatMap(([, , words]) =>
    counts.has(words) ? [`${counts.get(words)?.length} ${words}`] : []
  );
  return `${[`${counts.get("accepted")?.length ?? 0} of ${results.size} accepted`, ...parts].join(", ")}.`;
}

/** A row's result: accepted, or refused with the service's reason. */
function RetryResultCell({ result }: { readonly result: RetryResult | undefined }) {
  if (result === undefined) return null;
  const { kind, error } = result;
  const [status, label] = RESULTS[kind];
  const correlation = error instanceof ServiceError ? error.correlationId : null;
  return (
    <>
      <Badge status={status} label={label} /> {error === undefined ? null : sentenceOf(error)}
      {correlation === null ? null : (
        <>
          {" "}
          <code>correlation_id {correlation}</code>
        </>
      )}
    </>
  );
}

type AnyDelivery = ItemOf<"adminListDeliveries">;

const ANY_STATUSES = [
  ["failed", "failed: its schedule is used up"],
  "pending",
  "succeeded",
  "cancelled",
] as const;

const ANY_COLUMNS: readonly Column<AnyDelivery>[] = [
  column("Event", (row) => <Details delivery={row} />, ({ event_type }) => event_type),
  column("Endpoint", ({ url }) => url, ({ url }) => url),
  ORGANIZATION_COLUMN,
  column("State", (row) => <State delivery={row} />, ({ status }) => status),
  numberColumn(
    "Attempts",
    ({ attempt_count, max_attempts }) => `${count(attempt_count)} of ${count(max_attempts)}`,
    ({ attempt_count }) => attempt_count,
  ),
  timeColumn("created_at", "Created"),
  column("Run", ({ id, temporal_ui_url }) => <TemporalLink url={temporal_ui_url} what={`Delivery ${id}`} />),
  column("Actions", ({ id }) => (
    <Act
      call={["adminRetryDelivery", { id }, ["adminListDeliveries"]]}
      label="Send again"
      name={`Send again: delivery ${id}`}
    />
  )),
];

/** Every organization's deliveries. Those that failed are sent again by hand alone: one, or all that match. */
export function OperateDeliveriesPage() {
  const list = useFilteredList("adminListDeliveries", { refetchInterval: 10_000 });
  return (
    <Page title="Deliveries of all organizations" actions={<SendAllAgain />}>
      <OrganizationFilter />
      <Filters>
        <FilterSelect name="status" label="State" any="any state" options={ANY_STATUSES} />
        <FilterPeriod label="Created" />
        <FilterText name="webhook_id" label="Webhook's id" />
      </Filters>
      <ListTable list={list} caption="Deliveries" columns={ANY_COLUMNS} empty="No delivery matches">
        <p>
          A delivery fails when every attempt of its schedule has failed. It is kept for 90 days, and only a
          retry by hand sends it again.
        </p>
      </ListTable>
    </Page>
  );
}

/** What the row has no room for. */
function Details({ delivery }: { readonly delivery: AnyDelivery }) {
  const { id, event_type, event_id, webhook_id, url, response_status, latency_ms, temporal_ui_url } =
    delivery;
  return (
    <Dialog title={event_type} trigger={<Button className="link">{event_type}</Button>}>
      {() => (
        <Facts
          facts={[
            ["State", <State key="state" delivery={delivery} />],
            ["Organization", <OrganizationLink key="organization" of={delivery} />],
            ["Endpoint", url],
            ["Last answer", response_status],
            ["It took", latency_ms === null ? null : duration(latency_ms)],
            ["Delivery", <code key="id">{id}</code>],
            ["Event", <code key="event">{event_id}</code>],
            ["Webhook", webhook_id === null ? "none: a callback" : <code key="webhook">{webhook_id}</code>],
            ["Run", <TemporalLink key="run" url={temporal_ui_url} what={`Delivery ${id}`} />],
          ]}
        />
      )}
    </Dialog>
  );
}

function State({ delivery }: { readonly delivery: AnyDelivery }) {
  const { status, error_message, retry_requested_at, next_retry_at } = delivery;
  return (
    <>
      <Badge status={status} />{" "}
      {retry_requested_at === null ? null : <Badge status="pending" label="retry under way" />}
      {error_message === null ? null : <div className="soft">{error_message}</div>}
      {next_retry_at === null ? null : (
        <div className="soft">
          next attempt <Time at={next_retry_at} />
        </div>
      )}
    </>
  );
}

/** Sends all again that the filters show; a durable job does it. */
function SendAllAgain() {
  const [filters] = useFilters();
  const query = useQueryOf(filters);
  const [job, setJob] = useState<DataOf<"adminRetryDeliveries"> | null>(null);
  const shown = Object.entries(query).map(([name, value]) => `${name} ${value}`).join(", ");
  return (
    <>
      {job !== null && (
        <span role="status">
          {count(job.matched)} are sent again. <TemporalLink url={job.temporal_ui_url} what="The job" />
        </span>
      )}
      {shown === "" ? <span className="soft">Filter, to send all that match again</span> : (
        <Act
          call={["adminRetryDeliveries", {}, ["adminListDeliveries"]]}
          body={query as BodyOf<"adminRetryDeliveries">}
          label="Send all that match again"
          title="Send all of these again?"
          consequence={
            <p>
              All deliveries with {shown}
              {filters["status"] === undefined ? " that failed" : ""}: one attempt each, by a durable job that
              the Temporal UI shows. This is written to the audit log.
            </p>
          }
          confirm="Send all again"
          onStart={() => setJob(null)}
          onDone={setJob}
        />
      )}
    </>
  );
}
