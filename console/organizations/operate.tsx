import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { BodyOf, DataOf, ItemOf } from "../api/calls.ts";
import { useChange, useRead } from "../api/queries.ts";
import { Filters, FilterText, useFilteredList } from "../components/filters.tsx";
import { CheckList, Form, FormDialog, SelectField, TextField } from "../components/form.tsx";
import { count, Time } from "../components/format.tsx";
import { Button, Facts, Loaded, Page, Section } from "../components/page.tsx";
import { SecretOnce } from "../components/status.tsx";
import { type Columns, ListTable } from "../components/table.tsx";
import { SCOPES } from "./api-keys.tsx";
import { OrganizationLink } from "./link.tsx";

/** The plans, the smallest first. */
const PLANS = ["sandbox", "growth", "studio", "enterprise"] as const;

export function limit(value: number | null): string {
  return value === null ? "no limit" : count(value);
}

const COLUMNS: Columns<ItemOf<"adminListOrganizations">> = {
  Name: ({ id, name }) => <OrganizationLink of={{ organization_id: id, organization_name: name }} />,
  Plan: ({ plan_tier }) => plan_tier,
  Contract: ({ contract }) =>
    Object.values(contract).every((own) => own === null) ? "the plan's" : "figures of its own",
  "Simulations a month": { figure: ({ limits }) => limit(limits.simulations_per_month) },
  Created: ({ created_at }) => <Time at={created_at} />,
};

export function OperateOrganizationsPage() {
  const list = useFilteredList("adminListOrganizations");
  return (
    <Page title="Organizations" actions={<NewOrganization />}>
      <Filters>
        <FilterText name="name" label="Part of the name" />
      </Filters>
      <ListTable list={list} caption="Organizations" columns={COLUMNS} empty="No organization matches">
        <p>Its name has other words, or the organization was deleted.</p>
      </ListTable>
    </Page>
  );
}

function NewOrganization() {
  const navigate = useNavigate();
  const create = useChange("adminCreateOrganization", {}, ["adminListOrganizations"]);
  return (
    <FormDialog<Required<BodyOf<"adminCreateOrganization">>>
      title="New organization"
      trigger={<Button className="primary">New organization</Button>}
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

type Organization = DataOf<"adminShowOrganization">;

/** One organization, as operators see and change it. */
export function OperateOrganizationPage() {
  const { id = "" } = useParams({ strict: false });
  const organization = useRead("adminShowOrganization", { id });
  return (
    <Loaded query={organization} what="the organization">
      {(data) => <OrganizationOf organization={data} />}
    </Loaded>
  );
}

function OrganizationOf({ organization }: { readonly organization: Organization }) {
  const { id, name, plan_tier, insights_enabled, limits, created_at, updated_at } = organization;
  return (
    <Page title={name}>
      <Facts
        facts={{
          Id: <code>{id}</code>,
          Plan: plan_tier,
          Readings: insights_enabled ? "enabled" : "disabled",
          ...Object.fromEntries(FIGURES.map(([name, label]) => [label, limit(limits[name])])),
          Created: <Time at={created_at} />,
          Changed: <Time at={updated_at} />,
        }}
      />
      <p className="actions">
        <Link className="button" to="/operate/simulations" search={{ organization_id: id }}>Its runs</Link>
        <Link className="button" to="/operate/deliveries" search={{ organization_id: id }}>
          Its deliveries
        </Link>
        <Link className="button" to="/operate/audit" search={{ subject: id }}>What operators changed</Link>
      </p>
      <Section title="Plan and contract">
        <Contract key={updated_at} organization={organization} />
      </Section>
      <Section title="API keys">
        <Keys organizationId={id} />
      </Section>
    </Page>
  );
}

/** The contract's figures, which win over the plan's; an empty field falls back to the plan. */
const FIGURES = [
  ["agent_count_ceiling", "Agents a simulation", 1, 10_000, 1],
  ["requests_per_minute", "Requests a minute", 1, 10_000_000, 1],
  ["simulations_per_month", "Simulations a month", 0, 2_147_483_647, 1],
  ["agent_runs_per_month", "Agent runs a month", 0, Number.MAX_SAFE_INTEGER, 1],
  ["reading_ceiling_usd", "Readings a month, USD", 0, 1_000_000_000, "any"],
] as const;

type Figures = Organization["contract"];

function Contract({ organization: { id, plan_tier, insights_enabled, contract } }: {
  readonly organization: Organization;
}) {
  const shown = ["adminShowOrganization", "adminListOrganizations"] as const;
  const change = useChange("adminChangeOrganization", { id }, shown);
  return (
    <Form<{ plan_tier: Organization["plan_tier"]; insights: "enabled" | "disabled" } & Figures>
      defaults={{ plan_tier, insights: insights_enabled ? "enabled" : "disabled", ...contract }}
      submit="Change the contract"
      onSubmit={async ({ plan_tier, insights, ...limits }) =>
        await change.mutateAsync({ plan_tier, insights_enabled: insights === "enabled", limits })}
    >
      <SelectField name="plan_tier" label="Plan" options={PLANS} required />
      <SelectField name="insights" label="Readings" options={["enabled", "disabled"]} required />
      {FIGURES.map(([name, label, min, max, step]) => (
        <TextField
          key={name}
          name={name}
          label={label}
          type="number"
          min={min}
          max={max}
          step={step}
          hint="Empty: the plan's figure"
        />
      ))}
    </Form>
  );
}

/** Operators create a first key for an organization; they see no organization's list. */
function Keys({ organizationId }: { readonly organizationId: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  const create = useChange("adminCreateApiKey", { id: organizationId });
  return (
    <>
      {secret === null ? null : <SecretOnce secret={secret} what="the key" />}
      <p className="actions">
        <FormDialog
          title="New API key"
          trigger={<Button>Create a key</Button>}
          defaults={{ name: "", scopes: [] as (typeof SCOPES)[number][0][] }}
          submit="Create the key"
          onSubmit={async (body) => setSecret((await create.mutateAsync(body)).key)}
        >
          <TextField name="name" label="Name" required maxLength={100} />
          <CheckList name="scopes" label="It may" options={SCOPES} />
        </FormDialog>
      </p>
    </>
  );
}
