import { Link } from "@tanstack/react-router";
import { type DataOf, path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { ago, count, pct, Time } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Facts, Page, Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Column, DataTable } from "../components/table.tsx";
import { OrganizationLink } from "../organizations/link.tsx";

type Overview = DataOf<"adminShowOverview">;
type Endpoint = Overview["endpoints"][number];

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
  const overview = useRead("adminShowOverview", path`/v1/admin/overview`, {}, { refetchInterval: 10_000 });
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
  return (
    <>
      <Facts
        facts={[
          ...queues.map(({ name, rows, oldest_seconds }) => {
            const [label = name, late = Infinity] = QUEUES[name] ?? [];
            const isLate = oldest_seconds !== null && oldest_seconds > late;
            return [
              label,
              <span key={name}>
                {count(rows)}
                {oldest_seconds === null
                  ? null
                  : <>, the oldest {ago(Date.parse(taken_at) - 1_000 * oldest_seconds)}{" "}</>}
                {isLate ? <Badge status="failed" label="late" /> : null}
              </span>,
            ] as const;
          }),
          [
            "Commands that Temporal refuses",
            <Link key="aside" to="/operate/system">{count(set_aside)}</Link>,
          ],
          [
            "Answers with 5xx",
            `${pct(100 * server_errors / Math.max(requests, 1))} of the ${
              count(requests)
            } of the API's process that answered, since its start`,
          ],
          ["Read", <Time key="taken" at={taken_at} />],
        ]}
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

const COLUMNS: readonly Column<Endpoint>[] = [
  { header: "Organization", cell: (row) => <OrganizationLink of={row} /> },
  { header: "Endpoint", cell: ({ url }) => url },
  { header: "Down", cell: ({ down_since }) => <Time at={down_since} /> },
  { header: "Failed in a row", isNumber: true, cell: ({ failures }) => count(failures) },
  {
    header: "Deliveries",
    cell: ({ webhook_id, organization_id }) => (
      <Link
        to="/operate/deliveries"
        search={webhook_id === null ? { organization_id } : { organization_id, webhook_id }}
      >
        Its deliveries
      </Link>
    ),
  },
];

function Endpoints({ overview: { endpoints, endpoints_down } }: { readonly overview: Overview }) {
  return (
    <Section title={`Endpoints that are down: ${count(endpoints_down)}`}>
      <DataTable
        caption="Endpoints that are down"
        columns={COLUMNS}
        rows={endpoints}
        rowId={({ url, organization_id, webhook_id }) => `${organization_id} ${webhook_id} ${url}`}
       empty="None is down">
        <p>An endpoint counts as down after many failed attempts in a row; one delivery then probes it.</p>
      </DataTable>
    </Section>
  );
}
