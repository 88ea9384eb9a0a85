import type { ItemOf } from "../api/calls.ts";
import { FilterPeriod, Filters, FilterText, useFilteredList } from "../components/filters.tsx";
import { Time } from "../components/format.tsx";
import { Page } from "../components/page.tsx";
import { Id } from "../components/status.tsx";
import { type Columns, ListTable } from "../components/table.tsx";

type OwnEntry = ItemOf<"listAudit">;

const OWN_COLUMNS: Columns<OwnEntry> = {
  When: ({ at }) => <Time at={at} />,
  Change: ({ action }) => <code>{action}</code>,
  Of: ({ subject }) => <code>{subject}</code>,
  By: ({ actor }) => actorText(actor),
};

/** What changed in the organization, when, and by whom. */
export function OwnAuditPage() {
  const list = useFilteredList("listAudit");
  return (
    <Page title="Audit log">
      <Filters>
        <FilterPeriod label="When" />
      </Filters>
      <ListTable
        list={list}
        what="what changed"
        caption="Audit log"
        columns={OWN_COLUMNS}
        empty="Nothing has changed"
      >
        <p>Every change of keys, people, webhooks, secrets and the plan is listed here.</p>
      </ListTable>
    </Page>
  );
}

function actorText({ kind, name }: OwnEntry["actor"]): string {
  switch (kind) {
    case "user":
      return name ?? "somebody who has left";
    case "key":
      return `the key ${name ?? "that is gone"}`;
    case "operator":
      return "an operator of the service";
    case "service":
      return `the service (${name ?? "by itself"})`;
  }
}

const COLUMNS: Columns<ItemOf<"adminListAudit">> = {
  When: ({ created_at }) => <Time at={created_at} />,
  Change: ({ action }) => <code>{action}</code>,
  Of: ({ subject }) => <code>{subject}</code>,
  Details: ({ details }) => <code>{JSON.stringify(details)}</code>,
  By: ({ actor_key_id: key, actor_user_id: person }) => {
    const id = person ?? key;
    return id === null ? "a command" : (
      <>
        {person === null ? "key" : "person"} <Id id={id} />
      </>
    );
  },
  Request: ({ request_id }) => <code>{request_id}</code>,
};

/** What operators changed, when, and by which key or person. */
export function AuditPage() {
  const list = useFilteredList("adminListAudit");
  return (
    <Page title="Audit log">
      <Filters>
        <FilterText name="action" label="Change" placeholder="organization.update" />
        <FilterText name="subject" label="Of (an id)" />
        <FilterPeriod label="When" />
      </Filters>
      <ListTable list={list} caption="Audit log" columns={COLUMNS} empty="No entry matches">
        <p>Every change by an operator is written here, in the same transaction as the change.</p>
      </ListTable>
    </Page>
  );
}
