import { ServiceError } from "#client/index.ts";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { leave, SessionEnded, SignInPage } from "./accounts/session.tsx";
import { BASE_URL } from "./api/calls.ts";
import { useMe, useRead } from "./api/queries.ts";
import { Act } from "./components/dialog.tsx";
import { Frame, type Group, GROUPS, OPERATE, ThemeChoice } from "./components/frame.tsx";
import { Button, ErrorNotice, Loading, Page } from "./components/page.tsx";

/** Loaded with the first press on its button or on Ctrl+K. */
const GoTo = lazy(() => import("./go-to.tsx"));

/** What is around every page: who is signed in, the ways to the pages, and sign-in for a visitor. */
export function Shell() {
  const me = useMe();
  const viewer = useViewer(me.data);
  const isMaintained = useMaintenance(me.error);
  const isOperate = useLocation().pathname.startsWith("/operate");
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
  const groups = viewer.meta.operator ? [...GROUPS, OPERATE] : GROUPS;
  return (
    <Frame
      navigation={<Navigation groups={groups} />}
      aside={
        <>
          <GoToButton isOperator={viewer.meta.operator} />
          <PersonMenu viewer={viewer} />
        </>
      }
    >
      {/* What somebody was typing stays on the page under the dialog. */}
      {me.data === null ? <SessionEnded email={viewer.data.user?.email ?? ""} /> : null}
      <Suspense fallback={<Loading what="the page" />}>
        {isOperate && !viewer.meta.operator ? <NotAnOperator /> : <Outlet />}
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
  const state = useRead("adminShowMaintenance", {}, { enabled: isMaintenance });
  return isMaintenance && state.data !== undefined;
}

/** Who is signed in, the colours, and the way out. */
function PersonMenu({ viewer: { data: { user, organization } } }: { readonly viewer: Me }) {
  return (
    <>
      <Button className="person" popoverTarget="person" aria-label={`Account of ${organization.name}`}>
        <span>{organization.name}</span> <span aria-hidden="true">▾</span>
      </Button>
      <div id="person" popover="auto" className="menu" role="group" aria-label="Account">
        <p>
          <strong>{user?.name}</strong>
          <br />
          <span className="soft">{user?.email}</span>
          <br />
          {organization.name}
        </p>
        <p>
          <Link to="/organization" onClick={closeMenus}>People and your sessions</Link>
        </p>
        <ThemeChoice />
        <Act call={["logOut", {}]} label="Sign out" onDone={leave} />
      </div>
    </>
  );
}

function closeMenus(): void {
  for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) open.hidePopover();
}

/** Opens the search over pages, organizations and runs, as Ctrl+K and ⌘K do. */
function GoToButton({ isOperator }: { readonly isOperator: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <Button aria-label="Go to …" aria-keyshortcuts="Control+K" title="Ctrl+K" onClick={() => setOpen(true)}>
        <span aria-hidden="true">⌕</span> <span className="wide-only">Go to …</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <GoTo isOperator={isOperator} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** In place of every page under `/operate`, for those who do not operate the service. */
function NotAnOperator() {
  return (
    <Page title="For the service's operators">
      <p>
        These pages show every organization, so they are open only to the people and keys that the service's
        configuration names as operators. Your own runs are under{" "}
        <Link to="/simulations">Simulations</Link>, your deliveries under{" "}
        <Link to="/deliveries">Deliveries</Link>.
      </p>
    </Page>
  );
}

function Navigation({ groups }: { readonly groups: readonly Group[] }) {
  return (
    // A menu where the window is narrow, a column where it is wide.
    <nav id="pages" className="nav" aria-label="Pages" popover="auto">
      {groups.map(([name, pages]) => (
        <div key={name}>
          <h2>{name}</h2>
          <ul className="plain">
            {pages.map(([to, label]) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: to === "/" || to === "/operate", includeSearch: false }}
                  activeProps={{ "aria-current": "page" }}
                  onClick={closeMenus}
                >
                  {label}
                </Link>
              </li>
            ))}
            {name === "Integrate" && (
              <li>
                <a href={`${BASE_URL}/docs`} target="_blank" rel="noreferrer">API reference ↗</a>
              </li>
            )}
          </ul>
        </div>
      ))}
    </nav>
  );
}
