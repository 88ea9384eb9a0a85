import type { AnyRoute } from "../route.ts";
import { adminCreateApiKey, adminRevokeApiKey } from "./admin-api-keys.ts";
import {
  adminChangeOrganization,
  adminCreateOrganization,
  adminListOrganizations,
  adminShowOrganization,
} from "./admin-organizations.ts";
import { cancelSimulation } from "./simulations-cancel.ts";
import { createSimulation } from "./simulations-create.ts";
import { listSimulations } from "./simulations-list.ts";
import { simulationResults } from "./simulations-results.ts";
import { showSimulation } from "./simulations-show.ts";
import { trainingResults } from "./training-results.ts";
import { showTraining } from "./training-show.ts";
import { startTraining } from "./training-start.ts";
import { createTrainingUpload } from "./training-uploads.ts";

/** The route table: routing, validation, scopes, the OpenAPI document and the tests' matrix all come from it. */
export const ROUTES: readonly AnyRoute[] = [
  createSimulation,
  listSimulations,
  showSimulation,
  simulationResults,
  cancelSimulation,
  createTrainingUpload,
  startTraining,
  showTraining,
  trainingResults,
  adminCreateOrganization,
  adminListOrganizations,
  adminShowOrganization,
  adminChangeOrganization,
  adminCreateApiKey,
  adminRevokeApiKey,
];
