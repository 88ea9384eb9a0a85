import { useMemo } from "react";
import { type ItemOf, path } from "../api/calls.ts";
import { useChange, useList, useMe, useRead } from "../api/queries.ts";
import { leave } from "../accounts/session.tsx";
import { Act } from "../components/dialog.tsx";
import { FormDialog, TextField } from "../components/form.tsx";
import { Time } from "../components/format.tsx";
import { Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Column, ListTable, timeColumn } from "../components/table.tsx";

type Member = ItemOf<"listMembers">;
type Invitation = ItemOf<"listInvitations">;

const MEMBERS = path`/v1/organization/members`;
const INVITATIONS = path`/v1/organization/invitations`;
const INVITE = ["createInvitation", "POST", INVITATIONS, ["listInvitations"]] as const;

/** A mail that is on its way is looked at so often, in milliseconds. */
const MAIL_MS = 5_000;

/** The people of the organization. Owners change roles and remove others; everybody can leave. */
export function Members() {
  const list = useList("listMembers", MEMBERS);
  const me = useMe().data?.data.user?.id;
  const isOwner = useIsOwner();
  const columns = useMemo<Column<Member>[]>(() => [
    {
      header: "Name",
      cell: ({ id, name }) => (
        <>
          {name} {id === me ? <Badge status="active" label="you" /> : null}
        </>
      ),
      sortBy: ({ name }) => name.toLowerCase(),
    },
    { header: "Email", cell: ({ email }) => email, sortBy: ({ email }) => email },
    { header: "Role", cell: ({ role }) => role, sortBy: ({ role }) => role },
    {
      header: "Member since",
      cell: ({ created_at }) => <Time at={created_at} show="date" />,
      sortBy: ({ created_at }) => created_at,
    },
    {
      header: "Last signed in",
      cell: ({ last_login_at }) => last_login_at === null ? "never" : <Time at={last_login_at} />,
      sortBy: ({ last_login_at }) => last_login_at ?? "",
    },
    {
      header: "Actions",
      cell: (member) => (
        <span className="actions">
          {isOwner && <ChangeRole member={member} />}
          {(isOwner || member.id === me) && <RemoveMember member={member} isSelf={member.id === me} />}
        </span>
      ),
    },
  ], [me, isOwner]);
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
  const people = useRead("listMembers", MEMBERS, { limit: 100 }).data;
  return people?.some(({ id, role }) => id === me && role === "owner") ?? false;
}

function ChangeRole({ member: { id, name, email, role } }: { readonly member: Member }) {
  const [other, named] = role === "owner" ? ["member", "a member"] as const : ["owner", "an owner"] as const;
  return (
    <Act
      call={["changeMember", "PATCH", path`/v1/organization/members/${id}`, ["listMembers", "listAudit"]]}
      body={{ role: other }}
      label={`Make ${other}`}
      name={`Make ${other}: ${email}`}
      className="small"
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
      call={["removeMember", "DELETE", path`/v1/organization/members/${id}`, ["listMembers"]]}
      label={isSelf ? "Leave" : "Remove"}
      name={isSelf ? "Leave the organization" : `Remove ${email}`}
      className="small"
      title={isSelf ? "Leave the organization?" : `Remove ${name}?`}
      consequence={isSelf
        ? "You are signed out everywhere, and come back only by an invitation."
        : `All sessions of ${email} end. API keys stay, because they are the organization's: revoke those that the person knew.`}
      confirm={isSelf ? "Leave" : "Remove the person"}
      onDone={() => isSelf && leave()}
    />
  );
}

const COLUMNS: readonly Column<Invitation>[] = [
  { header: "Email", cell: ({ email }) => email, sortBy: ({ email }) => email },
  { header: "Name", cell: ({ name }) => name, sortBy: ({ name }) => name.toLowerCase() },
  {
    header: "Mailed",
    cell: ({ sent_at }) => sent_at === null ? "on its way" : <Time at={sent_at} />,
    sortBy: ({ sent_at }) => sent_at ?? "",
  },
  timeColumn("expires_at", "Expires"),
  {
    header: "Actions",
    cell: ({ id, email, name }) => (
      <span className="actions">
        <Act
          call={INVITE}
          body={{ email, name }}
          label="Mail again"
          name={`Mail again to ${email}`}
          className="small"
          title={`Mail ${email} another link?`}
          consequence="The seven days begin anew."
          confirm="Mail another link"
        />
        <Act
          call={["deleteInvitation", "DELETE", path`/v1/organization/invitations/${id}`, ["listInvitations"]]}
          label="Revoke"
          name={`Revoke ${email}`}
          className="small"
          title={`Revoke the invitation of ${email}?`}
          consequence="Its links work no longer."
          confirm="Revoke the invitation"
        />
      </span>
    ),
  },
];

/** Who was invited and has not come yet. */
export function Invitations() {
  const list = useList("listInvitations", INVITATIONS, {}, {
    refetchInterval: (invitations) => invitations.some(({ sent_at }) => sent_at === null) && MAIL_MS,
  });
  return (
    <Section title="Invitations" actions={list.data?.length ? <Invite /> : undefined}>
      <ListTable list={list} what="the invitations" caption="Open invitations" columns={COLUMNS} empty="Nobody is invited">
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
      trigger={<button type="button" className="primary">Invite</button>}
      defaults={{ email: "", name: "" }}
      submit="Mail the invitation"
      onSubmit={({ email, name }) => invite.mutateAsync({ email, name: name || null })}
    >
      <TextField name="email" label="Email" type="email" required maxLength={254} autoComplete="off" />
      <TextField name="name" label="Name" maxLength={100} autoComplete="off" />
    </FormDialog>
  );
}
