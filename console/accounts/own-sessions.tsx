import { type ItemOf, path } from "../api/calls.ts";
import { useList } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { Time } from "../components/format.tsx";
import { Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Column, ListTable, timeColumn } from "../components/table.tsx";
import { leave } from "./session.tsx";

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
  {
    header: "Actions",
    cell: ({ id, current, user_agent, created_at }) => (
      <Act
        call={["endSession", "DELETE", path`/v1/auth/sessions/${id}`, ["listSessions"]]}
        label="End"
        name={`End the session in ${user_agent ?? "an unknown browser"}`}
        className="small"
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
  },
];

/** Where the person is signed in; one session or all can be ended. */
export function OwnSessions() {
  const list = useList("listSessions", path`/v1/auth/sessions`);
  return (
    <Section
      title="Your sessions"
      actions={
        <Act
          call={["endAllSessions", "DELETE", path`/v1/auth/sessions`]}
          label="End all"
          title="End all of your sessions?"
          consequence="You are signed out in every browser, in this one too."
          onDone={leave}
        />
      }
    >
      <ListTable list={list} what="your sessions" caption="Sessions" columns={COLUMNS} />
    </Section>
  );
}
