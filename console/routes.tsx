import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BASE_PATH } from "./api/calls.ts";
import { filtersIn } from "./components/filters.tsx";
import { ErrorNotice } from "./components/notices.tsx";
import { NotFoundPage } from "./components/page.tsx";
import { Shell } from "./shell.tsx";
import { askSearch, compareSearch, simulationsSearch, verdictSearch } from "./simulations/search.ts";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

/** A page's part of its route. The page is loaded when it is opened first, or when somebody points at its link. */
const page = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
) => ({ getParentRoute: () => root, component: lazyRouteComponent(load, name) });

/** The filters that a page's address may have. */
const filters = (...names: readonly string[]) => ({
  validateSearch: (search: Readonly<Record<string, unknown>>) => filtersIn(search, names),
});

/** The console's pages. */
const PAGES = [
  createRoute({
    path: "/",
    validateSearch: askSearch,
    ...page(() => import("./simulations/ask.tsx"), "AskPage"),
  }),
  createRoute({
    path: "/simulations",
    validateSearch: simulationsSearch,
    ...page(() => import("./simulations/list.tsx"), "SimulationsPage"),
  }),
  createRoute({
    path: "/simulations/$id",
    validateSearch: verdictSearch,
    ...page(() => import("./simulations/simulation.tsx"), "SimulationPage"),
  }),
  createRoute({
    path: "/compare",
    validateSearch: compareSearch,
    ...page(() => import("./simulations/compare.tsx"), "ComparePage"),
  }),
  createRoute({ path: "/training", ...page(() => import("./training/list.tsx"), "TrainingPage") }),
  createRoute({ path: "/training/$id", ...page(() => import("./training/run.tsx"), "TrainingRunPage") }),
  createRoute({ path: "/api-keys", ...page(() => import("./organizations/api-keys.tsx"), "ApiKeysPage") }),
  createRoute({ path: "/webhooks", ...page(() => import("./webhooks/list.tsx"), "WebhooksPage") }),
  createRoute({ path: "/webhooks/$id", ...page(() => import("./webhooks/webhook.tsx"), "WebhookPage") }),
  createRoute({
    path: "/deliveries",
    ...filters("status", "event_type", "webhook_id", "simulation_id", "event_id", "within"),
    ...page(() => import("./deliveries/list.tsx"), "DeliveriesPage"),
  }),
  createRoute({
    path: "/deliveries/$id",
    ...page(() => import("./deliveries/delivery.tsx"), "DeliveryPage"),
  }),
  createRoute({ path: "/events", ...page(() => import("./webhooks/events.tsx"), "EventsPage") }),
  createRoute({
    path: "/requests",
    ...filters("request_id", "status", "route", "key_id", "within"),
    ...page(() => import("./system/requests.tsx"), "RequestsPage"),
  }),
  createRoute({ path: "/usage", ...page(() => import("./billing/usage.tsx"), "UsagePage") }),
  createRoute({
    path: "/organization",
    ...page(() => import("./organizations/people.tsx"), "OrganizationPage"),
  }),
  createRoute({
    path: "/audit",
    ...filters("within"),
    ...page(() => import("./organizations/audit.tsx"), "OwnAuditPage"),
  }),
  createRoute({ path: "/operate", ...page(() => import("./system/overview.tsx"), "OverviewPage") }),
  createRoute({
    path: "/operate/organizations",
    ...filters("name"),
    ...page(() => import("./organizations/operate.tsx"), "OperateOrganizationsPage"),
  }),
  createRoute({
    path: "/operate/organizations/$id",
    ...page(() => import("./organizations/operate-one.tsx"), "OperateOrganizationPage"),
  }),
  createRoute({
    path: "/operate/simulations",
    ...filters("status", "older_than", "organization_id"),
    ...page(() => import("./simulations/operate.tsx"), "OperateSimulationsPage"),
  }),
  createRoute({
    path: "/operate/simulations/$id",
    ...page(() => import("./simulations/operate.tsx"), "OperateSimulationPage"),
  }),
  createRoute({
    path: "/operate/deliveries",
    ...filters("status", "organization_id", "webhook_id", "within"),
    ...page(() => import("./deliveries/operate.tsx"), "OperateDeliveriesPage"),
  }),
  createRoute({
    path: "/operate/system",
    ...page(() => import("./system/operate.tsx"), "OperateSystemPage"),
  }),
  createRoute({
    path: "/operate/audit",
    ...filters("action", "subject", "within"),
    ...page(() => import("./system/audit.tsx"), "AuditPage"),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(PAGES),
  basepath: `${BASE_PATH}/console`,
  defaultErrorComponent: ({ error }) => <ErrorNotice error={error} />,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
