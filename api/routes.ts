import * as magicLink from "./accounts/magic-link.ts";
import * as ownSessions from "./accounts/own-sessions.ts";
import * as password from "./accounts/password.ts";
import * as reset from "./accounts/reset.ts";
import * as session from "./accounts/session.ts";
import * as payments from "./billing/payments.ts";
import * as purchases from "./billing/purchases.ts";
import * as usage from "./billing/usage.ts";
import * as deliveriesOfAll from "./deliveries/admin.ts";
import * as events from "./deliveries/events.ts";
import * as deliveries from "./deliveries/read.ts";
import * as retry from "./deliveries/retry.ts";
import { routesOf } from "./http/define-route.ts";
import * as workflowsOfAll from "./methodologies/admin.ts";
import * as workflows from "./methodologies/read.ts";
import * as organizations from "./organizations/admin.ts";
import * as apiKeys from "./organizations/api-keys.ts";
import * as invitations from "./organizations/invitations.ts";
import * as organization from "./organizations/organization.ts";
import * as insights from "./readings/insights.ts";
import * as simulationsOfAll from "./simulations/admin.ts";
import * as auto from "./simulations/auto.ts";
import * as batch from "./simulations/batch.ts";
import * as change from "./simulations/change.ts";
import * as compare from "./simulations/compare.ts";
import * as create from "./simulations/create.ts";
import * as disclosure from "./simulations/disclosure.ts";
import * as preview from "./simulations/preview.ts";
import * as simulations from "./simulations/read.ts";
import * as results from "./simulations/results.ts";
import * as share from "./simulations/share.ts";
import * as outbox from "./system/admin-outbox.ts";
import * as overview from "./system/admin-overview.ts";
import * as maintenance from "./system/admin.ts";
import * as status from "./system/status.ts";
import * as training from "./training/runs.ts";
import * as uploads from "./training/uploads.ts";
import * as webhookChange from "./webhooks/change.ts";
import * as webhookCreate from "./webhooks/create.ts";
import * as webhooks from "./webhooks/read.ts";
import * as recover from "./webhooks/recover.ts";

/**
 * The route table: what these modules export by `defineRoute`, in the document's order. An export's name is its operation's id. Routing,
 * validation, scopes, the OpenAPI document and the tests' matrix all come from it.
 */
export const ROUTES = routesOf([
  ...[create, auto, batch, preview, simulations, results, compare, disclosure, change, share, insights],
  ...[uploads, training],
  ...[webhookCreate, webhooks, webhookChange, recover, deliveries, retry, events],
  ...[password, magicLink, reset, session, apiKeys, ownSessions, organization, invitations],
  ...[deliveriesOfAll, simulationsOfAll, outbox, maintenance, overview, organizations],
  ...[purchases, payments, usage, status, workflows, workflowsOfAll],
]);
