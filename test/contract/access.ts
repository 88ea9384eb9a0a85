import { BY_SCOPE } from "./endpoints.ts";
import { BY_OPERATORS } from "./operations.ts";
import { BY_ANY_KEY, BY_EVERYBODY, BY_PEOPLE } from "./people.ts";
import type { Endpoints } from "./proof.ts";

/** Every endpoint of the contract. */
export const ENDPOINTS: Endpoints = Object.assign(
  {},
  ...Object.values(BY_SCOPE),
  ...[BY_ANY_KEY, BY_PEOPLE, BY_OPERATORS, BY_EVERYBODY],
);

/** POSTs that store nothing, so that they honour none; every other POST does. */
export const KEY_IGNORED: readonly string[] = [
  ...Object.keys(BY_EVERYBODY).filter((route) => route.startsWith("POST")),
  "POST /v1/simulations/preview",
  "POST /v1/billing/portal",
];

/** Answers 422 `validation_error`: for an audience under 1 %, and for what cannot be compared. */
export const UNPROCESSABLE: readonly string[] = [
  "POST /v1/simulations",
  "POST /v1/simulations/auto",
  "POST /v1/simulations/batch",
  "POST /v1/simulations/preview",
  "GET /v1/simulations/{id}/compare/{other_id}",
];

/** Answers during a maintenance, beside the operators' routes, and while the rate limiter is away. */
export const ANSWERS_ALWAYS: readonly string[] = ["GET /v1/status"];
