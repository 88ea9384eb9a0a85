import { adminListDeliveries, adminRetryDeliveries, adminRetryDelivery } from "./deliveries/admin.ts";
import {
  listDeliveries,
  listDeliveryAttempts,
  listWebhookDeliveries,
  showDelivery,
} from "./deliveries/read.ts";
import { retryDelivery, retryWebhookDelivery } from "./deliveries/retry.ts";
import type { Route } from "./http/define-route.ts";
import { adminChangeWorkflow } from "./methodologies/admin.ts";
import { listWorkflows, showWorkflow } from "./methodologies/read.ts";
import {
  adminChangeOrganization,
  adminCreateOrganization,
  adminListOrganizations,
  adminShowOrganization,
} from "./organizations/admin.ts";
import { adminCreateApiKey, adminRevokeApiKey } from "./organizations/admin-api-keys.ts";
import { generateInsights } from "./readings/generate.ts";
import { showInsights } from "./readings/read.ts";
import { autoSimulation } from "./simulations/auto.ts";
import { cancelSimulation } from "./simulations/cancel.ts";
import { compareSimulations } from "./simulations/compare.ts";
import { createSimulation } from "./simulations/create.ts";
import { previewSimulation } from "./simulations/preview.ts";
import { listSimulations, showSimulation } from "./simulations/read.ts";
import { simulationResults } from "./simulations/results.ts";
import { adminListOutbox, adminRetryCommand } from "./system/admin-outbox.ts";
import { showTraining, trainingResults } from "./training/read.ts";
import { startTraining } from "./training/start.ts";
import { createTrainingUpload } from "./training/uploads.ts";
import {
  changeWebhook,
  changeWebhookByPost,
  removeWebhook,
  rotateCallbackSecret,
  rotateWebhookSecret,
  testWebhook,
} from "./webhooks/change.ts";
import { createWebhook } from "./webhooks/create.ts";
import { listWebhooks, showWebhook } from "./webhooks/read.ts";

/** The route table: routing, validation, scopes, the OpenAPI document and the tests' matrix all come from it. */
export const ROUTES: readonly Route[] = [
  createSimulation,
  autoSimulation,
  previewSimulation,
  listSimulations,
  showSimulation,
  simulationResults,
  compareSimulations,
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
  listDeliveryAttempts,
  retryDelivery,
  rotateCallbackSecret,
  adminListDeliveries,
  adminRetryDelivery,
  adminRetryDeliveries,
  adminListOutbox,
  adminRetryCommand,
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
