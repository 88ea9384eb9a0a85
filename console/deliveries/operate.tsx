import { useState } from "react";
import { type BodyOf, type DataOf, type ItemOf, path } from "../api/calls.ts";
import { Act, Dialog } from "../components/dialog.tsx";
import { FilterPeriod, Filters, FilterSelect, FilterText, useFilteredList, useFilters, useQueryOf } from "../components/filters.tsx";
import { count, duration, Time } from "../components/format.tsx";
import { Button, Facts, Page } from "../components/page.tsx";
import { Badge, TemporalLink } from "../components/status.tsx";
import { type Column, ListTable, timeColumn } from "../components/table.tsx";
import { ORGANIZATION_COLUMN, OrganizationFilter, OrganizationLink } from "../organizations/link.tsx";

type Delivery = ItemOf<"adminListDeliveries">;

const STATUSES = [
  ["failed", "failed: its schedule is used up"],
  "pending",
  "succeeded",
  "cancelled",
] as const;

const COLUMNS: readonly Column<Delivery>[] = [
  { header: "Event", cell: (row) => <Details delivery={row} />, sortBy: ({ event_type }) => event_type },
  { header: "Endpoint", cell: ({ url }) => url, sortBy: ({ url }) => url },
  ORGANIZATION_COLUMN,
  { header: "State", cell: (row) => <State delivery={row} />, sortBy: ({ status }) => status },
  {
    header: "Attempts",
    isNumber: true,
    cell: ({ attempt_count, max_attempts }) => `${count(attempt_count)} of ${count(max_attempts)}`,
    sortBy: ({ attempt_count }) => attempt_count,
  },
  timeColumn("created_at", "Created"),
  {
    header: "Run",
    cell: ({ id, temporal_ui_url }) => <TemporalLink url={temporal_ui_url} what={`Delivery ${id}`} />,
  },
  {
    header: "Actions",
    cell: ({ id }) => (
      <Act
        call={["adminRetryDelivery", "POST", path`/v1/admin/deliveries/${id}/retry`, ["adminListDeliveries"]]}
        label="Send again"
        name={`Send again: delivery ${id}`}
        className="small"
      />
    ),
  },
];

/** Every organization's deliveries. Those that failed are sent again by hand alone: one, or all that match. */
export function OperateDeliveriesPage() {
  const list = useFilteredList("adminListDeliveries", path`/v1/admin/deliveries`, { refetchInterval: 10_000 });
  return (
    <Page title="Deliveries of all organizations" actions={<SendAllAgain />}>
      <OrganizationFilter />
      <Filters>
        <FilterSelect name="status" label="State" any="any state" options={STATUSES} />
        <FilterPeriod label="Created" />
        <FilterText name="webhook_id" label="Webhook's id" />
      </Filters>
      <ListTable list={list} what="the deliveries" caption="Deliveries" columns={COLUMNS} empty="No delivery matches">
        <p>
          A delivery fails when every attempt of its schedule has failed. It is kept for 90 days, and only a
          retry by hand sends it again.
        </p>
      </ListTable>
    </Page>
  );
}

/** What the row has no room for. */
function Details({ delivery }: { readonly delivery: Delivery }) {
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

function State({ delivery }: { readonly delivery: Delivery }) {
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
          call={["adminRetryDeliveries", "POST", path`/v1/admin/deliveries/retry`, ["adminListDeliveries"]]}
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
          onDone={setJob}
        />
      )}
    </>
  );
}
