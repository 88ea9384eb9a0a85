import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BASE_PATH } from "./api/calls.ts";
import { filtersIn } from "./components/filters.tsx";
import { ErrorNotice, NotFoundPage } from "./components/page.tsx";
import { Shell } from "./shell.tsx";
import { askSearch, compareSearch, simulationsSearch, verdictSearch } from "./simulations/search.ts";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

/** A page's part of its route. The page is loaded when it is opened first, or when somebody points at its link. */
const page = <const Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
) => ({ path, getParentRoute: () => root, component: lazyRouteComponent(load, name) });

/** The filters that a page's address may have. */
const filters = (...names: readonly string[]) => ({
  validateSearch: (search: Readonly<Record<string, unknown>>) => filtersIn(search, names),
});

/** The console's pages. */
const PAGES = [
  createRoute({ ...page("/", () => import("./simulations/ask.tsx"), "AskPage"), validateSearch: askSearch }),
  createRoute({
    ...page("/simulations", () => import("./simulations/list.tsx"), "SimulationsPage"),
    validateSearch: simulationsSearch,
  }),
  createRoute({
    ...page("/simulations/$id", () => import("./simulations/simulation.tsx"), "SimulationPage"),
    validateSearch: verdictSearch,
  }),
  createRoute({
    ...page("/compare", () => import("./simulations/compare.tsx"), "ComparePage"),
    validateSearch: compareSearch,
  }),
  createRoute(page("/training", () => import("./training/training.tsx"), "TrainingPage")),
  createRoute(page("/training/$id", () => import("./training/training.tsx"), "TrainingRunPage")),
  createRoute(page("/api-keys", () => import("./organizations/api-keys.tsx"), "ApiKeysPage")),
  createRoute(page("/webhooks", () => import("./webhooks/list.tsx"), "WebhooksPage")),
  createRoute(page("/webhooks/$id", () => import("./webhooks/webhook.tsx"), "WebhookPage")),
  createRoute({
    ...page("/deliveries", () => import("./deliveries/list.tsx"), "DeliveriesPage"),
    ...filters("status", "event_type", "webhook_id", "simulation_id", "event_id", "within"),
  }),
  createRoute(page("/deliveries/$id", () => import("./deliveries/delivery.tsx"), "DeliveryPage")),
  createRoute(page("/events", () => import("./webhooks/list.tsx"), "EventsPage")),
  createRoute({
    ...page("/requests", () => import("./system/requests.tsx"), "RequestsPage"),
    ...filters("request_id", "status", "route", "key_id", "within"),
  }),
  createRoute(page("/usage", () => import("./billing/usage.tsx"), "UsagePage")),
  createRoute(page("/organization", () => import("./organizations/people.tsx"), "OrganizationPage")),
  createRoute({
    ...page("/audit", () => import("./organizations/audit.tsx"), "OwnAuditPage"),
    ...filters("within"),
  }),
  createRoute(page("/operate", () => import("./system/operate.tsx"), "OverviewPage")),
  createRoute({
    ...page(
      "/operate/organizations",
      () => import("./organizations/operate.tsx"),
      "OperateOrganizationsPage",
    ),
    ...filters("name"),
  }),
  createRoute(
    page(
      "/operate/organizations/$id",
      () => import("./organizations/operate.tsx"),
      "OperateOrganizationPage",
    ),
  ),
  createRoute({
    ...page("/operate/simulations", () => import("./simulations/operate.tsx"), "OperateSimulationsPage"),
    ...filters("status", "older_than", "organization_id"),
  }),
  createRoute(
    page("/operate/simulations/$id", () => import("./simulations/operate.tsx"), "OperateSimulationPage"),
  ),
  createRoute({
    ...page("/operate/deliveries", () => import("./deliveries/list.tsx"), "OperateDeliveriesPage"),
    ...filters("status", "organization_id", "webhook_id", "within"),
  }),
  createRoute(page("/operate/system", () => import("./system/operate.tsx"), "OperateSystemPage")),
  createRoute({
    ...page("/operate/audit", () => import("./organizations/audit.tsx"), "AuditPage"),
    ...filters("action", "subject", "within"),
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
