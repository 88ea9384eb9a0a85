import { type ItemOf, path } from "../api/calls.ts";
import { FilterPeriod, Filters, useFilteredList } from "../components/filters.tsx";
import { Time } from "../components/format.tsx";
import { Page } from "../components/page.tsx";
import { type Column, ListTable } from "../components/table.tsx";

type Entry = ItemOf<"listAudit">;

const COLUMNS: readonly Column<Entry>[] = [
  { header: "When", cell: ({ at }) => <Time at={at} /> },
  { header: "Change", cell: ({ action }) => <code>{action}</code> },
  { header: "Of", cell: ({ subject }) => <code>{subject}</code> },
  { header: "By", cell: ({ actor }) => actorText(actor) },
];

/** What changed in the organization, when, and by whom. */
export function OwnAuditPage() {
  const list = useFilteredList("listAudit", path`/v1/audit`);
  return (
    <Page title="Audit log">
      <Filters>
        <FilterPeriod label="When" />
      </Filters>
      <ListTable list={list} what="what changed" caption="Audit log" columns={COLUMNS} empty="Nothing has changed">
        <p>Every change of keys, people, webhooks, secrets and the plan is listed here.</p>
      </ListTable>
    </Page>
  );
}

function actorText({ kind, name }: Entry["actor"]): string {
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
