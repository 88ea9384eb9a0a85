import { defineSearchAttributeKey } from "@temporalio/common";

/** The search attributes that operators filter by; start-up registers them with the namespace. */
export const SEARCH_ATTRIBUTES = {
  OrganizationId: "Keyword",
  SimulationId: "Keyword",
  WebhookId: "Keyword",
  Stage: "Keyword",
  Outcome: "Keyword",
  Progress: "Int",
  NextAttempt: "Datetime",
} as const;

/** The stage of a run. Workflows upsert it at a change of stage only, since each upsert is an event of the history. */
export const STAGE = defineSearchAttributeKey("Stage", "KEYWORD");
/** How a run ended. */
export const OUTCOME = defineSearchAttributeKey("Outcome", "KEYWORD");
/** When a sleeping delivery makes its next attempt. */
export const NEXT_ATTEMPT = defineSearchAttributeKey("NextAttempt", "DATETIME");
/** In percent, 0 to 100. */
export const PROGRESS = defineSearchAttributeKey("Progress", "INT");
