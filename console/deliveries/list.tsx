import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import {
  FilterPeriod,
  Filters,
  FilterSelect,
  FilterText,
  useFilters,
  useQueryOf,
} from "../components/filters.tsx";
import { Page } from "../components/page.tsx";
import { type Column, ListTable } from "../components/table.tsx";
import { BulkRetry, RetryResultCell, useBulkRetry } from "./bulk-retry.tsx";
import { type ListedDelivery, nameOf, useDeliveries, useWebhooks } from "./states.ts";
import { deliveryColumns, labelOf } from "./table.tsx";

const STATUSES = ["pending", "succeeded", "failed", "cancelled"];
export const EVENT_TYPES = [
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
  const columns = useMemo<Column<ListedDelivery>[]>(() => {
    const cell = ({ id }: ListedDelivery) => <RetryResultCell result={results.get(id)} />;
    const columns = deliveryColumns(webhooks);
    return results.size === 0 ? columns : columns.toSpliced(2, 0, { header: "Retry", cell });
  }, [webhooks, results]);
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
        what="the deliveries"
        caption="Deliveries"
        columns={columns}
        selection={{ selected, onChange: select, label: labelOf }}
        above={(rows) => <BulkRetry rows={rows} selected={selected} onSelect={select} bulk={bulk} />}
        empty={isFiltered ? "No delivery matches" : "Nothing was sent yet"}
      >
        {isFiltered
          ? <p>Deliveries are kept for 90 days. Show all of them, or change a filter.</p>
          : (
            <>
              <p>
                When a simulation or a Reading ends, the service sends an event to each enabled webhook that
                wants it, and to the simulation's{" "}
                <code>callback_url</code>. Each event on its way to one endpoint is a delivery. Create a
                webhook and send a test to see one.
              </p>
              <Link className="button" to="/webhooks">Create a webhook</Link>
            </>
          )}
      </ListTable>
    </Page>
  );
}
