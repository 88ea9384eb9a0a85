import { leave } from "../accounts/session.tsx";
import type { DataOf, ItemOf } from "../api/calls.ts";
import { useChange, useList, useMe, useRead } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { FormDialog, TextField } from "../components/form.tsx";
import { Time } from "../components/format.tsx";
import { Button, Facts, Loaded, Page, Section } from "../components/page.tsx";
import { Badge, CopiedCode } from "../components/status.tsx";
import { type Columns, ListTable } from "../components/table.tsx";

type Organization = DataOf<"showOrganization">;

/** The organization, its people and invitations, one's own sessions, and for owners the organization's end. */
export function OrganizationPage() {
  const organization = useRead("showOrganization", {});
  const isOwner = useIsOwner();
  return (
    <Page title="Organization">
      <Loaded query={organization} what="the organization">
        {(data) => <About organization={data} />}
      </Loaded>
      <Members />
      <Invitations />
      <OwnSessions />
      {organization.data && isOwner && <Deletion organization={organization.data} />}
    </Page>
  );
}

function About({ organization }: { readonly organization: Organization }) {
  const { id, name, plan_tier, insights_enabled, created_at } = organization;
  const rename = useChange("changeOrganization", {}, ["showOrganization", "showMe"]);
  return (
    <>
      <Facts
        facts={{
          Name: <strong>{name}</strong>,
          Plan: plan_tier,
          Readings: insights_enabled
            ? "start by themselves; the operators of the service can switch them off"
            : "are off; the operators of the service can switch them on",
          Created: <Time at={created_at} show="date" />,
          Id: <CopiedCode text={id} what="the id" />,
        }}
      />
      <FormDialog
        title="Rename the organization"
        trigger={<Button>Rename</Button>}
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
  const remove = useChange("deleteOrganization", {});
  return (
    <Section title="Delete the organization">
      <p>
        From then on its keys and sessions are refused. Its runs are cancelled; its simulations, webhooks,
        deliveries, uploads and people's accounts are deleted for good. Nobody can bring them back.
      </p>
      <FormDialog
        title={`Delete ${name}?`}
        description="Everything that belongs to the organization is deleted, and you are signed out."
        trigger={<Button className="danger">Delete the organization</Button>}
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

type Member = ItemOf<"listMembers">;

const INVITE = ["createInvitation", {}, ["listInvitations"]] as const;

/** A mail that is on its way is looked at so often, in milliseconds. */
const MAIL_MS = 5_000;

/** The people of the organization. Owners change roles and remove others; everybody can leave. */
function Members() {
  const list = useList("listMembers", {});
  const me = useMe().data?.data.user?.id;
  const isOwner = useIsOwner();
  const columns: Columns<Member> = {
    Name: ({ id, name }) => (
      <>
        {name} {id === me ? <Badge status="active" label="you" /> : null}
      </>
    ),
    Email: ({ email }) => email,
    Role: ({ role }) => role,
    "Member since": ({ created_at }) => <Time at={created_at} show="date" />,
    "Last signed in": ({ last_login_at }) => <Time at={last_login_at} none="never" />,
    Actions: (member) => (
      <span className="actions">
        {isOwner && <ChangeRole member={member} />}
        {(isOwner || member.id === me) && <RemoveMember member={member} isSelf={member.id === me} />}
      </span>
    ),
  };
  return (
    <Section title="People">
      <p>
        Owners alone change roles, remove others, open the billing portal and delete the organization. All
        else members may, too. One owner is always left.
      </p>
      <ListTable list={list} what="the people" caption="Members" columns={columns} />
    </Section>
  );
}

/** Whether who looks is an owner of the organization; false while that is unknown. */
export function useIsOwner(): boolean {
  const me = useMe().data?.data.user?.id;
  const people = useRead("listMembers", { limit: 100 }).data;
  return people?.some(({ id, role }) => id === me && role === "owner") ?? false;
}

function ChangeRole({ member: { id, name, email, role } }: { readonly member: Member }) {
  const [other, named] = role === "owner" ? ["member", "a member"] as const : ["owner", "an owner"] as const;
  return (
    <Act
      call={["changeMember", { user_id: id }, ["listMembers", "listAudit"]]}
      body={{ role: other }}
      label={`Make ${other}`}
      name={`Make ${other}: ${email}`}
      title={`Make ${name} ${named}?`}
      consequence="Owners alone delete the organization, remove and promote people, and open the billing portal. At least one is left."
      confirm={`Make ${named}`}
    />
  );
}

function RemoveMember(
  { member: { id, name, email }, isSelf }: { readonly member: Member; readonly isSelf: boolean },
) {
  return (
    <Act
      call={["removeMember", { user_id: id }, ["listMembers"]]}
      label={isSelf ? "Leave" : "Remove"}
      name={isSelf ? "Leave the organization" : `Remove ${email}`}
      title={isSelf ? "Leave the organization?" : `Remove ${name}?`}
      consequence={isSelf
        ? "You are signed out everywhere, and come back only by an invitation."
        : `All sessions of ${email} end. API keys stay, because they are the organization's: revoke those that the person knew.`}
      confirm={isSelf ? "Leave" : "Remove the person"}
      onDone={() => isSelf && leave()}
    />
  );
}

const INVITATION_COLUMNS: Columns<ItemOf<"listInvitations">> = {
  Email: ({ email }) => email,
  Name: ({ name }) => name,
  Mailed: ({ sent_at }) => <Time at={sent_at} none="on its way" />,
  Expires: ({ expires_at }) => <Time at={expires_at} />,
  Actions: ({ id, email, name }) => (
    <span className="actions">
      <Act
        call={INVITE}
        body={{ email, name }}
        label="Mail again"
        name={`Mail again to ${email}`}
        title={`Mail ${email} another link?`}
        consequence="The seven days begin anew."
        confirm="Mail another link"
      />
      <Act
        call={["deleteInvitation", { invitation_id: id }, ["listInvitations"]]}
        label="Revoke"
        name={`Revoke ${email}`}
        title={`Revoke the invitation of ${email}?`}
        consequence="Its links work no longer."
        confirm="Revoke the invitation"
      />
    </span>
  ),
};

/** Who was invited and has not come yet. */
function Invitations() {
  const list = useList("listInvitations", {}, {
    refetchInterval: (invitations) => invitations.some(({ sent_at }) => sent_at === null) && MAIL_MS,
  });
  return (
    <Section title="Invitations" actions={list.data?.length ? <Invite /> : undefined}>
      <ListTable
        list={list}
        what="the invitations"
        caption="Open invitations"
        columns={INVITATION_COLUMNS}
        empty="Nobody is invited"
      >
        <p>
          An invitation is a mailed link that makes its reader a member of this organization. It works once,
          for seven days. Whoever signs up by other means gets an organization of their own.
        </p>
        <Invite />
      </ListTable>
    </Section>
  );
}

function Invite() {
  const invite = useChange(...INVITE);
  return (
    <FormDialog
      title="Invite a person"
      trigger={<Button className="primary">Invite</Button>}
      defaults={{ email: "", name: "" }}
      submit="Mail the invitation"
      onSubmit={({ email, name }) => invite.mutateAsync({ email, name: name || null })}
    >
      <TextField name="email" label="Email" type="email" required maxLength={254} autoComplete="off" />
      <TextField name="name" label="Name" maxLength={100} autoComplete="off" />
    </FormDialog>
  );
}

const SESSION_COLUMNS: Columns<ItemOf<"listSessions">> = {
  Browser: ({ user_agent, current }) => (
    <>
      {user_agent ?? "unknown"} {current ? <Badge status="active" label="this one" /> : null}
    </>
  ),
  "Signed in by": ({ signed_in_by }) => signed_in_by === "magic_link" ? "a mailed link" : "password",
  Since: ({ created_at }) => <Time at={created_at} />,
  "Last used, to the hour": ({ last_used_at }) => <Time at={last_used_at} />,
  Ends: ({ expires_at }) => <Time at={expires_at} />,
  Actions: ({ id, current, user_agent, created_at }) => (
    <Act
      call={["endSession", { session_id: id }, ["listSessions"]]}
      label="End"
      name={`End the session in ${user_agent ?? "an unknown browser"}`}
      title="End this session?"
      consequence={
        <>
          {current
            ? "You are signed out in this browser."
            : "That browser is signed out at its next request."} It began <Time at={created_at} />.
        </>
      }
      confirm="End the session"
      onDone={() => current && leave()}
    />
  ),
};

/** Where the person is signed in; one session or all can be ended. */
function OwnSessions() {
  const list = useList("listSessions", {});
  return (
    <Section
      title="Your sessions"
      actions={
        <Act
          call={["endAllSessions", {}]}
          label="End all"
          title="End all of your sessions?"
          consequence="You are signed out in every browser, in this one too."
          onDone={leave}
        />
      }
    >
      <ListTable list={list} what="your sessions" caption="Sessions" columns={SESSION_COLUMNS} />
    </Section>
  );
}
