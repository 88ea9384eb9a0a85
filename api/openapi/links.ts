import type { Route } from "../http/define-route.ts";

/** What an answer leads to: an operation, and where in the answer's body the value of each of its parameters stands. */
interface OperationLink {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Links to operations that take one parameter, which stands at a JSON pointer of the answer's body. */
function linksTo(parameter: string, pointer: string, ...operationIds: readonly string[]): OperationLink[] {
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
export const LINKS: Readonly<Record<string, readonly OperationLink[]>> = {
  createSimulation: linksTo("id", ID, ...OF_SIMULATION),
  autoSimulation: linksTo("id", ID, ...OF_SIMULATION),
  listSimulations: [
    ...linksTo("id", FIRST_ID, ...OF_SIMULATION),
    { operationId: "compareSimulations", parameters: { id: FIRST_ID, other_id: "/data/1/id" } },
    ...linksTo("simulation_id", FIRST_ID, "listDeliveries", "listEvents"),
  ],
  createTrainingUpload: linksTo("id", "/data/training_id", ...OF_TRAINING),
  listTraining: linksTo("id", "/data/0/training_id", ...OF_TRAINING),
  createWebhook: linksTo("webhook_id", ID, ...OF_WEBHOOK),
  listWebhooks: linksTo("webhook_id", FIRST_ID, ...OF_WEBHOOK),
  testWebhook: linksTo("delivery_id", ID, ...OF_DELIVERY),
  listWebhookDeliveries: [
    ...linksTo("delivery_id", FIRST_ID, ...OF_DELIVERY),
    {
      operationId: "retryWebhookDelivery",
      parameters: { webhook_id: "/data/0/webhook_id", delivery_id: FIRST_ID },
    },
  ],
  listDeliveries: linksTo("delivery_id", FIRST_ID, ...OF_DELIVERY),
  listEvents: [
    ...linksTo("event_id", FIRST_ID, "showEvent"),
    ...linksTo("after", FIRST_ID, "listEvents"),
  ],
  listWorkflows: linksTo("workflow_id", "/data/0/workflow_id", "showWorkflow"),
  createApiKey: linksTo("key_id", ID, ...OF_KEY),
  listApiKeys: linksTo("key_id", FIRST_ID, ...OF_KEY),
  listSessions: linksTo("session_id", FIRST_ID, "endSession"),
  listMembers: linksTo("user_id", FIRST_ID, "removeMember"),
  createInvitation: linksTo("invitation_id", ID, "deleteInvitation"),
  listInvitations: linksTo("invitation_id", FIRST_ID, "deleteInvitation"),
  adminCreateOrganization: linksTo("id", ID, ...OF_ORGANIZATION),
  adminListOrganizations: linksTo("id", FIRST_ID, ...OF_ORGANIZATION),
  adminCreateApiKey: linksTo("id", ID, "adminRevokeApiKey"),
  adminListSimulations: linksTo("id", FIRST_ID, "adminShowSimulation", "adminCancelSimulation"),
  adminListDeliveries: linksTo("id", FIRST_ID, "adminRetryDelivery"),
  adminListOutbox: linksTo("id", FIRST_ID, "adminRetryCommand"),
};

/** The `links` of an operation's success, to those of the document's routes; empty where it leads nowhere. */
export function linksOf({ operationId }: Route, routes: readonly Route[]): { readonly links?: object } {
  const known = new Set(routes.map((route) => route.operationId));
  const mine = (LINKS[operationId] ?? []).filter((link) => known.has(link.operationId));
  if (mine.length === 0) return {};
  return {
    links: Object.fromEntries(mine.map((link) => [link.operationId, {
      operationId: link.operationId,
      parameters: Object.fromEntries(
        Object.entries(link.parameters).map(([name, pointer]) => [name, `$response.body#${pointer}`]),
      ),
    }])),
  };
}
