import type { AnyRoute } from "../route.ts";
import { adminCreateApiKey, adminRevokeApiKey } from "./admin-api-keys.ts";
import { adminListDeliveries, adminRetryDeliveries, adminRetryDelivery } from "./admin-deliveries.ts";
import {
  adminChangeOrganization,
  adminCreateOrganization,
  adminListOrganizations,
  adminShowOrganization,
} from "./admin-organizations.ts";
import { rotateCallbackSecret } from "./callback-secret.ts";
import { listDeliveries } from "./deliveries-list.ts";
import { retryDelivery, retryWebhookDelivery } from "./deliveries-retry.ts";
import { showDelivery } from "./deliveries-show.ts";
import { generateInsights } from "./insights-generate.ts";
import { showInsights } from "./insights-show.ts";
import { autoSimulation } from "./simulations-auto.ts";
import { cancelSimulation } from "./simulations-cancel.ts";
import { createSimulation } from "./simulations-create.ts";
import { listSimulations } from "./simulations-list.ts";
import { simulationResults } from "./simulations-results.ts";
import { showSimulation } from "./simulations-show.ts";
import { trainingResults } from "./training-results.ts";
import { showTraining } from "./training-show.ts";
import { startTraining } from "./training-start.ts";
import { createTrainingUpload } from "./training-uploads.ts";
import { changeWebhook, changeWebhookByPost } from "./webhooks-change.ts";
import { createWebhook } from "./webhooks-create.ts";
import { removeWebhook } from "./webhooks-delete.ts";
import { listWebhookDeliveries } from "./webhooks-deliveries.ts";
import { listWebhooks } from "./webhooks-list.ts";
import { rotateWebhookSecret } from "./webhooks-rotate-secret.ts";
import { showWebhook } from "./webhooks-show.ts";
import { testWebhook } from "./webhooks-test.ts";
import { adminChangeWorkflow, listWorkflows, showWorkflow } from "./workflows.ts";

/** The route table: routing, validation, scopes, the OpenAPI document and the tests' matrix all come from it. */
export const ROUTES: readonly AnyRoute[] = [
  createSimulation,
  autoSimulation,
  listSimulations,
  showSimulation,
  simulationResults,
  cancelSimulation,
  showInsights,
  generateInsights,
  createTrainingUpload,
  startTraining,
  showTraining,
  trainingResults,
  createWebhook,
  listWebhooks,
  showWebhook,
  changeWebhook,
  changeWebhookByPost,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  retryWebhookDelivery,
  listDeliveries,
  showDelivery,
  retryDelivery,
  rotateCallbackSecret,
  adminListDeliveries,
  adminRetryDelivery,
  adminRetryDeliveries,
  adminCreateOrganization,
  adminListOrganizations,
  adminShowOrganization,
  adminChangeOrganization,
  adminCreateApiKey,
  adminRevokeApiKey,
  listWorkflows,
  showWorkflow,
  adminChangeWorkflow,
];
