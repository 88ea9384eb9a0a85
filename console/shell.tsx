import { Link, Outlet } from "@tanstack/react-router";
import { Suspense, useEffect, useRef, useState } from "react";
import { ServiceError } from "#client/index.ts";
import { path } from "./api/calls.ts";
import { useMe, useRead } from "./api/queries.ts";
import { SessionEnded, SignOut } from "./accounts/session.tsx";
import { SignInPage } from "./accounts/sign-in.tsx";
import { Frame } from "./components/frame.tsx";
import { ErrorNotice, Loading } from "./components/notices.tsx";

/** What is around every page: who is signed in, the ways to the pages, and sign-in for a visitor. */
export function Shell() {
  const me = useMe();
  const viewer = useViewer(me.data);
  const isMaintained = useMaintenance(me.error);
  if (viewer === null) {
    if (isMaintained) {
      return (
        <Frame navigation={<Navigation groups={[OPERATE]} />}>
          <Outlet />
        </Frame>
      );
    }
    return (
      <Frame>
        {me.data === null
          ? <SignInPage />
          : me.error
          ? <ErrorNotice error={me.error} retry={me.refetch} />
          : <Loading what="the console" />}
      </Frame>
    );
  }
  const { data: { user, organization }, meta } = viewer;
  return (
    <Frame
      navigation={<Navigation groups={meta.operator ? [...GROUPS, OPERATE] : GROUPS} />}
      aside={
        <>
          <span className="who" title={user?.email}>{organization.name}</span>
          <SignOut />
        </>
      }
    >
      {/* What somebody was typing stays on the page under the dialog. */}
      {me.data === null ? <SessionEnded email={user?.email ?? ""} /> : null}
      <Suspense fallback={<Loading what="the page" />}>
        <Outlet />
      </Suspense>
    </Frame>
  );
}

type Me = NonNullable<ReturnType<typeof useMe>["data"]>;

/** Whose drafts the tab keeps: over a reload too, after which the page itself no longer knows its earlier viewer. */
function keepDraftsOf({ data: { user } }: Me): void {
  const id = user?.id ?? "";
  if (sessionStorage.getItem("viewer") === id) return;
  sessionStorage.clear();
  sessionStorage.setItem("viewer", id);
}

/** Who looks at this page, also after their session has ended. Somebody else begins with a page that knows nothing of the one before. */
function useViewer(me: Me | null | undefined): Me | null {
  const viewer = useRef<Me | null>(null);
  const isSomebodyElse = me && viewer.current && me.data.user?.id !== viewer.current.data.user?.id;
  if (me && viewer.current === null) keepDraftsOf(me);
  if (me && !isSomebodyElse) viewer.current = me;
  useEffect(() => {
    if (!isSomebodyElse) return;
    sessionStorage.clear();
    location.reload();
  }, [isSomebodyElse]);
  return viewer.current;
}

/** Whether an operator looks during a maintenance, in which operators alone are answered: one of them ends it. */
function useMaintenance(error: unknown): boolean {
  const isMaintenance = error instanceof ServiceError && error.code === "maintenance";
  const state = useRead("adminShowMaintenance", path`/v1/admin/maintenance`, {}, { enabled: isMaintenance });
  return isMaintenance && state.data !== undefined;
}

const GROUPS = [
  ["Ask", [["/", "Ask a question"], ["/simulations", "Simulations"], ["/compare", "Compare"], [
    "/training",
    "Training runs",
  ]]],
  ["Integrate", [
    ["/api-keys", "API keys"],
    ["/webhooks", "Webhooks"],
    ["/deliveries", "Deliveries"],
    ["/requests", "Requests"],
  ]],
  ["Organization", [["/usage", "Usage and plan"], ["/organization", "People"]]],
] as const;
const OPERATE = [
  "Operate",
  [
    ["/operate/organizations", "Organizations"],
    ["/operate/simulations", "Runs"],
    ["/operate/deliveries", "All deliveries"],
    ["/operate/system", "Service"],
    ["/operate/audit", "Audit log"],
  ],
] as const;

type Group = (typeof GROUPS)[number] | typeof OPERATE;

function Navigation({ groups }: { readonly groups: readonly Group[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <nav className="nav" aria-label="Pages">
      {/* Shown where the window is narrow. */}
      <button
        type="button"
        className="nav-toggle"
        aria-expanded={isOpen}
        aria-controls="pages"
        onClick={() => setOpen(!isOpen)}
      >
        Pages
      </button>
      <div id="pages" className={isOpen ? "nav-groups open" : "nav-groups"}>
        {groups.map(([name, pages]) => (
          <div key={name}>
            <h2>{name}</h2>
            <ul>
              {pages.map(([to, label]) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === "/", includeSearch: false }}
                    activeProps={{ "aria-current": "page" }}
                    onClick={() => setOpen(false)}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
