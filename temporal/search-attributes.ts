import { defineSearchAttributeKey } from "@temporalio/common";

/** The search attributes that operators filter runs by, with their types; a namespace must have them before the first run starts. */
export const SEARCH_ATTRIBUTES = {
  OrganizationId: "Keyword",
  SimulationId: "Keyword",
  WebhookId: "Keyword",
  Stage: "Keyword",
  Outcome: "Keyword",
  Progress: "Int",
  NextAttempt: "Datetime",
} as const;

/** Which step a run is at. Workflows upsert it on stage changes only, since each upsert is an event of the history. */
export const STAGE = defineSearchAttributeKey("Stage", "KEYWORD");
/** How a run ended, such as `completed`. */
export const OUTCOME = defineSearchAttributeKey("Outcome", "KEYWORD");
/** When a waiting delivery's next attempt is due. */
export const NEXT_ATTEMPT = defineSearchAttributeKey("NextAttempt", "DATETIME");
/** In percent, 0 to 100. */
export const PROGRESS = defineSearchAttributeKey("Progress", "INT");
