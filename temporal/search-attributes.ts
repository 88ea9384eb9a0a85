import { defineSearchAttributeKey } from "@temporalio/common";

/** Where a run is: an operator filters by it. Upserted on stage changes only, since each upsert is an event. */
export const STAGE = defineSearchAttributeKey("Stage", "KEYWORD");
/** How it ended. */
export const OUTCOME = defineSearchAttributeKey("Outcome", "KEYWORD");
/** When a sleeping delivery wakes. */
export const NEXT_ATTEMPT = defineSearchAttributeKey("NextAttempt", "DATETIME");
/** In percent. */
export const PROGRESS = defineSearchAttributeKey("Progress", "INT");
