import * as mailedLinks from "./accounts/mailed-links.ts";
import * as session from "./accounts/session.ts";
import * as password from "./accounts/password.ts";
import * as payments from "./billing/payments.ts";
import * as usage from "./billing/usage.ts";
import * as events from "./deliveries/events.ts";
import * as deliveries from "./deliveries/deliveries.ts";
import { routesOf } from "./http/define-route.ts";
import * as workflowsOfAll from "./methodologies/admin.ts";
import * as workflows from "./methodologies/methodologies.ts";
import * as organizations from "./organizations/admin.ts";
import * as apiKeys from "./organizations/api-keys.ts";
import * as organization from "./organizations/organization.ts";
import * as insights from "./readings/insights.ts";
import * as simulationsOfAll from "./simulations/admin.ts";
import * as auto from "./simulations/auto.ts";
import * as batch from "./simulations/batch.ts";
import * as change from "./simulations/change.ts";
import * as compare from "./simulations/compare.ts";
import * as create from "./simulations/create.ts";
import * as preview from "./simulations/preview.ts";
import * as simulations from "./simulations/read.ts";
import * as results from "./simulations/results.ts";
import * as share from "./simulations/share.ts";
import * as operators from "./system/admin.ts";
import * as status from "./system/status.ts";
import * as training from "./training/runs.ts";
import * as webhooks from "./webhooks/webhooks.ts";

/**
 * The route table: what these modules export by `defineRoute`, in the document's order, which is alphabetical within a module. An export's name
 * is its operation's id. Routing, validation, scopes, the OpenAPI document and the tests' matrix all come from it.
 */
export const ROUTES = routesOf([
  ...[create, auto, batch, preview, simulations, results, compare, change, share, insights],
  ...[training, webhooks, deliveries, events],
  ...[password, mailedLinks, session, apiKeys, organization],
  ...[simulationsOfAll, operators, organizations],
  ...[payments, usage, status, workflows, workflowsOfAll],
]);
