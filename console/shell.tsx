import { Link, Outlet } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { isSignedOut } from "./api/calls.ts";
import { useMe } from "./api/queries.ts";
import { SessionEnded, SignOut } from "./accounts/session.tsx";
import { SignInPage } from "./accounts/sign-in.tsx";
import { ErrorNotice, Loading } from "./components/notices.tsx";
import { ThemeChoice } from "./components/theme.tsx";

/** What is around every page: who is signed in, the ways to the pages, and sign-in where nobody is. */
export function Shell() {
  const me = useMe();
  if (me.data === undefined) {
    if (isSignedOut(me.error)) {
      return (
        <Frame>
          <SignInPage />
        </Frame>
      );
    }
    return (
      <Frame>
        {me.error
          ? <ErrorNotice error={me.error} retry={() => me.refetch()} />
          : <Loading what="the console" />}
      </Frame>
    );
  }
  const { user, organization } = me.data.data;
  return (
    <Frame
      navigation={<Navigation isOperator={me.data.meta.operator} />}
      aside={
        <>
          <span className="who" title={user?.email}>{organization.name}</span>
          <SignOut />
        </>
      }
    >
      {/* What somebody was typing stays on the page under the dialog. */}
      {isSignedOut(me.error) ? <SessionEnded email={user?.email ?? ""} /> : null}
      <Suspense fallback={<Loading what="the page" />}>
        <Outlet />
      </Suspense>
    </Frame>
  );
}

function Frame({ navigation, aside, children }: {
  readonly navigation?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <a className="skip" href="#main">Skip to the page</a>
      <header className="top">
        <span className="brand">Simulation service</span>
        <div className="top-end">
          {aside}
          <ThemeChoice />
        </div>
      </header>
      <div className={navigation === undefined ? "frame bare" : "frame"}>
        {navigation}
        <main id="main" tabIndex={-1}>{children}</main>
      </div>
    </>
  );
}

const GROUPS = [
  ["Ask", [["/", "Ask a question"], ["/simulations", "Simulations"], ["/compare", "Compare"]]],
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

function Navigation({ isOperator }: { readonly isOperator: boolean }) {
  return (
    <nav className="nav" aria-label="Pages">
      {[...GROUPS, ...(isOperator ? [OPERATE] : [])].map(([name, pages]) => (
        <div key={name} className="nav-group">
          <h2>{name}</h2>
          <ul>
            {pages.map(([to, label]) => (
              <li key={to}>
                <Link to={to} activeOptions={{ exact: to === "/" }} activeProps={{ "aria-current": "page" }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
