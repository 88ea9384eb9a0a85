import { type ItemOf, path } from "../api/calls.ts";
import { useChange, useList } from "../api/queries.ts";
import { Confirm } from "../components/dialog.tsx";
import { Time } from "../components/format.tsx";
import { Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Column, ListTable, timeColumn } from "../components/table.tsx";
import { useLeave } from "./session.tsx";

type Session = ItemOf<"listSessions">;

const COLUMNS: readonly Column<Session>[] = [
  {
    header: "Browser",
    cell: ({ user_agent, current }) => (
      <>
        {user_agent ?? "unknown"} {current ? <Badge status="active" label="this one" /> : null}
      </>
    ),
    sortBy: ({ user_agent }) => user_agent,
  },
  {
    header: "Signed in by",
    cell: ({ signed_in_by }) => signed_in_by === "magic_link" ? "a mailed link" : "password",
  },
  timeColumn("created_at", "Since"),
  timeColumn("last_used_at", "Last used, to the hour"),
  { header: "Ends", cell: ({ expires_at }) => <Time at={expires_at} /> },
  { header: "Actions", cell: (session) => <EndSession session={session} /> },
];

/** Where the person is signed in; one session or all can be ended. */
export function OwnSessions() {
  const list = useList("listSessions", path`/v1/auth/sessions`);
  const leave = useLeave();
  const endAll = useChange("endAllSessions", "DELETE", path`/v1/auth/sessions`);
  return (
    <Section
      title="Your sessions"
      actions={
        <Confirm
          title="End all of your sessions?"
          consequence="You are signed out in every browser, in this one too."
          confirm="End all"
          trigger={<button type="button">End all</button>}
          onConfirm={() => endAll.mutateAsync().then(leave)}
        />
      }
    >
      <ListTable list={list} what="your sessions" caption="Sessions" columns={COLUMNS} />
    </Section>
  );
}

function EndSession({ session: { id, current, user_agent, created_at } }: { readonly session: Session }) {
  const leave = useLeave();
  const end = useChange("endSession", "DELETE", path`/v1/auth/sessions/${id}`, ["listSessions"]);
  return (
    <Confirm
      title="End this session?"
      consequence={
        <>
          {current
            ? "You are signed out in this browser."
            : "That browser is signed out at its next request."} It began <Time at={created_at} />.
        </>
      }
      confirm="End the session"
      trigger={
        <button
          type="button"
          className="small"
          aria-label={`End the session in ${user_agent ?? "an unknown browser"}`}
        >
          End
        </button>
      }
      onConfirm={() => end.mutateAsync().then(() => current ? leave() : undefined)}
    />
  );
}
