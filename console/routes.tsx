import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BASE_PATH } from "./api/calls.ts";
import { filtersIn } from "./components/filters.tsx";
import { ErrorNotice, NotFoundPage } from "./components/page.tsx";
import { Shell } from "./shell.tsx";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

/** A page with its filters. It is loaded when it is opened first, or when somebody points at its link. */
const page = <const Path extends string, Name extends string, Search extends object = Record<never, never>>(
  path: Path,
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
  validateSearch: (search: Readonly<Record<string, unknown>>) => Search = () => ({}) as Search,
) =>
  createRoute({
    path,
    getParentRoute: () => root,
    component: lazyRouteComponent(load, name),
    validateSearch,
  });

/** The filters that a page's address may have. */
const filters = (...names: readonly string[]) => (search: Readonly<Record<string, unknown>>) =>
  filtersIn(search, names);

const training = () => import("./training/training.tsx");
const webhooks = () => import("./webhooks/list.tsx");
const deliveries = () => import("./deliveries/list.tsx");
const requests = () => import("./system/requests.tsx");
const audit = () => import("./organizations/audit.tsx");
const organizations = () => import("./organizations/operate.tsx");
const runs = () => import("./simulations/operate.tsx");
const system = () => import("./system/operate.tsx");

const PAGES = [
  page("/", () => import("./simulations/ask.tsx"), "AskPage", filters("again")),
  page(
    "/simulations",
    () => import("./simulations/list.tsx"),
    "SimulationsPage",
    filters("search", "status", "workflow_id", "tag", "metadata", "archived", "within"),
  ),
  page("/simulations/$id", () => import("./simulations/simulation.tsx"), "SimulationPage", filters("tab")),
  page("/compare", () => import("./simulations/compare.tsx"), "ComparePage", filters("a", "b", "with")),
  page("/training", training, "TrainingPage"),
  page("/training/$id", training, "TrainingRunPage"),
  page("/api-keys", () => import("./organizations/api-keys.tsx"), "ApiKeysPage"),
  page("/webhooks", webhooks, "WebhooksPage"),
  page("/webhooks/$id", () => import("./webhooks/webhook.tsx"), "WebhookPage"),
  page(
    "/deliveries",
    deliveries,
    "DeliveriesPage",
    filters("status", "event_type", "webhook_id", "simulation_id", "event_id", "within"),
  ),
  page("/deliveries/$id", () => import("./deliveries/delivery.tsx"), "DeliveryPage"),
  page("/events", webhooks, "EventsPage"),
  page("/requests", requests, "RequestsPage", filters("request_id", "status", "route", "key_id", "within")),
  page("/usage", () => import("./billing/usage.tsx"), "UsagePage"),
  page("/organization", () => import("./organizations/people.tsx"), "OrganizationPage"),
  page("/audit", audit, "OwnAuditPage", filters("within")),
  page("/operate", system, "OverviewPage"),
  page("/operate/organizations", organizations, "OperateOrganizationsPage", filters("name")),
  page("/operate/organizations/$id", organizations, "OperateOrganizationPage"),
  page(
    "/operate/simulations",
    runs,
    "OperateSimulationsPage",
    filters("status", "older_than", "organization_id"),
  ),
  page("/operate/simulations/$id", runs, "OperateSimulationPage"),
  page(
    "/operate/deliveries",
    deliveries,
    "OperateDeliveriesPage",
    filters("status", "organization_id", "webhook_id", "within"),
  ),
  page("/operate/system", system, "OperateSystemPage"),
  page("/operate/audit", audit, "AuditPage", filters("action", "subject", "within")),
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
