import { OwnSessions } from "../accounts/own-sessions.tsx";
import { leave } from "../accounts/session.tsx";
import { type DataOf, path } from "../api/calls.ts";
import { useChange, useRead } from "../api/queries.ts";
import { FormDialog, TextField } from "../components/form.tsx";
import { Time } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Facts, Page, Section } from "../components/page.tsx";
import { CopiedCode } from "../components/status.tsx";
import { Invitations, Members, useIsOwner } from "./members.tsx";

type Organization = DataOf<"showOrganization">;

/** The organization, its people and invitations, one's own sessions, and for owners the organization's end. */
export function OrganizationPage() {
  const organization = useRead("showOrganization", path`/v1/organization`);
  const isOwner = useIsOwner();
  return (
    <Page title="Organization">
      <Loaded query={organization} what="the organization">
        {(data) => <About organization={data} />}
      </Loaded>
      <Members />
      <Invitations />
      <OwnSessions />
      {organization.data === undefined || !isOwner
        ? null
        : <Deletion organization={organization.data} />}
    </Page>
  );
}

function About({ organization }: { readonly organization: Organization }) {
  const { id, name, plan_tier, insights_enabled, created_at } = organization;
  const rename = useChange("changeOrganization", "PATCH", path`/v1/organization`, [
    "showOrganization",
    "showMe",
  ]);
  return (
    <>
      <Facts
        facts={[
          ["Name", <strong key="name">{name}</strong>],
          ["Plan", plan_tier],
          [
            "Readings",
            insights_enabled
              ? "start by themselves; the operators of the service can switch them off"
              : "are off; the operators of the service can switch them on",
          ],
          ["Created", <Time key="created" at={created_at} show="date" />],
          ["Id", <CopiedCode key="id" text={id} what="the id" />],
        ]}
      />
      <FormDialog
        title="Rename the organization"
        trigger={<button type="button">Rename</button>}
        defaults={{ name }}
        submit="Rename"
        onSubmit={(body) => rename.mutateAsync(body)}
      >
        <TextField name="name" label="Name" required maxLength={100} autoComplete="organization" />
      </FormDialog>
    </>
  );
}

/** Typed by name, because it takes everything along. */
function Deletion({ organization: { name } }: { readonly organization: Organization }) {
  const remove = useChange("deleteOrganization", "DELETE", path`/v1/organization`);
  return (
    <Section title="Delete the organization">
      <p>
        From then on its keys and sessions are refused. Its runs are cancelled; its simulations, webhooks,
        deliveries, uploads and people's accounts are deleted for good. Nobody can bring them back.
      </p>
      <FormDialog
        title={`Delete ${name}?`}
        description="Everything that belongs to the organization is deleted, and you are signed out."
        trigger={<button type="button" className="danger">Delete the organization</button>}
        defaults={{ typed: "" }}
        submit="Delete it for good"
        onSubmit={async ({ typed }) => {
          if (typed !== name) throw new Error("This is not the organization's name. Nothing was deleted.");
          await remove.mutateAsync();
          leave();
        }}
      >
        <p>
          Type <strong>{name}</strong> to confirm.
        </p>
        <TextField name="typed" label="Name of the organization" required autoComplete="off" />
      </FormDialog>
    </Section>
  );
}
