import { Link } from "@tanstack/react-router";
import type { DataOf } from "../api/calls.ts";
import { useChange, useRead } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { FormDialog, TextField } from "../components/form.tsx";
import { ago, count, pct, Time } from "../components/format.tsx";
import { Button, Facts, Loaded, Page, Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Columns, DataTable } from "../components/table.tsx";
import { OrganizationLink } from "../organizations/link.tsx";

type Overview = DataOf<"adminShowOverview">;

/** What each queue is called, and the age in seconds that the alert in deploy/prometheus/alerts.yml allows; no alert looks at queued training. */
const QUEUES: Readonly<Record<string, readonly [name: string, late?: number]>> = {
  outbox: ["Commands to Temporal", 60],
  due: ["Deliveries due", 300],
  queued_simulations: ["Simulations queued", 300],
  running_simulations: ["Simulations running", 900],
  readings: ["Readings", 1_800],
  queued_training: ["Training runs queued"],
};

/** What is stuck, what fails, and what waits, with the way to each. */
export function OverviewPage() {
  const overview = useRead("adminShowOverview", {}, { refetchInterval: 10_000 });
  return (
    <Page title="Overview">
      <Loaded query={overview} what="the overview">
        {(data) => (
          <>
            <Queues overview={data} />
            <Endpoints overview={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Queues({ overview }: { readonly overview: Overview }) {
  const { queues, requests, server_errors, set_aside, taken_at } = overview;
  const waiting = ({ name, rows, oldest_seconds }: Overview["queues"][number]) =>
    oldest_seconds === null ? count(rows) : (
      <>
        {count(rows)}, the oldest {ago(Date.parse(taken_at) - 1_000 * oldest_seconds)}{" "}
        {oldest_seconds > (QUEUES[name]?.[1] ?? Infinity) ? <Badge status="failed" label="late" /> : null}
      </>
    );
  return (
    <>
      <Facts
        facts={{
          ...Object.fromEntries(
            queues.map((queue) => [QUEUES[queue.name]?.[0] ?? queue.name, waiting(queue)]),
          ),
          "Commands that Temporal refuses": set_aside === 0
            ? count(0)
            : `${count(set_aside)}; OutboxSetAside in the runbook brings them back`,
          "Answers with 5xx": `${pct(100 * server_errors / Math.max(requests, 1))} of the ${
            count(requests)
          } of the API's process that answered, since its start`,
          Read: <Time at={taken_at} />,
        }}
      />
      <p className="actions">
        <Link className="button" to="/operate/simulations" search={{ status: "queued", older_than: "10" }}>
          Queued for 10 minutes
        </Link>
        <Link className="button" to="/operate/simulations" search={{ status: "running", older_than: "10" }}>
          Running for 10 minutes
        </Link>
        <Link className="button" to="/operate/deliveries" search={{ status: "failed" }}>
          Failed deliveries
        </Link>
      </p>
    </>
  );
}

const ENDPOINT_COLUMNS: Columns<Overview["endpoints"][number]> = {
  Organization: (row) => <OrganizationLink of={row} />,
  Endpoint: ({ url }) => url,
  Down: ({ down_since }) => <Time at={down_since} />,
  "Failed in a row": { figure: ({ failures }) => count(failures) },
  Deliveries: ({ webhook_id, organization_id }) => (
    <Link
      to="/operate/deliveries"
      search={webhook_id === null ? { organization_id } : { organization_id, webhook_id }}
    >
      Its deliveries
    </Link>
  ),
};

function Endpoints({ overview: { endpoints, endpoints_down } }: { readonly overview: Overview }) {
  return (
    <Section title={`Endpoints that are down: ${count(endpoints_down)}`}>
      <DataTable
        caption="Endpoints that are down"
        columns={ENDPOINT_COLUMNS}
        rows={endpoints}
        rowId={({ url, organization_id, webhook_id }) => `${organization_id} ${webhook_id} ${url}`}
        empty="None is down"
      >
        <p>An endpoint counts as down after many failed attempts in a row; one delivery then probes it.</p>
      </DataTable>
    </Section>
  );
}

/** Whether the service works, and its maintenance. */
export function OperateSystemPage() {
  return (
    <Page title="The service">
      <Section title="Components">
        <Components />
      </Section>
      <Section title="Planned maintenance">
        <Maintenance />
      </Section>
    </Page>
  );
}

function Components() {
  const status = useRead("showStatus", {}, { refetchInterval: 15_000 });
  return (
    <Loaded query={status} what="the components">
      {({ status, components, links, checked_at }) => (
        <>
          {components.workflows === "degraded" && (
            <p className="notice warning">
              No worker has asked one of Temporal's task queues for work within a minute: what waits there
              goes on as soon as one does.
            </p>
          )}
          <Facts
            facts={{
              "The whole": <Badge status={status} />,
              ...Object.fromEntries(
                Object.entries(components).map((
                  [name, state],
                ) => [name, <Badge key={name} status={state} />]),
              ),
              Checked: <Time at={checked_at} />,
              "Billing provider": <a href={links.billing_provider} rel="noreferrer">its status</a>,
              "Email provider": <a href={links.email_provider} rel="noreferrer">its status</a>,
            }}
          />
        </>
      )}
    </Loaded>
  );
}

function Maintenance() {
  const state = useRead("adminShowMaintenance", {});
  const changes = ["adminShowMaintenance"] as const;
  const begin = useChange("adminSetMaintenance", {}, changes);
  return (
    <Loaded query={state} what="the maintenance">
      {({ active, retry_after_seconds, since }: DataOf<"adminShowMaintenance">) =>
        active
          ? (
            <div className="notice warning">
              <p>
                Since <Time at={since} /> every customer's request answers 503 <code>maintenance</code>{" "}
                and asks to come back after {count(retry_after_seconds ?? 0)} seconds.
              </p>
              <Act
                call={["adminEndMaintenance", {}, changes]}
                label="End the maintenance"
                className="primary"
              />
            </div>
          )
          : (
            <FormDialog
              title="Begin a maintenance?"
              description="From the next request on, in every process, every customer is refused with 503. Runs go on."
              trigger={<Button>Begin a maintenance</Button>}
              defaults={{ retry_after_seconds: 600 }}
              submit="Refuse customers from now on"
              onSubmit={(body) => begin.mutateAsync(body)}
            >
              <TextField
                name="retry_after_seconds"
                label="Retry-After, in seconds"
                type="number"
                required
                min={1}
                max={604_800}
                hint="When customers are asked to come back"
              />
            </FormDialog>
          )}
    </Loaded>
  );
}
