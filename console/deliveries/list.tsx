import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { BodyOf, ItemOf } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
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
import { Button, Facts, Page } from "../components/page.tsx";
import { Badge, TemporalLink } from "../components/status.tsx";
import { type Columns, ListTable } from "../components/table.tsx";
import { ORGANIZATION_COLUMN, OrganizationFilter, OrganizationLink } from "../organizations/link.tsx";
import { deliveryColumns, nameOf, useDeliveries, useWebhooks } from "./states.tsx";

const STATUSES = ["pending", "succeeded", "failed", "cancelled"];

/** All deliveries of the organization: filters that stay in the URL, and a retry of all that match them. */
export function DeliveriesPage() {
  const [filters] = useFilters();
  const isFiltered = Object.keys(filters).length > 0;
  const [sentAt, setSentAt] = useState(-Infinity);
  const list = useDeliveries(useQueryOf(filters), sentAt);
  const webhooks = useWebhooks();
  const { data: events = [] } = useRead("listEventTypes", {}, { staleTime: Infinity });
  const types = events.map(({ type }) => type);
  return (
    <Page
      title="Deliveries"
      actions={<SendAllAgain operation="retryDeliveries" onSent={() => setSentAt(Date.now())} />}
    >
      <Filters>
        <FilterSelect name="status" label="Status" any="all" options={STATUSES} />
        <FilterSelect name="event_type" label="Event" any="all" options={types} />
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
        columns={deliveryColumns(webhooks)}
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

type AnyDelivery = ItemOf<"adminListDeliveries">;

const ANY_STATUSES = [
  ["failed", "failed: its schedule is used up"],
  "pending",
  "succeeded",
  "cancelled",
] as const;

const ANY_COLUMNS: Columns<AnyDelivery> = {
  Event: (row) => <Details delivery={row} />,
  Endpoint: ({ url }) => url,
  ...ORGANIZATION_COLUMN,
  State: (row) => <State delivery={row} />,
  Attempts: {
    figure: ({ attempt_count, max_attempts }) => `${count(attempt_count)} of ${count(max_attempts)}`,
  },
  Created: ({ created_at }) => <Time at={created_at} />,
  Run: ({ id, temporal_ui_url }) => <TemporalLink url={temporal_ui_url} what={`Delivery ${id}`} />,
  Actions: ({ id }) => (
    <Act
      call={["adminRetryDelivery", { id }, ["adminListDeliveries"]]}
      label="Send again"
      name={`Send again: delivery ${id}`}
    />
  ),
};

/** Every organization's deliveries. Those that failed are sent again by hand alone: one, or all that match. */
export function OperateDeliveriesPage() {
  const list = useFilteredList("adminListDeliveries", { refetchInterval: 10_000 });
  return (
    <Page
      title="Deliveries of all organizations"
      actions={<SendAllAgain operation="adminRetryDeliveries" />}
    >
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
          facts={{
            State: <State delivery={delivery} />,
            Organization: <OrganizationLink of={delivery} />,
            Endpoint: url,
            "Last answer": response_status,
            "It took": latency_ms === null ? null : duration(latency_ms),
            Delivery: <code>{id}</code>,
            Event: <code>{event_id}</code>,
            Webhook: webhook_id === null ? "none: a callback" : <code>{webhook_id}</code>,
            Run: <TemporalLink url={temporal_ui_url} what={`Delivery ${id}`} />,
          }}
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

/** Filters of the list that the job does not have: it would send more than the list shows. */
const OF_LISTS_ALONE = ["simulation_id", "event_id"];

/** Sends all again that the filters show; a durable job does it. */
function SendAllAgain({ operation, onSent }: {
  readonly operation: "retryDeliveries" | "adminRetryDeliveries";
  readonly onSent?: () => void;
}) {
  const [filters] = useFilters();
  const query = useQueryOf(filters);
  const [job, setJob] = useState<{ readonly matched: number; readonly temporal_ui_url?: string } | null>(
    null,
  );
  const shown = Object.entries(query).map(([name, value]) => `${name} ${value}`).join(", ");
  const isOffered = shown !== "" && !OF_LISTS_ALONE.some((name) => name in filters);
  const isOperators = operation === "adminRetryDeliveries";
  return (
    <>
      {job !== null && (
        <span role="status">
          {count(job.matched)} are sent again.{" "}
          {job.temporal_ui_url && <TemporalLink url={job.temporal_ui_url} what="The job" />}
        </span>
      )}
      {isOffered
        ? (
          <Act
            call={[operation, {}, [isOperators ? "adminListDeliveries" : "listDeliveries"]]}
            body={query as BodyOf<typeof operation>}
            label="Send all that match again"
            title="Send all of these again?"
            consequence={
              <p>
                All deliveries with {shown}
                {filters["status"] === undefined ? " that failed" : ""}: one attempt each, by a durable job
                {isOperators ? " that the Temporal UI shows" : ""}. This is written to the audit log.
              </p>
            }
            confirm="Send all again"
            onStart={() => setJob(null)}
            onDone={(data) => {
              setJob(data);
              onSent?.();
            }}
          />
        )
        : (
          <span className="soft">
            {isOperators ? "Filter" : "Filter by status, event, webhook or time alone"}, to send all that
            match again
          </span>
        )}
    </>
  );
}
