import type { Route } from "./define-route.ts";

/** What an answer leads to: an operation, and where in the answer's body the value of each of its parameters stands. */
interface Lead {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Leads to operations that take one parameter, which stands at a JSON pointer of the answer's body. */
function leads(parameter: string, pointer: string, ...operationIds: readonly string[]): Lead[] {
  return operationIds.map((operationId) => ({ operationId, parameters: { [parameter]: pointer } }));
}

const ID = "/data/id";
const FIRST_ID = "/data/0/id";

const OF_SIMULATION = [
  ...["showSimulation", "simulationResults", "cancelSimulation", "showInsights", "generateInsights"],
];
const OF_TRAINING = ["showTraining", "startTraining", "trainingResults"];
const OF_WEBHOOK = [
  ...["showWebhook", "changeWebhook", "changeWebhookByPost", "rotateWebhookSecret", "testWebhook"],
  ...["listWebhookDeliveries", "deleteWebhook"],
];
const OF_DELIVERY = ["showDelivery", "listDeliveryAttempts", "retryDelivery"];
const OF_KEY = ["rotateApiKey", "deleteApiKey"];
const OF_ORGANIZATION = ["adminShowOrganization", "adminChangeOrganization", "adminCreateApiKey"];

/** The document's links: by operation, what its success leads to. A list leads on from its first row. */
export const LINKS: Readonly<Record<string, readonly Lead[]>> = {
  createSimulation: leads("id", ID, ...OF_SIMULATION),
  autoSimulation: leads("id", ID, ...OF_SIMULATION),
  listSimulations: [
    ...leads("id", FIRST_ID, ...OF_SIMULATION),
    { operationId: "compareSimulations", parameters: { id: FIRST_ID, other_id: "/data/1/id" } },
    ...leads("simulation_id", FIRST_ID, "listDeliveries", "listEvents"),
  ],
  createTrainingUpload: leads("id", "/data/training_id", ...OF_TRAINING),
  listTraining: leads("id", "/data/0/training_id", ...OF_TRAINING),
  createWebhook: leads("webhook_id", ID, ...OF_WEBHOOK),
  listWebhooks: leads("webhook_id", FIRST_ID, ...OF_WEBHOOK),
  testWebhook: leads("delivery_id", ID, ...OF_DELIVERY),
  listWebhookDeliveries: [
    ...leads("delivery_id", FIRST_ID, ...OF_DELIVERY),
    {
      operationId: "retryWebhookDelivery",
      parameters: { webhook_id: "/data/0/webhook_id", delivery_id: FIRST_ID },
    },
  ],
  listDeliveries: leads("delivery_id", FIRST_ID, ...OF_DELIVERY),
  listEvents: [
    ...leads("event_id", FIRST_ID, "showEvent"),
    ...leads("after", FIRST_ID, "listEvents"),
  ],
  listWorkflows: leads("workflow_id", "/data/0/workflow_id", "showWorkflow"),
  createApiKey: leads("key_id", ID, ...OF_KEY),
  listApiKeys: leads("key_id", FIRST_ID, ...OF_KEY),
  listSessions: leads("session_id", FIRST_ID, "endSession"),
  listMembers: leads("user_id", FIRST_ID, "removeMember"),
  createInvitation: leads("invitation_id", ID, "deleteInvitation"),
  listInvitations: leads("invitation_id", FIRST_ID, "deleteInvitation"),
  adminCreateOrganization: leads("id", ID, ...OF_ORGANIZATION),
  adminListOrganizations: leads("id", FIRST_ID, ...OF_ORGANIZATION),
  adminCreateApiKey: leads("id", ID, "adminRevokeApiKey"),
  adminListSimulations: leads("id", FIRST_ID, "adminShowSimulation", "adminCancelSimulation"),
  adminListDeliveries: leads("id", FIRST_ID, "adminRetryDelivery"),
  adminListOutbox: leads("id", FIRST_ID, "adminRetryCommand"),
};

/** The `links` of an operation's success, to those of the document's routes; empty where it leads nowhere. */
export function linksOf({ operationId }: Route, routes: readonly Route[]): { readonly links?: object } {
  const known = new Set(routes.map((route) => route.operationId));
  const mine = (LINKS[operationId] ?? []).filter((lead) => known.has(lead.operationId));
  if (mine.length === 0) return {};
  return {
    links: Object.fromEntries(mine.map((lead) => [lead.operationId, {
      operationId: lead.operationId,
      parameters: Object.fromEntries(
        Object.entries(lead.parameters).map(([name, pointer]) => [name, `$response.body#${pointer}`]),
      ),
    }])),
  };
}
