import { listEvents, listEventTypes, showEvent } from "./deliveries/events.ts";
import { openBillingPortal, receivePayment } from "./billing/payments.ts";
import { claimPurchase, listPurchases } from "./billing/purchases.ts";
import { showDailyUsage, showUsage } from "./billing/usage.ts";
import { requestMagicLink, verifyMagicLink } from "./accounts/magic-link.ts";
import { logIn, signUp } from "./accounts/password.ts";
import { confirmReset, requestReset } from "./accounts/reset.ts";
import { logOut, showMe } from "./accounts/session.ts";
import { adminListDeliveries, adminRetryDeliveries, adminRetryDelivery } from "./deliveries/admin.ts";
import { listDeliveries, listDeliveryAttempts, showDelivery } from "./deliveries/read.ts";
import { retryDeliveries, retryDelivery, retryWebhookDelivery } from "./deliveries/retry.ts";
import { endAllSessions, endSession, listSessions } from "./accounts/own-sessions.ts";
import { namedRoutes } from "./http/define-route.ts";
import { adminChangeWorkflow } from "./methodologies/admin.ts";
import { listWorkflows, showWorkflow } from "./methodologies/read.ts";
import {
  adminChangeOrganization,
  adminCreateApiKey,
  adminCreateOrganization,
  adminListOrganizations,
  adminRevokeApiKey,
  adminShowOrganization,
} from "./organizations/admin.ts";
import { createApiKey, deleteApiKey, listApiKeys, rotateKey } from "./organizations/api-keys.ts";
import { listOwnAudit } from "./organizations/audit.ts";
import { createInvitation, deleteInvitation, listInvitations } from "./organizations/invitations.ts";
import {
  changeMember,
  changeOwnOrganization,
  deleteOwnOrganization,
  listMembers,
  removeOrganizationMember,
  showOwnOrganization,
} from "./organizations/organization.ts";
import { generateInsights, showInsights } from "./readings/insights.ts";
import { adminCancelSimulation, adminListSimulations, adminShowSimulation } from "./simulations/admin.ts";
import { autoSimulation } from "./simulations/auto.ts";
import { cancelSimulation, changeSimulationRecord, removeSimulation } from "./simulations/change.ts";
import { compareSimulations } from "./simulations/compare.ts";
import { createSimulations } from "./simulations/batch.ts";
import { showDisclosure } from "./simulations/disclosure.ts";
import { createSimulation } from "./simulations/create.ts";
import { previewSimulation } from "./simulations/preview.ts";
import { listSimulations, showSimulation } from "./simulations/read.ts";
import { endSharing, shareVerdict, showShared } from "./simulations/share.ts";
import { simulationResults } from "./simulations/results.ts";
import {
  adminEndMaintenance,
  adminListAudit,
  adminSetMaintenance,
  adminShowMaintenance,
} from "./system/admin.ts";
import { adminListOutbox, adminRetryCommand, adminRetryCommands } from "./system/admin-outbox.ts";
import { adminShowOverview } from "./system/admin-overview.ts";
import { listRequests, showStatus } from "./system/status.ts";
import {
  listTraining,
  removeTraining,
  showTraining,
  startTraining,
  trainingResults,
} from "./training/runs.ts";
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
import { recoverWebhook } from "./webhooks/recover.ts";
import {
  listWebhookDeliveries,
  listWebhooks,
  listWebhookStats,
  showCallbackSecret,
  showWebhook,
} from "./webhooks/read.ts";

/** The route table, by the operations' ids: routing, validation, scopes, the OpenAPI document and the tests' matrix all come from it. */
export const ROUTES = namedRoutes({
  createSimulation,
  autoSimulation,
  createSimulations,
  previewSimulation,
  listSimulations,
  showSimulation,
  simulationResults,
  compareSimulations,
  showDisclosure,
  cancelSimulation,
  changeSimulation: changeSimulationRecord,
  deleteSimulation: removeSimulation,
  shareSimulation: shareVerdict,
  endSimulationShare: endSharing,
  showShared,
  showInsights,
  generateInsights,
  createTrainingUpload,
  listTraining,
  startTraining,
  showTraining,
  trainingResults,
  deleteTraining: removeTraining,
  createWebhook,
  listWebhooks,
  listWebhookStats,
  showWebhook,
  changeWebhook,
  changeWebhookByPost,
  deleteWebhook: removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  retryWebhookDelivery,
  recoverWebhook,
  listDeliveries,
  showDelivery,
  listDeliveryAttempts,
  retryDeliveries,
  retryDelivery,
  listEvents,
  listEventTypes,
  showEvent,
  showCallbackSecret,
  rotateCallbackSecret,
  signUp,
  logIn,
  requestMagicLink,
  verifyMagicLink,
  requestPasswordReset: requestReset,
  confirmPasswordReset: confirmReset,
  logOut,
  showMe,
  createApiKey,
  listApiKeys,
  deleteApiKey,
  rotateApiKey: rotateKey,
  listSessions,
  endSession,
  endAllSessions,
  showOrganization: showOwnOrganization,
  changeOrganization: changeOwnOrganization,
  deleteOrganization: deleteOwnOrganization,
  listMembers,
  removeMember: removeOrganizationMember,
  changeMember,
  listAudit: listOwnAudit,
  createInvitation,
  listInvitations,
  deleteInvitation,
  adminListDeliveries,
  adminRetryDelivery,
  adminRetryDeliveries,
  adminListSimulations,
  adminShowSimulation,
  adminCancelSimulation,
  adminListOutbox,
  adminRetryCommand,
  adminRetryCommands,
  adminShowMaintenance,
  adminSetMaintenance,
  adminEndMaintenance,
  adminShowOverview,
  adminListAudit,
  adminCreateOrganization,
  adminListOrganizations,
  adminShowOrganization,
  adminChangeOrganization,
  adminCreateApiKey,
  adminRevokeApiKey,
  listPurchases,
  claimPurchase,
  openBillingPortal,
  receivePayment,
  showUsage,
  showDailyUsage,
  listRequests,
  showStatus,
  listWorkflows,
  showWorkflow,
  adminChangeWorkflow,
});
