import { type DataOf, type ItemOf, path } from "../api/calls.ts";
import { useChange, useList, useRead } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { FormDialog, TextField } from "../components/form.tsx";
import { count, Time } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Facts, Page, Section } from "../components/page.tsx";
import { Badge, TemporalLink } from "../components/status.tsx";
import { type Column, ListTable, numberColumn } from "../components/table.tsx";

/** Whether the service works, its maintenance, and the commands that Temporal refuses. */
export function OperateSystemPage() {
  return (
    <Page title="The service">
      <Section title="Components">
        <Components />
      </Section>
      <Section title="Planned maintenance">
        <Maintenance />
      </Section>
      <Section title="Commands that Temporal refuses">
        <SetAsideCommands />
      </Section>
    </Page>
  );
}

function Components() {
  const status = useRead("showStatus", path`/v1/status`, {}, { refetchInterval: 15_000 });
  return (
    <Loaded query={status} what="the components">
      {({ status, components, links, checked_at }) => (
        <>
          {components.workflows === "degraded"
            ? (
              <p className="notice warning">
                No worker has asked one of Temporal's task queues for work within a minute: what waits there
                goes on as soon as one does.
              </p>
            )
            : null}
          <Facts
            facts={[
              ["The whole", <Badge key="status" status={status} />],
              ...Object.entries(components).map(([name, state]) =>
                [name, <Badge key={name} status={state} />] as const
              ),
              ["Checked", <Time key="checked" at={checked_at} />],
              [
                "Billing provider",
                <a key="billing" href={links.billing_provider} rel="noreferrer">its status</a>,
              ],
              ["Email provider", <a key="email" href={links.email_provider} rel="noreferrer">its status</a>],
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

function Maintenance() {
  const state = useRead("adminShowMaintenance", path`/v1/admin/maintenance`);
  const changes = ["adminShowMaintenance"] as const;
  const begin = useChange("adminSetMaintenance", "PUT", path`/v1/admin/maintenance`, changes);
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
                call={["adminEndMaintenance", "DELETE", path`/v1/admin/maintenance`, changes]}
                label="End the maintenance"
                className="primary"
              />
            </div>
          )
          : (
            <FormDialog
              title="Begin a maintenance?"
              description="From the next request on, in every process, every customer is refused with 503. Runs go on."
              trigger={<button type="button">Begin a maintenance</button>}
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

type Command = ItemOf<"adminListOutbox">;

const COLUMNS: readonly Column<Command>[] = [
  { header: "Workflow", cell: ({ workflow_id }) => <code>{workflow_id}</code> },
  { header: "Command", cell: ({ kind }) => kind.replaceAll("_", " ") },
  { header: "Why it is refused", cell: ({ error }) => error },
  numberColumn("Attempts", ({ attempts }) => count(attempts)),
  { header: "Set aside", cell: ({ set_aside_at }) => <Time at={set_aside_at} /> },
  {
    header: "Run",
    cell: ({ workflow_id, temporal_ui_url }) => <TemporalLink url={temporal_ui_url} what={workflow_id} />,
  },
  {
    header: "Actions",
    cell: ({ id, workflow_id }) => (
      <Act
        call={["adminRetryCommand", "POST", path`/v1/admin/outbox/${id}/retry`, ["adminListOutbox"]]}
        label="Execute"
        name={`Execute ${workflow_id} again`}
        className="small"
        title="Execute the command once more?"
        consequence={
          <p>
            Do so after the cause is gone. It is refused again otherwise, and comes back here:{" "}
            <code>{workflow_id}</code>.
          </p>
        }
        confirm="Execute it"
      />
    ),
  },
];

function SetAsideCommands() {
  const list = useList("adminListOutbox", path`/v1/admin/outbox`);
  return (
    <ListTable list={list} what="the commands" caption="Commands" columns={COLUMNS} empty="None">
      <p>
        A command that Temporal has refused ten times, for its content, is set aside here with the reason.
        Commands that wait for Temporal to be reachable are not among them.
      </p>
    </ListTable>
  );
}
