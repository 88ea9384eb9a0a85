import { useNavigate } from "@tanstack/react-router";
import { type BodyOf, type ItemOf, path } from "../api/calls.ts";
import { useChange } from "../api/queries.ts";
import { Filters, FilterText, useFilteredList } from "../components/filters.tsx";
import { FormDialog, SelectField, TextField } from "../components/form.tsx";
import { count } from "../components/format.tsx";
import { Page } from "../components/page.tsx";
import { type Column, ListTable, numberColumn, timeColumn } from "../components/table.tsx";
import { OrganizationLink } from "./link.tsx";

type Organization = ItemOf<"adminListOrganizations">;

/** The plans, the smallest first. */
export const PLANS = ["sandbox", "growth", "studio", "enterprise"] as const;

/** A limit, or that there is none. */
export function limit(value: number | null): string {
  return value === null ? "no limit" : count(value);
}

const COLUMNS: readonly Column<Organization>[] = [
  {
    header: "Name",
    cell: ({ id, name }) => <OrganizationLink of={{ organization_id: id, organization_name: name }} />,
    sortBy: ({ name }) => name.toLowerCase(),
  },
  { header: "Plan", cell: ({ plan_tier }) => plan_tier, sortBy: ({ plan_tier }) => plan_tier },
  {
    header: "Contract",
    cell: ({ contract }) =>
      Object.values(contract).every((own) => own === null) ? "the plan's" : "figures of its own",
  },
  numberColumn("Simulations a month", ({ limits }) => limit(limits.simulations_per_month)),
  timeColumn("created_at", "Created"),
];

/** Every organization with its plan. */
export function OperateOrganizationsPage() {
  const list = useFilteredList("adminListOrganizations", path`/v1/admin/organizations`);
  return (
    <Page title="Organizations" actions={<NewOrganization />}>
      <Filters>
        <FilterText name="name" label="Part of the name" />
      </Filters>
      <ListTable list={list} what="the organizations" caption="Organizations" columns={COLUMNS} empty="No organization matches">
        <p>Its name has other words, or the organization was deleted.</p>
      </ListTable>
    </Page>
  );
}

function NewOrganization() {
  const navigate = useNavigate();
  const create = useChange("adminCreateOrganization", "POST", path`/v1/admin/organizations`, [
    "adminListOrganizations",
  ]);
  return (
    <FormDialog<Required<BodyOf<"adminCreateOrganization">>>
      title="New organization"
      trigger={<button type="button" className="primary">New organization</button>}
      defaults={{ name: "", plan_tier: "sandbox" }}
      submit="Create the organization"
      onSubmit={async (body) => {
        const { id } = await create.mutateAsync(body);
        await navigate({ to: "/operate/organizations/$id", params: { id } });
      }}
    >
      <TextField name="name" label="Name" required maxLength={100} />
      <SelectField name="plan_tier" label="Plan" options={PLANS} required />
    </FormDialog>
  );
}
