import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { BASE_PATH } from "./api/calls.ts";
import { filtersIn } from "./components/filters.tsx";
import { ErrorNotice } from "./components/notices.tsx";
import { NotFoundPage } from "./components/page.tsx";
import { Shell } from "./shell.tsx";
import { askSearch, compareSearch, simulationsSearch, verdictSearch } from "./simulations/search.ts";

/** The console's pages. Each is loaded when it is opened first, or when somebody points at its link. */

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });
const getParentRoute = () => root;

const ask = createRoute({
  getParentRoute,
  path: "/",
  validateSearch: askSearch,
  component: lazyRouteComponent(() => import("./simulations/ask.tsx"), "AskPage"),
});
const simulations = createRoute({
  getParentRoute,
  path: "/simulations",
  validateSearch: simulationsSearch,
  component: lazyRouteComponent(() => import("./simulations/list.tsx"), "SimulationsPage"),
});
const simulation = createRoute({
  getParentRoute,
  path: "/simulations/$id",
  validateSearch: verdictSearch,
  component: lazyRouteComponent(() => import("./simulations/simulation.tsx"), "SimulationPage"),
});
const compare = createRoute({
  getParentRoute,
  path: "/compare",
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import("./simulations/compare.tsx"), "ComparePage"),
});
const trainingRuns = createRoute({
  getParentRoute,
  path: "/training",
  component: lazyRouteComponent(() => import("./training/list.tsx"), "TrainingPage"),
});
const trainingRun = createRoute({
  getParentRoute,
  path: "/training/$id",
  component: lazyRouteComponent(() => import("./training/run.tsx"), "TrainingRunPage"),
});
const apiKeys = createRoute({
  getParentRoute,
  path: "/api-keys",
  component: lazyRouteComponent(() => import("./organizations/api-keys.tsx"), "ApiKeysPage"),
});
const webhooks = createRoute({
  getParentRoute,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./webhooks/list.tsx"), "WebhooksPage"),
});
const webhook = createRoute({
  getParentRoute,
  path: "/webhooks/$id",
  component: lazyRouteComponent(() => import("./webhooks/webhook.tsx"), "WebhookPage"),
});
const deliveries = createRoute({
  getParentRoute,
  path: "/deliveries",
  validateSearch: (search) =>
    filtersIn(search, ["status", "event_type", "webhook_id", "simulation_id", "event_id", "within"]),
  component: lazyRouteComponent(() => import("./deliveries/list.tsx"), "DeliveriesPage"),
});
const delivery = createRoute({
  getParentRoute,
  path: "/deliveries/$id",
  component: lazyRouteComponent(() => import("./deliveries/delivery.tsx"), "DeliveryPage"),
});
const events = createRoute({
  getParentRoute,
  path: "/events",
  component: lazyRouteComponent(() => import("./webhooks/events.tsx"), "EventsPage"),
});
const requests = createRoute({
  getParentRoute,
  path: "/requests",
  validateSearch: (search) => filtersIn(search, ["request_id", "status", "route", "key_id", "within"]),
  component: lazyRouteComponent(() => import("./system/requests.tsx"), "RequestsPage"),
});
const usage = createRoute({
  getParentRoute,
  path: "/usage",
  component: lazyRouteComponent(() => import("./billing/usage.tsx"), "UsagePage"),
});
const organization = createRoute({
  getParentRoute,
  path: "/organization",
  component: lazyRouteComponent(() => import("./organizations/people.tsx"), "OrganizationPage"),
});
const ownAudit = createRoute({
  getParentRoute,
  path: "/audit",
  validateSearch: (search) => filtersIn(search, ["within"]),
  component: lazyRouteComponent(() => import("./organizations/audit.tsx"), "OwnAuditPage"),
});
const overview = createRoute({
  getParentRoute,
  path: "/operate",
  component: lazyRouteComponent(() => import("./system/overview.tsx"), "OverviewPage"),
});
const allOrganizations = createRoute({
  getParentRoute,
  path: "/operate/organizations",
  validateSearch: (search) => filtersIn(search, ["name"]),
  component: lazyRouteComponent(() => import("./organizations/operate.tsx"), "OperateOrganizationsPage"),
});
const oneOrganization = createRoute({
  getParentRoute,
  path: "/operate/organizations/$id",
  component: lazyRouteComponent(() => import("./organizations/operate-one.tsx"), "OperateOrganizationPage"),
});
const allSimulations = createRoute({
  getParentRoute,
  path: "/operate/simulations",
  validateSearch: (search) => filtersIn(search, ["status", "older_than", "organization_id"]),
  component: lazyRouteComponent(() => import("./simulations/operate.tsx"), "OperateSimulationsPage"),
});
const oneRun = createRoute({
  getParentRoute,
  path: "/operate/simulations/$id",
  component: lazyRouteComponent(() => import("./simulations/operate.tsx"), "OperateSimulationPage"),
});
const allDeliveries = createRoute({
  getParentRoute,
  path: "/operate/deliveries",
  validateSearch: (search) => filtersIn(search, ["status", "organization_id", "webhook_id", "within"]),
  component: lazyRouteComponent(() => import("./deliveries/operate.tsx"), "OperateDeliveriesPage"),
});
const system = createRoute({
  getParentRoute,
  path: "/operate/system",
  component: lazyRouteComponent(() => import("./system/operate.tsx"), "OperateSystemPage"),
});
const audit = createRoute({
  getParentRoute,
  path: "/operate/audit",
  validateSearch: (search) => filtersIn(search, ["action", "subject", "within"]),
  component: lazyRouteComponent(() => import("./system/audit.tsx"), "AuditPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ask,
    simulations,
    simulation,
    compare,
    trainingRuns,
    trainingRun,
    apiKeys,
    webhooks,
    webhook,
    deliveries,
    delivery,
    events,
    requests,
    usage,
    organization,
    ownAudit,
    overview,
    allOrganizations,
    oneOrganization,
    allSimulations,
    oneRun,
    allDeliveries,
    system,
    audit,
  ]),
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
