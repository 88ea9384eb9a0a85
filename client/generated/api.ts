// Written by `deno task generate-client` from the service's OpenAPI document. Do not edit it.
// deno-lint-ignore-file

/** Every error code of this version of the service. */
export const ERROR_CODES = [
  "validation_error",
  "invalid_workflow",
  "missing_authorization",
  "invalid_credentials",
  "not_authenticated",
  "magic_link_invalid",
  "invalid_or_expired_token",
  "insufficient_quota",
  "billing_disabled",
  "forbidden",
  "forbidden_missing_scope",
  "forbidden_operator_only",
  "not_found",
  "simulation_not_found",
  "workflow_not_found",
  "idempotency_key_required",
  "idempotency_key_invalid",
  "idempotency_conflict",
  "email_already_registered",
  "organization_name_taken",
  "api_key_already_rotated",
  "simulation_not_complete",
  "simulation_not_terminal",
  "simulation_not_cancellable",
  "insights_already_generated",
  "training_not_complete",
  "training_not_queued",
  "training_not_terminal",
  "training_queue_full",
  "delivery_not_retryable",
  "limit_reached",
  "routing_low_confidence",
  "tier_cap_exceeded",
  "agent_count_exceeds_plan",
  "insights_disabled",
  "rate_limit_exceeded",
  "insights_cost_cap_reached",
  "internal_error",
  "rate_limiter_unavailable",
  "email_delivery_failed",
  "service_unavailable",
  "maintenance",
  "billing_misconfigured",
] as const;

/** Every operation that a key may call: its method and its path. */
export const OPERATIONS = {
  createSimulation: "POST /v1/simulations",
  autoSimulation: "POST /v1/simulations/auto",
  createSimulations: "POST /v1/simulations/batch",
  previewSimulation: "POST /v1/simulations/preview",
  listSimulations: "GET /v1/simulations",
  showSimulation: "GET /v1/simulations/{id}",
  showDisclosure: "GET /v1/simulations/{id}/disclosure",
  simulationResults: "GET /v1/simulations/{id}/results",
  compareSimulations: "GET /v1/simulations/{id}/compare/{other_id}",
  cancelSimulation: "POST /v1/simulations/{id}/cancel",
  changeSimulation: "PATCH /v1/simulations/{id}",
  deleteSimulation: "DELETE /v1/simulations/{id}",
  endSimulationShare: "DELETE /v1/simulations/{id}/share",
  shareSimulation: "POST /v1/simulations/{id}/share",
  generateInsights: "POST /v1/simulations/{id}/insights/generate",
  showInsights: "GET /v1/simulations/{id}/insights",
  createTrainingUpload: "POST /v1/training/uploads",
  deleteTraining: "DELETE /v1/training/{id}",
  listTraining: "GET /v1/training",
  showTraining: "GET /v1/training/{id}",
  startTraining: "POST /v1/training/{id}/start",
  trainingResults: "GET /v1/training/{id}/results",
  changeWebhook: "PATCH /v1/webhooks/{webhook_id}",
  changeWebhookByPost: "POST /v1/webhooks/{webhook_id}",
  createWebhook: "POST /v1/webhooks",
  deleteWebhook: "DELETE /v1/webhooks/{webhook_id}",
  listWebhookDeliveries: "GET /v1/webhooks/{webhook_id}/deliveries",
  listWebhookStats: "GET /v1/webhook-stats",
  listWebhooks: "GET /v1/webhooks",
  recoverWebhook: "POST /v1/webhooks/{webhook_id}/recover",
  rotateCallbackSecret: "POST /v1/callback-secret",
  rotateWebhookSecret: "POST /v1/webhooks/{webhook_id}/rotate-secret",
  showCallbackSecret: "GET /v1/callback-secret",
  showWebhook: "GET /v1/webhooks/{webhook_id}",
  testWebhook: "POST /v1/webhooks/{webhook_id}/test",
  listDeliveries: "GET /v1/deliveries",
  listDeliveryAttempts: "GET /v1/deliveries/{delivery_id}/attempts",
  retryDeliveries: "POST /v1/deliveries/retry",
  retryDelivery: "POST /v1/deliveries/{delivery_id}/retry",
  retryWebhookDelivery: "POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry",
  showDelivery: "GET /v1/deliveries/{delivery_id}",
  listEventTypes: "GET /v1/event-types",
  listEvents: "GET /v1/events",
  showEvent: "GET /v1/events/{event_id}",
  showMe: "GET /v1/auth/me",
  rotateApiKey: "POST /v1/api-keys/{key_id}/rotate",
  showDailyUsage: "GET /v1/usage/daily",
  showUsage: "GET /v1/usage",
  listRequests: "GET /v1/requests",
  showStatus: "GET /v1/status",
  listWorkflows: "GET /v1/workflows",
  showWorkflow: "GET /v1/workflows/{workflow_id}",
} as const;

export interface webhooks {
  "simulation.completed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A simulation is complete
     * @description Sent at least once: store the `id` of what you have handled, and answer 2xx to a repeated one. Every attempt has the same `id` and the same bytes.
     */
    post: operations["receiveSimulationCompleted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "simulation.failed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A simulation failed or was cancelled
     * @description Sent at least once: store the `id` of what you have handled, and answer 2xx to a repeated one. Every attempt has the same `id` and the same bytes.
     */
    post: operations["receiveSimulationFailed"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "simulation.insights.completed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A simulation's Reading is complete
     * @description Sent at least once: store the `id` of what you have handled, and answer 2xx to a repeated one. Every attempt has the same `id` and the same bytes.
     */
    post: operations["receiveSimulationInsightsCompleted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "simulation.insights.failed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A simulation's Reading failed
     * @description Sent at least once: store the `id` of what you have handled, and answer 2xx to a repeated one. Every attempt has the same `id` and the same bytes.
     */
    post: operations["receiveSimulationInsightsFailed"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "training.completed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A training run is complete
     * @description Sent at least once: store the `id` of what you have handled, and answer 2xx to a repeated one. Every attempt has the same `id` and the same bytes.
     */
    post: operations["receiveTrainingCompleted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "training.failed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A training run failed
     * @description Sent at least once: store the `id` of what you have handled, and answer 2xx to a repeated one. Every attempt has the same `id` and the same bytes.
     */
    post: operations["receiveTrainingFailed"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "webhook.test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Somebody asked for a test of the subscription
     * @description Sent at least once: store the `id` of what you have handled, and answer 2xx to a repeated one. Every attempt has the same `id` and the same bytes.
     */
    post: operations["receiveWebhookTest"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** @description Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides` */
    ScenarioContext: {
      [key: string]: unknown;
    };
    /** @description Segments by dimension, of those that the methodology reports: only people in one of the segments of every dimension named are asked. At least 1 % of the population. Shown in the population's order; a dimension with all of its segments restricts nothing and is left out. */
    Audience: {
      [key: string]: string[];
    };
    /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
    Metadata: {
      [key: string]: string;
    };
    CreateSimulation: {
      /** @description Slug of a published methodology */
      workflow_id: string;
      agent_count: number;
      /** @description Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides` */
      scenario_context?: components["schemas"]["ScenarioContext"] | null;
      /** @description Asked verbatim of every agent; without it (deprecated) the methodology's KPI question is asked */
      question?: string | null;
      /** @description Segments by dimension, of those that the methodology reports: only people in one of the segments of every dimension named are asked. At least 1 % of the population. Shown in the population's order; a dimension with all of its segments restricts nothing and is left out. */
      audience?: components["schemas"]["Audience"] | null;
      /**
       * Format: int64
       * @description The same seed gives the same agents; one is drawn and returned when none is given
       */
      seed?: number | null;
      /** @description HTTPS URL that this simulation's events are sent to, beside the subscriptions to `*`. Deliveries are signed with the organization's callback secret, which the first such create shows in `meta.callback_secret.secret`: `POST /v1/callback-secret` gives a new one. `meta.callback_note` tells of subscriptions that are passed over. */
      callback_url?: string | null;
      /**
       * @description false: the simulation never gets a Reading
       * @default true
       */
      generate_insights?: boolean | null;
      /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
      metadata?: components["schemas"]["Metadata"] | null;
      /** @description Your own name for it */
      name?: string | null;
      /** @description Your own labels, by which lists find it: at most 20 of at most 40 characters, without commas */
      tags?: string[] | null;
    };
    /** @description The caller's bucket, as the headers X-RateLimit-* have it */
    RateLimit: {
      /** @description Requests a minute */
      limit: number;
      /** @description Requests that would pass now */
      remaining: number;
      /** @description When all of them would pass again, in unix seconds */
      reset: number;
    };
    /** @enum {string} */
    SimulationStatus: "queued" | "running" | "completed" | "failed";
    /** @enum {string} */
    InsightsStatus: "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";
    RoutedVia: {
      workflow_id: string;
      workflow_name: string;
      confidence: number;
      methodology_label: string;
      /** @description Deprecated */
      kpi_question: string;
    };
    /** @description The key or the person that created it; null for simulations from before it was kept */
    SimulationCreator: {
      /** @enum {string} */
      kind: "key" | "user";
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /** @description Null once the key or the person is gone */
      name: string | null;
    };
    CreatedSimulation: {
      /**
       * Format: uuid
       * @description A simulation's id; `sim_<uuid>` is accepted as well
       */
      id: string;
      workflow_id: string;
      status: components["schemas"]["SimulationStatus"];
      agent_count: number;
      question: string | null;
      /** Format: int64 */
      seed: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      results_available: boolean;
      /** Format: uri */
      results_url: string;
      insights_status: components["schemas"]["InsightsStatus"];
      scenario_context: components["schemas"]["ScenarioContext"] | null;
      audience: components["schemas"]["Audience"] | null;
      callback_url: string | null;
      routed_via: components["schemas"]["RoutedVia"] | null;
      metadata: components["schemas"]["Metadata"];
      name: string | null;
      tags: string[];
      archived: boolean;
      created_by: components["schemas"]["SimulationCreator"] | null;
      /** Format: uri */
      poll_url: string;
    };
    /** @description With a `callback_url`: the secret that signs its deliveries */
    CallbackSecretHint: {
      /** @description Whether there was one before this answer */
      exists: boolean;
      /**
       * Format: uri
       * @description POST here for a new one, which is shown once
       */
      rotate_url: string;
      /** @description The organization's first one, which this create has made: shown here alone */
      secret?: string;
    };
    CreatedSimulationMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      callback_secret?: components["schemas"]["CallbackSecretHint"];
      /** @description Where subscriptions get nothing of this simulation because it has a `callback_url` */
      callback_note?: string;
    };
    CreatedSimulationResponse: {
      data: components["schemas"]["CreatedSimulation"];
      error: null;
      meta: components["schemas"]["CreatedSimulationMeta"];
    };
    /** @enum {string} */
    FailureCode: "engine_unavailable" | "cancelled" | "timed_out" | "terminated" | "internal";
    SimulationEnd: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      workflow_id: string;
      status: components["schemas"]["SimulationStatus"];
      agent_count: number;
      /** Format: uri */
      results_url: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string | null;
      failure_code: components["schemas"]["FailureCode"] | null;
      failure_message: string | null;
    };
    SimulationCompletedEvent: {
      /** @description An event's id: `evt_<uuid>` */
      id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "simulation.completed";
      /** @description When it happened, in unix seconds */
      created: number;
      data: components["schemas"]["SimulationEnd"];
    };
    SimulationFailedEvent: {
      /** @description An event's id: `evt_<uuid>` */
      id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "simulation.failed";
      /** @description When it happened, in unix seconds */
      created: number;
      data: components["schemas"]["SimulationEnd"];
    };
    /**
     * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
     * @enum {string}
     */
    BlockState: "completed" | "not_applicable" | "failed";
    BlockStatus: {
      synthesis: components["schemas"]["BlockState"];
      patterns: components["schemas"]["BlockState"];
      reservations: components["schemas"]["BlockState"];
      attractions: components["schemas"]["BlockState"];
      intensity: components["schemas"]["BlockState"];
      quotes: components["schemas"]["BlockState"];
      segment_intensity: components["schemas"]["BlockState"];
      across_runs: components["schemas"]["BlockState"];
    };
    InsightsCompletion: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      insights_status: components["schemas"]["InsightsStatus"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      generated_at: string;
      /** @description A path, relative to the API's base URL */
      insights_url: string;
      block_status: components["schemas"]["BlockStatus"];
      cost_usd_estimate: number;
    };
    InsightsCompletedEvent: {
      /** @description An event's id: `evt_<uuid>` */
      id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "simulation.insights.completed";
      /** @description When it happened, in unix seconds */
      created: number;
      data: components["schemas"]["InsightsCompletion"];
    };
    InsightsFailure: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      insights_status: components["schemas"]["InsightsStatus"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      generated_at: string;
      /** @description A path, relative to the API's base URL */
      insights_url: string;
      error_message: string;
    };
    InsightsFailedEvent: {
      /** @description An event's id: `evt_<uuid>` */
      id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "simulation.insights.failed";
      /** @description When it happened, in unix seconds */
      created: number;
      data: components["schemas"]["InsightsFailure"];
    };
    TrainingEnd: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      training_id: string;
      workflow_name: string;
      /** @enum {string} */
      status: "COMPLETED" | "FAILED";
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string;
      failure_message: string | null;
    };
    TrainingCompletedEvent: {
      /** @description An event's id: `evt_<uuid>` */
      id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "training.completed";
      /** @description When it happened, in unix seconds */
      created: number;
      data: components["schemas"]["TrainingEnd"];
    };
    TrainingFailedEvent: {
      /** @description An event's id: `evt_<uuid>` */
      id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "training.failed";
      /** @description When it happened, in unix seconds */
      created: number;
      data: components["schemas"]["TrainingEnd"];
    };
    WebhookTest: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      webhook_id: string;
      message: string;
    };
    WebhookTestEvent: {
      /** @description An event's id: `evt_<uuid>` */
      id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "webhook.test";
      /** @description When it happened, in unix seconds */
      created: number;
      data: components["schemas"]["WebhookTest"];
    };
    Event:
      | components["schemas"]["SimulationCompletedEvent"]
      | components["schemas"]["SimulationFailedEvent"]
      | components["schemas"]["InsightsCompletedEvent"]
      | components["schemas"]["InsightsFailedEvent"]
      | components["schemas"]["TrainingCompletedEvent"]
      | components["schemas"]["TrainingFailedEvent"]
      | components["schemas"]["WebhookTestEvent"];
    AutoSimulation: {
      /** @description Asked verbatim of every agent */
      question: string;
      /** @description By default the smaller of the methodology's recommendation and the plan's ceiling */
      agent_count?: number | null;
      /** @description Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides` */
      overrides?: components["schemas"]["ScenarioContext"] | null;
      /** @description What is asked where no methodology fits well enough: by default nobody, 422; with this the general population, tier 3, `routed_via` null */
      fallback?: "general_population" | null;
      /** @description Segments by dimension, of those that the methodology reports: only people in one of the segments of every dimension named are asked. At least 1 % of the population. Shown in the population's order; a dimension with all of its segments restricts nothing and is left out. */
      audience?: components["schemas"]["Audience"] | null;
      /**
       * Format: int64
       * @description The same seed gives the same agents; one is drawn and returned when none is given
       */
      seed?: number | null;
      /** @description HTTPS URL that this simulation's events are sent to, beside the subscriptions to `*`. Deliveries are signed with the organization's callback secret, which the first such create shows in `meta.callback_secret.secret`: `POST /v1/callback-secret` gives a new one. `meta.callback_note` tells of subscriptions that are passed over. */
      callback_url?: string | null;
      /**
       * @description false: the simulation never gets a Reading
       * @default true
       */
      generate_insights?: boolean | null;
      /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
      metadata?: components["schemas"]["Metadata"] | null;
      /** @description Your own name for it */
      name?: string | null;
      /** @description Your own labels, by which lists find it: at most 20 of at most 40 characters, without commas */
      tags?: string[] | null;
    };
    RoutingAlternative: {
      workflow_id: string;
      confidence: number;
    };
    RoutedSimulationMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      callback_secret?: components["schemas"]["CallbackSecretHint"];
      /** @description Where subscriptions get nothing of this simulation because it has a `callback_url` */
      callback_note?: string;
      routed_via: components["schemas"]["RoutedVia"] | null;
    };
    RoutedSimulationResponse: {
      data: components["schemas"]["CreatedSimulation"];
      error: null;
      meta: components["schemas"]["RoutedSimulationMeta"];
    };
    /** @description The body of a create, which names its `workflow_id`, or of an automatic routing, which has a `question` of at least 10 characters instead */
    BatchedSimulation: {
      /** @description Asked verbatim of every agent; without it (deprecated) the methodology's KPI question is asked */
      question?: string;
      /** @description By default the smaller of the methodology's recommendation and the plan's ceiling */
      agent_count?: number;
      overrides?: components["schemas"]["ScenarioContext"];
      /**
       * @description What is asked where no methodology fits well enough: by default nobody, 422; with this the general population, tier 3, `routed_via` null
       * @enum {string}
       */
      fallback?: "general_population";
      audience?: components["schemas"]["Audience"];
      /**
       * Format: int64
       * @description The same seed gives the same agents; one is drawn and returned when none is given
       */
      seed?: number;
      /** @description HTTPS URL that this simulation's events are sent to, beside the subscriptions to `*`. Deliveries are signed with the organization's callback secret, which the first such create shows in `meta.callback_secret.secret`: `POST /v1/callback-secret` gives a new one. `meta.callback_note` tells of subscriptions that are passed over. */
      callback_url?: string;
      /**
       * @description false: the simulation never gets a Reading
       * @default true
       */
      generate_insights?: boolean;
      metadata?: components["schemas"]["Metadata"];
      /** @description Your own name for it */
      name?: string;
      /** @description Your own labels, by which lists find it: at most 20 of at most 40 characters, without commas */
      tags?: string[];
      /** @description Slug of a published methodology */
      workflow_id?: string;
      scenario_context?: components["schemas"]["ScenarioContext"];
    };
    SimulationBatch: {
      simulations: components["schemas"]["BatchedSimulation"][];
      /**
       * Format: int64
       * @description The same seed gives the same agents; one is drawn and returned when none is given
       */
      seed?: number | null;
      /** @description Of those that have none of their own */
      agent_count?: number | null;
    };
    CreatedSimulationListResponse: {
      data: components["schemas"]["CreatedSimulation"][];
      error: null;
      meta: components["schemas"]["CreatedSimulationMeta"];
    };
    PreviewSimulation: {
      /** @description Asked verbatim of every agent */
      question: string;
      /** @description By default the smaller of the methodology's recommendation and the plan's ceiling */
      agent_count?: number | null;
      /** @description Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides` */
      overrides?: components["schemas"]["ScenarioContext"] | null;
      /** @description What is asked where no methodology fits well enough: by default nobody, 422; with this the general population, tier 3, `routed_via` null */
      fallback?: "general_population" | null;
      /** @description Segments by dimension, of those that the methodology reports: only people in one of the segments of every dimension named are asked. At least 1 % of the population. Shown in the population's order; a dimension with all of its segments restricts nothing and is left out. */
      audience?: components["schemas"]["Audience"] | null;
      /**
       * Format: int64
       * @description The same seed gives the same agents; one is drawn and returned when none is given
       */
      seed?: number | null;
      /** @description HTTPS URL that this simulation's events are sent to, beside the subscriptions to `*`. Deliveries are signed with the organization's callback secret, which the first such create shows in `meta.callback_secret.secret`: `POST /v1/callback-secret` gives a new one. `meta.callback_note` tells of subscriptions that are passed over. */
      callback_url?: string | null;
      /**
       * @description false: the simulation never gets a Reading
       * @default true
       */
      generate_insights?: boolean | null;
      /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
      metadata?: components["schemas"]["Metadata"] | null;
      /** @description Your own name for it */
      name?: string | null;
      /** @description Your own labels, by which lists find it: at most 20 of at most 40 characters, without commas */
      tags?: string[] | null;
      /** @description The methodology to preview, as a create names it; by default the one that is routed to */
      workflow_id?: string | null;
    };
    Population: {
      /** @description The table of the population that agents are drawn from */
      frame: string;
      /** @description The segments that agents are drawn from, by dimension; absent where they are drawn from all */
      where?: {
        [key: string]: string[];
      };
      description: string;
    };
    FrameDimension: {
      dimension: string;
      segments: string[];
    };
    /** @description What an audience of this population can be made of */
    AudienceFrame: {
      /** @description The share of the population that the audience is */
      share_pct: number;
      dimensions: components["schemas"]["FrameDimension"][];
    };
    PreviewedRouting: {
      workflow_id: string;
      workflow_name: string;
      confidence: number;
      methodology_label: string;
    };
    /** @enum {integer} */
    CalibrationTier: 1 | 2 | 3;
    /** @description The table's shares, in the calibrated question's own direction */
    MatchedShares: {
      yes: number;
      maybe: number;
      no: number;
    };
    /** @description The answers that the survey offered, by what they count as */
    MatchedScale: {
      yes: string[];
      maybe: string[];
      no: string[];
    };
    MatchedQuestion: {
      text: string;
      /** @enum {string} */
      polarity: "same" | "opposite";
      shares_pct: components["schemas"]["MatchedShares"];
      scale: components["schemas"]["MatchedScale"];
      year: string | null;
    };
    CalibrationSource: {
      survey: string;
      year: string | null;
      respondents: number | null;
      citation: string;
      /** @description True for made-up figures */
      illustrative: boolean;
    };
    /** @description What is expected of the agents; a model that answers for them may differ */
    ExpectedShares: {
      /** @description Population-weighted share of total, in percent */
      yes: number;
      /** @description Population-weighted share of total, in percent */
      maybe: number;
      /** @description Population-weighted share of total, in percent */
      no: number;
      /** @description Population-weighted share of total, in percent */
      n_a: number;
    };
    /** @description Low and high, in percent */
    Interval: [
      number,
      number,
    ];
    /** @description 95 % intervals of what people would answer: sampling of the agents and of the survey, and the prediction's own error */
    AnswerIntervals: {
      yes: components["schemas"]["Interval"];
      maybe: components["schemas"]["Interval"];
      no: components["schemas"]["Interval"];
    };
    /** @enum {string} */
    UncertaintyBasis: "held_out_questions" | "measured_model" | "unmeasured";
    /**
     * @description What the verdict rests on: the survey's question that was asked, a prediction from others, one for a question on no topic, a model's answers, a made-up table, or nothing, where the question says nothing. Of `demo`, `none` and a model that was not measured nothing is said about people
     * @enum {string}
     */
    Evidence: "survey_matched" | "predicted" | "general_population" | "model" | "demo" | "none";
    /** @enum {string} */
    QuestionIssue: "gibberish" | "not_english" | "open" | "double_barrelled";
    ScenarioApplied: {
      read_from: ("context" | "question") | null;
      ignored: string[];
    } & {
      [key: string]: number | string;
    };
    /** @description Null for the embedded engine, which is free */
    ModelCost: {
      engine: string;
      calls_at_most: number;
      usd_at_most: number | null;
    };
    SimulationPreview: {
      question: string;
      audience: components["schemas"]["Audience"] | null;
      population: components["schemas"]["Population"];
      frame: components["schemas"]["AudienceFrame"];
      /** @description The methodology that the figures rest on: the named one, else the one that is routed to, else with `fallback` that of a create; null where none is */
      workflow_id: string | null;
      agent_count: number;
      routed_via: components["schemas"]["PreviewedRouting"] | null;
      alternatives: components["schemas"]["RoutingAlternative"][];
      tier: components["schemas"]["CalibrationTier"];
      /** @description Cosine of the question and the nearest calibrated one, both in their positive form */
      similarity: number | null;
      matched_question: components["schemas"]["MatchedQuestion"] | null;
      sources: components["schemas"]["CalibrationSource"][];
      /** @description True where the figures are made up */
      illustrative: boolean;
      expected_pct: components["schemas"]["ExpectedShares"];
      interval_pct: components["schemas"]["AnswerIntervals"] | null;
      /** @description Half the width of the yes interval, in points; null where nothing is said about people */
      margin_of_error_pct: number | null;
      /** @description What more agents could narrow, in points */
      sampling_margin_pct: number;
      uncertainty_basis: components["schemas"]["UncertaintyBasis"];
      evidence: components["schemas"]["Evidence"];
      effective_human_n: number | null;
      /** @description What is wrong with the question: nothing is said about people then (`evidence` is `none`), but for what a survey asked in these very words */
      question_issues: components["schemas"]["QuestionIssue"][];
      scenario_applied: components["schemas"]["ScenarioApplied"] | null;
      cost: components["schemas"]["ModelCost"] | null;
    };
    Meta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
    };
    SimulationPreviewResponse: {
      data: components["schemas"]["SimulationPreview"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @description What its verdict comes to; null until it has completed */
    BriefVerdict: {
      evidence: components["schemas"]["Evidence"];
      /** @description Population-weighted share of total, in percent */
      yes_pct: number;
      /** @description Population-weighted share of total, in percent */
      maybe_pct: number;
      /** @description Population-weighted share of total, in percent */
      no_pct: number;
      /** @description Population-weighted share of total, in percent */
      n_a_pct: number | null;
      interval_pct: components["schemas"]["AnswerIntervals"] | null;
    };
    ListedSimulation: {
      /**
       * Format: uuid
       * @description A simulation's id; `sim_<uuid>` is accepted as well
       */
      id: string;
      workflow_id: string;
      status: components["schemas"]["SimulationStatus"];
      agent_count: number;
      question: string | null;
      /** Format: int64 */
      seed: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      results_available: boolean;
      /** Format: uri */
      results_url: string;
      insights_status: components["schemas"]["InsightsStatus"];
      scenario_context: components["schemas"]["ScenarioContext"] | null;
      audience: components["schemas"]["Audience"] | null;
      callback_url: string | null;
      routed_via: components["schemas"]["RoutedVia"] | null;
      metadata: components["schemas"]["Metadata"];
      name: string | null;
      tags: string[];
      archived: boolean;
      created_by: components["schemas"]["SimulationCreator"] | null;
      agents_completed: number;
      progress_pct: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string | null;
      failure_code: components["schemas"]["FailureCode"] | null;
      failure_message: string | null;
      /** @description Whether a read-only link shows its verdict */
      shared: boolean;
      verdict: components["schemas"]["BriefVerdict"] | null;
    };
    PageMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description The `cursor` of the next page; null on the last page */
      next_cursor: string | null;
      /** @description Whether there is a next page */
      has_more: boolean;
    };
    ListedSimulationPage: {
      data: components["schemas"]["ListedSimulation"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    Simulation: {
      /**
       * Format: uuid
       * @description A simulation's id; `sim_<uuid>` is accepted as well
       */
      id: string;
      workflow_id: string;
      status: components["schemas"]["SimulationStatus"];
      agent_count: number;
      question: string | null;
      /** Format: int64 */
      seed: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      results_available: boolean;
      /** Format: uri */
      results_url: string;
      insights_status: components["schemas"]["InsightsStatus"];
      scenario_context: components["schemas"]["ScenarioContext"] | null;
      audience: components["schemas"]["Audience"] | null;
      callback_url: string | null;
      routed_via: components["schemas"]["RoutedVia"] | null;
      metadata: components["schemas"]["Metadata"];
      name: string | null;
      tags: string[];
      archived: boolean;
      created_by: components["schemas"]["SimulationCreator"] | null;
      agents_completed: number;
      progress_pct: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string | null;
      failure_code: components["schemas"]["FailureCode"] | null;
      failure_message: string | null;
      /** @description Whether a read-only link shows its verdict */
      shared: boolean;
    };
    SimulationMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description While queued or running, like the header Retry-After */
      next_poll_after_seconds?: number;
    };
    SimulationResponse: {
      data: components["schemas"]["Simulation"];
      error: null;
      meta: components["schemas"]["SimulationMeta"];
    };
    AnswerFold: {
      yes: string[];
      maybe: string[];
      no: string[];
      none: string[];
    };
    DisclosedSource: {
      survey: string;
      year: string | null;
      /** @description How people were asked */
      mode: string | null;
      respondents: number | null;
      wording_note: string | null;
      answers: string[] | null;
      fold: components["schemas"]["AnswerFold"] | null;
      weight: string | null;
    };
    Disclosure: {
      question: string;
      agents: number;
      population: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      fielded: string;
      sources: components["schemas"]["DisclosedSource"][];
      matching: string;
      adjustments: string[];
      not_measured: string[];
    };
    DisclosureResponse: {
      data: components["schemas"]["Disclosure"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    Engine: {
      name: string;
      version: string;
    };
    /** @enum {string} */
    Answer: "yes" | "maybe" | "no" | "n_a";
    Verdict: {
      yes: number;
      maybe: number;
      no: number;
      /** @description The question does not fit; null on rows from before this bucket */
      n_a: number | null;
      total: number;
      /** @description Population-weighted share of total, in percent */
      yes_pct: number;
      /** @description Population-weighted share of total, in percent */
      maybe_pct: number;
      /** @description Population-weighted share of total, in percent */
      no_pct: number;
      /** @description Population-weighted share of total, in percent */
      n_a_pct: number | null;
      interval_pct: components["schemas"]["AnswerIntervals"] | null;
      /** @description Half the width of the yes interval, in points; null where nothing is said about people */
      margin_of_error_pct: number | null;
      /** @description What more agents could narrow, in points */
      sampling_margin_pct: number;
      design_effect: number;
      effective_n: number;
      answer: components["schemas"]["Answer"];
      uncertainty_basis: components["schemas"]["UncertaintyBasis"];
      evidence: components["schemas"]["Evidence"];
      /** @description The random sample of people whose 95 % interval (Wilson's) at this yes share would be as wide as `interval_pct.yes`: the largest that is not narrower. It is no number of people asked */
      effective_human_n: number | null;
    };
    Segment: {
      dimension: string;
      segment: string;
      yes: number;
      maybe: number;
      no: number;
      /** @description The question does not fit; null on rows from before this bucket */
      n_a: number | null;
      total: number;
      /** @description Population-weighted share of total, in percent */
      yes_pct: number;
      /** @description Population-weighted share of total, in percent */
      maybe_pct: number;
      /** @description Population-weighted share of total, in percent */
      no_pct: number;
      /** @description Population-weighted share of total, in percent */
      n_a_pct: number | null;
      interval_pct: components["schemas"]["AnswerIntervals"] | null;
      /** @description Half the width of the yes interval, in points; null where nothing is said about people */
      margin_of_error_pct: number | null;
      /** @description What more agents could narrow, in points */
      sampling_margin_pct: number;
      design_effect: number;
      effective_n: number;
      /** @description Under 30 effective agents */
      small_base: boolean;
    };
    Agent: {
      index: number;
      segments: {
        [key: string]: string;
      };
      weight: number;
      answer: components["schemas"]["Answer"];
      intensity: number | null;
      reason: string;
      quote: string | null;
    };
    AccuracyBasis: {
      held_out_rows: number;
      /** @description What saying the mean share to all of them scores */
      baseline_pct: number | null;
      illustrative: boolean;
    };
    CalibrationBoundary: {
      tier: components["schemas"]["CalibrationTier"];
      /** @enum {string} */
      kind: "calibrated" | "topic_uncalibrated" | "generic_population";
      /** @description Display it verbatim */
      disclaimer: string;
      methodology_id: string | null;
      /** @description Cosine of the question and the nearest calibrated one, both in their positive form */
      similarity: number | null;
      /** @description The embedder of `similarity`: cosines of different embedders do not compare */
      embedder_id?: string;
      matched_question: components["schemas"]["MatchedQuestion"] | null;
      sources: components["schemas"]["CalibrationSource"][];
      /** @description 100 less the mean absolute error, in points of the yes share, of tier-1 verdicts on questions whose own table was left out */
      accuracy_pct: number | null;
      accuracy_basis: components["schemas"]["AccuracyBasis"] | null;
      confirm_mean_pct: number | null;
    };
    InsightsBoundary: {
      /** @enum {string} */
      kind: "post_hoc_uncalibrated";
      /** @description Display it verbatim */
      disclaimer: string;
      /**
       * @description Where the texts come from: computed, rewritten by a small language model, or mixed
       * @enum {string}
       */
      model_tier: "computed" | "small" | "mixed";
    };
    SynthesisBlock: {
      text: string;
      /**
       * @description high: tier 1, margin at most 5 points, a clear answer, fewer than one in five not fitted. low: nothing known of people, tier 3, fewer than 100 effective answers, a margin over 10 points, a split, or a question that does not fit. medium: everything else.
       * @enum {string}
       */
      confidence: "high" | "medium" | "low";
    };
    InsightPattern: {
      title: string;
      description: string;
      /** @description Each as `dimension=segment`. */
      segments: string[];
      /** @description Cohen's h over 0.8, at most 1. */
      strength: number;
      /** @description Agents in the segments named. */
      support: number;
    };
    PatternsBlock: {
      patterns: components["schemas"]["InsightPattern"][];
      method_note: string;
    };
    InsightTheme: {
      theme: string;
      description: string;
      /** @description True for what the embedded engine composes, which says nothing about people: no shares, in a fixed order. */
      generated: boolean;
      /** @description Weighted share, of the agents who answered no or maybe for a reservation, of those who answered yes for an attraction. */
      share_pct: number | null;
      /** @description Agents whose reason has this theme. */
      support: number | null;
      /** @description An agent's own words, exactly as stored. */
      example_quote: string | null;
    };
    ReservationsBlock: {
      reservations: components["schemas"]["InsightTheme"][];
    };
    AttractionsBlock: {
      attractions: components["schemas"]["InsightTheme"][];
    };
    /** @description Agents by intensity, unweighted. */
    IntensityDistribution: {
      1: number;
      2: number;
      3: number;
      4: number;
      5: number;
    };
    IntensityBlock: {
      distribution: components["schemas"]["IntensityDistribution"];
      median: number;
      note: string;
    };
    InsightQuote: {
      /** @description An agent's own words, exactly as stored. */
      text: string;
      agent_index: number;
      segments: {
        [key: string]: string;
      };
    };
    QuotesBlock: {
      yes: components["schemas"]["InsightQuote"] | null;
      no: components["schemas"]["InsightQuote"] | null;
    };
    SegmentIntensityRow: {
      dimension: string;
      segment: string;
      /** @description Null where nobody in the segment answered yes, maybe or no. */
      median: number | null;
      mean: number | null;
      distribution: components["schemas"]["IntensityDistribution"];
      /** @description Agents in the segment who answered yes, maybe or no. */
      total: number;
    };
    SegmentIntensityBlock: {
      by_segment: components["schemas"]["SegmentIntensityRow"][];
    };
    AcrossRunsRow: {
      simulation_id: string;
      completed_at: string;
      agent_count: number;
      /** Format: int64 */
      seed: number;
      answer: components["schemas"]["Answer"];
      yes_pct: number;
      maybe_pct: number;
      no_pct: number;
      n_a_pct: number | null;
      margin_of_error_pct: number | null;
    };
    AcrossRunsBlock: {
      /** @description Earlier runs, newest first. */
      runs: components["schemas"]["AcrossRunsRow"][];
      /**
       * @description Of the yes share against the mean of the earlier runs; up and down only outside their joint margin of error.
       * @enum {string}
       */
      trend: "up" | "down" | "no_clear_change";
      note: string;
    };
    ResultsInsights: {
      insights_status: components["schemas"]["InsightsStatus"];
      /** Format: uri */
      insights_url: string;
      block_status?: components["schemas"]["BlockStatus"];
      calibration_boundary?: components["schemas"]["InsightsBoundary"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      generated_at?: string;
      /** @description What the Reading counts for against the month's ceiling: the flat rate of 0.05 USD, or where a model of known price rewrote it, the cost of its tokens */
      cost_usd_estimate?: number;
      synthesis?: components["schemas"]["SynthesisBlock"] | null;
      patterns?: components["schemas"]["PatternsBlock"] | null;
      reservations?: components["schemas"]["ReservationsBlock"] | null;
      attractions?: components["schemas"]["AttractionsBlock"] | null;
      intensity?: components["schemas"]["IntensityBlock"] | null;
      quotes?: components["schemas"]["QuotesBlock"] | null;
      segment_intensity?: components["schemas"]["SegmentIntensityBlock"] | null;
      across_runs?: components["schemas"]["AcrossRunsBlock"] | null;
    };
    SimulationResults: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      workflow_id: string;
      agent_count: number;
      /** Format: int64 */
      seed: number;
      customer_question: string;
      metadata: components["schemas"]["Metadata"];
      population: components["schemas"]["Population"];
      audience: components["schemas"]["Audience"] | null;
      engine: components["schemas"]["Engine"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string;
      verdict: components["schemas"]["Verdict"];
      /** @description What is wrong with the question: nothing is said about people then (`evidence` is `none`), but for what a survey asked in these very words */
      question_issues: components["schemas"]["QuestionIssue"][];
      by_segment: components["schemas"]["Segment"][];
      scenario_applied: components["schemas"]["ScenarioApplied"] | null;
      /** @description In index order; left out with `agents=false` */
      agents?: components["schemas"]["Agent"][];
      calibration_boundary: components["schemas"]["CalibrationBoundary"];
      post_hoc: components["schemas"]["ResultsInsights"];
    };
    SimulationResultsResponse: {
      data: components["schemas"]["SimulationResults"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    ComparedVerdict: {
      /** @description Population-weighted share of total, in percent */
      yes_pct: number | null;
      /** @description Population-weighted share of total, in percent */
      maybe_pct: number | null;
      /** @description Population-weighted share of total, in percent */
      no_pct: number | null;
    };
    ComparedSimulation: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      workflow_id: string;
      question: string | null;
      audience: components["schemas"]["Audience"] | null;
      agent_count: number;
      /** Format: int64 */
      seed: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string | null;
      verdict: components["schemas"]["ComparedVerdict"];
    };
    /** @description The other simulation's share less the first one's, in points */
    AnswerDifferences: {
      yes: number;
      maybe: number;
      no: number;
    };
    /** @description Low and high, in points */
    DifferenceInterval: [
      number,
      number,
    ];
    /** @description 95 % intervals of the difference among people, from differences of held-out pairs of questions; null where nothing is said about people */
    DifferenceIntervals: {
      yes: components["schemas"]["DifferenceInterval"];
      maybe: components["schemas"]["DifferenceInterval"];
      no: components["schemas"]["DifferenceInterval"];
    };
    /** @description 95 %, by the sampling of the agents alone */
    AgentDifferenceIntervals: {
      yes: components["schemas"]["DifferenceInterval"];
      maybe: components["schemas"]["DifferenceInterval"];
      no: components["schemas"]["DifferenceInterval"];
    };
    SegmentDifference: {
      dimension: string;
      segment: string;
      difference_pct: components["schemas"]["AnswerDifferences"];
      interval_pct: components["schemas"]["DifferenceIntervals"] | null;
      agents_interval_pct: components["schemas"]["AgentDifferenceIntervals"];
    };
    OtherDifference: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      difference_pct: components["schemas"]["AnswerDifferences"];
      interval_pct: components["schemas"]["DifferenceIntervals"] | null;
      agents_interval_pct: components["schemas"]["AgentDifferenceIntervals"];
    };
    SimulationComparison: {
      simulations: components["schemas"]["ComparedSimulation"][];
      /** @description Whether both asked the same agents */
      paired: boolean;
      difference_pct: components["schemas"]["AnswerDifferences"];
      interval_pct: components["schemas"]["DifferenceIntervals"] | null;
      agents_interval_pct: components["schemas"]["AgentDifferenceIntervals"];
      by_segment: components["schemas"]["SegmentDifference"][];
      /** @description Those of `with`, in its order, each less the first one */
      others: components["schemas"]["OtherDifference"][];
      note: string;
    };
    SimulationComparisonResponse: {
      data: components["schemas"]["SimulationComparison"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    CancelledSimulation: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      status: components["schemas"]["SimulationStatus"];
      failure_code: components["schemas"]["FailureCode"] | null;
    };
    CancelledSimulationResponse: {
      data: components["schemas"]["CancelledSimulation"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    ChangeSimulation: {
      /** @description Your own name for it */
      name?: string | null;
      tags?: string[] | null;
      metadata?: components["schemas"]["Metadata"] | null;
      /** @description Lists leave archived simulations out unless `archived=true` */
      archived?: boolean;
    };
    SimulationShare: {
      /**
       * Format: uri
       * @description Whoever has it reads the verdict, without a key
       */
      url: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
    };
    SimulationShareResponse: {
      data: components["schemas"]["SimulationShare"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    GeneratingInsights: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      insights_status: components["schemas"]["InsightsStatus"];
      /** Format: uri */
      poll_url: string;
      /** @description What three of four of your newest 20 Readings took at most; 30 before the first */
      estimated_completion_time_seconds: number;
    };
    GeneratingInsightsResponse: {
      data: components["schemas"]["GeneratingInsights"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    NotStartedInsights: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      insights_status: "not_started";
      block_status: null;
      calibration_boundary: null;
      post_hoc: null;
      generated_at: null;
      cost_usd_estimate: null;
      error_message: null;
    };
    UnfinishedInsights: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      insights_status: "queued" | "running";
      block_status: null;
      calibration_boundary: null;
      post_hoc: null;
      generated_at: null;
      cost_usd_estimate: null;
      error_message: null;
    };
    PostHoc: {
      synthesis: components["schemas"]["SynthesisBlock"] | null;
      patterns: components["schemas"]["PatternsBlock"] | null;
      reservations: components["schemas"]["ReservationsBlock"] | null;
      attractions: components["schemas"]["AttractionsBlock"] | null;
      intensity: components["schemas"]["IntensityBlock"] | null;
      quotes: components["schemas"]["QuotesBlock"] | null;
      segment_intensity: components["schemas"]["SegmentIntensityBlock"] | null;
      across_runs: components["schemas"]["AcrossRunsBlock"] | null;
    };
    CompletedInsights: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      insights_status: "completed";
      block_status: components["schemas"]["BlockStatus"];
      calibration_boundary: components["schemas"]["InsightsBoundary"];
      post_hoc: components["schemas"]["PostHoc"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      generated_at: string;
      /** @description What the Reading counts for against the month's ceiling: the flat rate of 0.05 USD, or where a model of known price rewrote it, the cost of its tokens */
      cost_usd_estimate: number;
      error_message: null;
    };
    FailedInsights: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      insights_status: "failed";
      block_status: components["schemas"]["BlockStatus"] | null;
      calibration_boundary: null;
      post_hoc: null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      generated_at: string;
      cost_usd_estimate: null;
      /** @description Why it failed */
      error_message: string;
    };
    DisabledInsights: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      insights_status: "disabled";
      block_status: null;
      calibration_boundary: null;
      post_hoc: null;
      generated_at: null;
      cost_usd_estimate: null;
      /** @description Why the simulation gets no Reading */
      error_message: string;
    };
    Insights:
      | components["schemas"]["NotStartedInsights"]
      | components["schemas"]["UnfinishedInsights"]
      | components["schemas"]["CompletedInsights"]
      | components["schemas"]["FailedInsights"]
      | components["schemas"]["DisabledInsights"];
    /**
     * @description Why it is not_started. With not_requested it can be generated now: when the simulation completed the month's ceiling was reached, or the organization had Readings switched off
     * @enum {string}
     */
    NotStartedReason:
      | "simulation_not_complete"
      | "simulation_failed"
      | "insights_disabled"
      | "insights_cost_cap_reached"
      | "not_requested";
    InsightsMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description While queued or running, like the header Retry-After */
      next_poll_after_seconds?: number;
      /**
       * Format: uri
       * @description Where to POST for a Reading; absent where that would be refused now
       */
      generate_url?: string;
      reason?: components["schemas"]["NotStartedReason"];
      /** @description The reason as a sentence for people */
      reason_message?: string;
    };
    InsightsResponse: {
      data: components["schemas"]["Insights"];
      error: null;
      meta: components["schemas"]["InsightsMeta"];
    };
    CreateTrainingUpload: {
      /** @description Your own name for the run; it names no published workflow */
      workflow_name: string;
      description?: string | null;
      /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
      metadata?: components["schemas"]["Metadata"] | null;
      /** @description The file's size; where it is given, the URL takes no larger one, and an object store none of another size */
      file_bytes?: number | null;
    };
    TrainingUpload: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      training_id: string;
      /**
       * Format: uri
       * @description PUT the calibration CSV here with `Content-Type: text/csv`; at most 25 MiB
       */
      upload_url: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      upload_url_expires_at: string;
    };
    TrainingUploadResponse: {
      data: components["schemas"]["TrainingUpload"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @enum {string} */
    TrainingStatus: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED";
    TrainingRun: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      training_id: string;
      workflow_name: string;
      description: string | null;
      status: components["schemas"]["TrainingStatus"];
      /** @description True once the run has ended */
      results_available: boolean;
      /** @description True once the calibration file is there */
      upload_received: boolean;
      metadata: components["schemas"]["Metadata"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string | null;
      /** @description Names line and column where the file cannot be read */
      failure_message: string | null;
    };
    TrainingRunPage: {
      data: components["schemas"]["TrainingRun"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    TrainingRunResponse: {
      data: components["schemas"]["TrainingRun"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    TrainingSegment: {
      segment: string;
      /** @description Mean of |predicted − observed| ÷ observed in percent, over rows with an observed share of at least 5 %; null without any */
      mape: number | null;
      /** @description Rows of the file */
      observations: number;
      /** @description Rows below 5 %, which MAPE leaves out */
      small_actuals: number;
      /** @description Mean of |predicted − observed| in percentage points, over all rows */
      mae_points: number | null;
    };
    TrainingResults: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      training_id: string;
      /**
       * @description uploaded_file: computed from it; mock: made up, without a file; none: the run failed
       * @enum {string}
       */
      basis: "uploaded_file" | "mock" | "none";
      /** @description Mean of |predicted − observed| ÷ observed in percent, over rows with an observed share of at least 5 %; null without any */
      mape: number | null;
      /** @description Mean of |predicted − observed| in percentage points, over all rows */
      mae_points: number | null;
      /** @description Mean of |predicted − observed| ÷ (half their sum) in percent, over all rows */
      smape: number | null;
      by_segment: components["schemas"]["TrainingSegment"][];
      /** @constant */
      preview_only: true;
      /** @description What was computed, left out and assumed; display it verbatim */
      disclaimer: string;
    };
    TrainingResultsResponse: {
      data: components["schemas"]["TrainingResults"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @enum {string} */
    SubscribedEvent:
      | "simulation.completed"
      | "simulation.failed"
      | "simulation.insights.completed"
      | "simulation.insights.failed"
      | "training.completed"
      | "training.failed"
      | "webhook.test"
      | "*";
    ChangeWebhook: {
      /** @description HTTPS, on a public address, port 443 or 1024–65535 */
      url?: string;
      /** @description Types of events, or `*` for all of them */
      events?: components["schemas"]["SubscribedEvent"][];
      description?: string | null;
      custom_headers?: {
        [key: string]: string;
      } | null;
      /** @description false holds pending deliveries, true releases them at 10 a second */
      enabled?: boolean;
      metadata?: components["schemas"]["Metadata"] | null;
    };
    Webhook: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      url: string;
      events: string[];
      description: string | null;
      /** @description Values are masked */
      custom_headers: {
        [key: string]: string;
      };
      enabled: boolean;
      metadata: components["schemas"]["Metadata"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      updated_at: string;
      /** @description Why the service disabled it; null where the customer did */
      disabled_reason: string | null;
    };
    ChangedWebhookMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description Names of the custom headers that another origin does not get, because they were not sent again */
      dropped_headers?: string[];
    };
    ChangedWebhookResponse: {
      data: components["schemas"]["Webhook"];
      error: null;
      meta: components["schemas"]["ChangedWebhookMeta"];
    };
    CreateWebhook: {
      /** @description HTTPS, on a public address, port 443 or 1024–65535 */
      url: string;
      /** @description Types of events, or `*` for all of them */
      events: components["schemas"]["SubscribedEvent"][];
      description?: string | null;
      /** @description Sent with every delivery; at most 20, of 4 KiB together */
      custom_headers?: {
        [key: string]: string;
      } | null;
      /** @default true */
      enabled?: boolean | null;
      /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
      metadata?: components["schemas"]["Metadata"] | null;
    };
    WebhookWithSecret: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      url: string;
      events: string[];
      description: string | null;
      /** @description Values are masked */
      custom_headers: {
        [key: string]: string;
      };
      enabled: boolean;
      metadata: components["schemas"]["Metadata"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      updated_at: string;
      /** @description Why the service disabled it; null where the customer did */
      disabled_reason: string | null;
      /** @description Signs the deliveries; shown here and never again */
      secret: string;
    };
    WebhookWithSecretResponse: {
      data: components["schemas"]["WebhookWithSecret"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    DeletedWebhook: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /** @constant */
      deleted: true;
    };
    DeletedWebhookResponse: {
      data: components["schemas"]["DeletedWebhook"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @enum {string} */
    EventType:
      | "simulation.completed"
      | "simulation.failed"
      | "simulation.insights.completed"
      | "simulation.insights.failed"
      | "training.completed"
      | "training.failed"
      | "webhook.test";
    /** @enum {string} */
    DeliveryStatus: "pending" | "succeeded" | "failed" | "cancelled";
    DeliverySummary: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /** @description Null for a callback */
      webhook_id: string | null;
      event_id: string;
      event_type: components["schemas"]["EventType"];
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string | null;
      url: string;
      status: components["schemas"]["DeliveryStatus"];
      /** @description Of the last attempt that has an outcome */
      response_status: number | null;
      attempt_count: number;
      /** @description Of the schedule; retries by hand and attempts of unknown outcome come on top */
      max_attempts: number;
      latency_ms: number | null;
      error_message: string | null;
      /**
       * Format: date-time
       * @description Null when there is none, while the subscription is disabled, and while the delivery waits for its endpoint
       */
      next_retry_at: string | null;
      /**
       * Format: date-time
       * @description Since when a retry by hand waits or is under way; null once its attempt has ended
       */
      retry_requested_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string | null;
    };
    DeliverySummaryPage: {
      data: components["schemas"]["DeliverySummary"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    WebhookHour: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      webhook_id: string;
      /**
       * Format: date-time
       * @description The hour's beginning, UTC
       */
      at: string;
      /** @description Deliveries of the hour that succeeded */
      succeeded: number;
      /** @description Those that failed, and pending ones whose attempts so far failed; those without an attempt are in neither */
      failed: number;
      /** @description Older deliveries are not counted: of each state and type the newest 1000 are */
      is_partial: boolean;
    };
    WebhookHourListResponse: {
      data: components["schemas"]["WebhookHour"][];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    WebhookPage: {
      data: components["schemas"]["Webhook"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    RecoverWebhook: {
      /**
       * Format: date-time
       * @description ISO 8601, at most 90 days ago
       */
      since: string;
    };
    MatchedDeliveries: {
      /** @description Deliveries that will be sent; counted among the newest 10,000 */
      matched: number;
    };
    MatchedDeliveriesResponse: {
      data: components["schemas"]["MatchedDeliveries"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    CallbackSecret: {
      /** @description Signs deliveries to callback URLs; shown here and never again */
      secret: string;
    };
    CallbackSecretResponse: {
      data: components["schemas"]["CallbackSecret"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    CallbackSecretState: {
      /** @description Whether there is one. The first delivery to a callback creates one that nobody has seen: rotate it then */
      exists: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      updated_at: string | null;
    };
    CallbackSecretStateResponse: {
      data: components["schemas"]["CallbackSecretState"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    WebhookResponse: {
      data: components["schemas"]["Webhook"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    DeliveryAttempt: {
      number: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      at: string;
      response_status: number | null;
      /** @description Until the response's headers, or the failure */
      latency_ms: number | null;
      /** @description Why no response came; `outcome_unknown` when our worker stopped during the attempt */
      error_code: string | null;
      error_message: string | null;
      /** @description The beginning of the response's body, at most 16 KiB */
      response_excerpt: string | null;
    };
    Delivery: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /** @description Null for a callback */
      webhook_id: string | null;
      event_id: string;
      event_type: components["schemas"]["EventType"];
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string | null;
      url: string;
      status: components["schemas"]["DeliveryStatus"];
      /** @description Of the last attempt that has an outcome */
      response_status: number | null;
      attempt_count: number;
      /** @description Of the schedule; retries by hand and attempts of unknown outcome come on top */
      max_attempts: number;
      latency_ms: number | null;
      error_message: string | null;
      /**
       * Format: date-time
       * @description Null when there is none, while the subscription is disabled, and while the delivery waits for its endpoint
       */
      next_retry_at: string | null;
      /**
       * Format: date-time
       * @description Since when a retry by hand waits or is under way; null once its attempt has ended
       */
      retry_requested_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string | null;
      /** @description The newest 20, newest first */
      attempts: components["schemas"]["DeliveryAttempt"][];
    };
    TestWebhookMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description That the delivery is held, where the subscription is disabled */
      delivery_note?: string;
    };
    TestWebhookResponse: {
      data: components["schemas"]["Delivery"];
      error: null;
      meta: components["schemas"]["TestWebhookMeta"];
    };
    DeliveryAttemptPage: {
      data: components["schemas"]["DeliveryAttempt"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    RetryOwnDeliveries: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      webhook_id?: string | null;
      status?: components["schemas"]["DeliveryStatus"] | null;
      event_type?: components["schemas"]["EventType"] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_after?: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_before?: string | null;
    };
    DeliveryResponse: {
      data: components["schemas"]["Delivery"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    EventTypeEntry: {
      type: components["schemas"]["EventType"];
      description: string;
      /** @description The JSON Schema (2020-12) of the body that is sent. Later releases may add fields. */
      schema: {
        [key: string]: unknown;
      };
      example: components["schemas"]["Event"];
    };
    EventTypeEntryPage: {
      data: components["schemas"]["EventTypeEntry"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    EventPage: {
      data: components["schemas"]["Event"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    EventResponse: {
      data: components["schemas"]["Event"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    User: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      email: string;
      name: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      last_login_at: string | null;
    };
    /** @enum {string} */
    PlanTier: "sandbox" | "growth" | "studio" | "enterprise";
    Organization: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      name: string;
      plan_tier: components["schemas"]["PlanTier"];
      insights_enabled: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
    };
    /** @enum {string} */
    Scope:
      | "simulations:read"
      | "insights:read"
      | "training:read"
      | "training:write"
      | "webhooks:read"
      | "webhooks:write";
    /** @description `user` is null for an API key, and so is `expires_at` for a key that does not expire */
    Session: {
      user: components["schemas"]["User"] | null;
      organization: components["schemas"]["Organization"];
      scopes: components["schemas"]["Scope"][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      expires_at: string | null;
    };
    CallerMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description Whether the caller may use `/v1/admin/*` */
      operator: boolean;
    };
    CallerResponse: {
      data: components["schemas"]["Session"];
      error: null;
      meta: components["schemas"]["CallerMeta"];
    };
    RotateApiKey: {
      /**
       * @description How long the old secret works on; 0 ends it at once
       * @default 0
       */
      grace_period_seconds?: number | null;
    };
    CreatedApiKey: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      name: string;
      /** @description The key's first eight characters */
      prefix: string;
      scopes: components["schemas"]["Scope"][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      revoked_at: string | null;
      /** @description The secret; shown here and never again */
      key: string;
    };
    CreatedApiKeyResponse: {
      data: components["schemas"]["CreatedApiKey"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @description What a key asked for on a day; `key_id` is null for people */
    UsageOfDay: {
      /**
       * Format: date
       * @description A day, UTC
       */
      date: string;
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      key_id: string | null;
      simulations: number;
      /** Format: int64 */
      agent_runs: number;
    };
    UsageOfDayListResponse: {
      data: components["schemas"]["UsageOfDay"][];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @description The calendar month, UTC; its end is not in it */
    UsagePeriod: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      start: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      end: string;
    };
    Usage: {
      plan_tier: components["schemas"]["PlanTier"];
      period: components["schemas"]["UsagePeriod"];
      simulations_this_period: number;
      /** @description Null: none, like the other limits */
      simulations_limit: number | null;
      /**
       * Format: int64
       * @description Agents of this month's simulations
       */
      agent_runs_this_period: number;
      /** Format: int64 */
      agent_runs_limit: number | null;
      /** @description Simulations of all months */
      simulations_lifetime: number;
      /** @description Agents of one simulation */
      agent_count_ceiling: number;
      /** @description Requests a minute of each key and each user */
      rate_limit_per_minute: number;
      /** @description Readings that were started and did not fail */
      readings_this_period: number;
      /** @description Of Readings that have ended */
      reading_cost_usd_this_period: number;
      reading_ceiling_usd: number | null;
    };
    UsageResponse: {
      data: components["schemas"]["Usage"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /**
     * @description What went wrong: clients dispatch on it
     * @enum {string}
     */
    ErrorCode:
      | "validation_error"
      | "invalid_workflow"
      | "missing_authorization"
      | "invalid_credentials"
      | "not_authenticated"
      | "magic_link_invalid"
      | "invalid_or_expired_token"
      | "insufficient_quota"
      | "billing_disabled"
      | "forbidden"
      | "forbidden_missing_scope"
      | "forbidden_operator_only"
      | "not_found"
      | "simulation_not_found"
      | "workflow_not_found"
      | "idempotency_key_required"
      | "idempotency_key_invalid"
      | "idempotency_conflict"
      | "email_already_registered"
      | "organization_name_taken"
      | "api_key_already_rotated"
      | "simulation_not_complete"
      | "simulation_not_terminal"
      | "simulation_not_cancellable"
      | "insights_already_generated"
      | "training_not_complete"
      | "training_not_queued"
      | "training_not_terminal"
      | "training_queue_full"
      | "delivery_not_retryable"
      | "limit_reached"
      | "routing_low_confidence"
      | "tier_cap_exceeded"
      | "agent_count_exceeds_plan"
      | "insights_disabled"
      | "rate_limit_exceeded"
      | "insights_cost_cap_reached"
      | "internal_error"
      | "rate_limiter_unavailable"
      | "email_delivery_failed"
      | "service_unavailable"
      | "maintenance"
      | "billing_misconfigured";
    RecentRequest: {
      request_id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      at: string;
      method: string;
      /** @description The path's template; null where nothing has the path */
      route: string | null;
      status: number;
      error: components["schemas"]["ErrorCode"] | null;
      duration_ms: number;
      /**
       * Format: uuid
       * @description Null for a person
       */
      key_id: string | null;
    };
    RecentRequestPage: {
      data: components["schemas"]["RecentRequest"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    /** @enum {string} */
    ComponentState: "operational" | "degraded" | "outage";
    ServiceComponents: {
      api: components["schemas"]["ComponentState"];
      database: components["schemas"]["ComponentState"];
      cache: components["schemas"]["ComponentState"];
      workflows: components["schemas"]["ComponentState"];
    };
    StatusLinks: {
      /** @description Its own status page */
      billing_provider: string;
      /** @description Its own status page */
      email_provider: string;
    };
    /** @description `status` is outage where requests fail, and degraded where they are accepted and runs wait: where `workflows` is degraded, a task queue has had no worker for a minute */
    ServiceStatus: {
      status: components["schemas"]["ComponentState"];
      components: components["schemas"]["ServiceComponents"];
      links: components["schemas"]["StatusLinks"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      checked_at: string;
    };
    ServiceStatusResponse: {
      data: components["schemas"]["ServiceStatus"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @enum {string} */
    MethodologyStatus: "published" | "deprecated";
    MethodologySummary: {
      /** @description The slug, which a create names */
      workflow_id: string;
      version: number;
      status: components["schemas"]["MethodologyStatus"];
      name: string;
      label: string;
      description: string;
      topic: string;
      /** @description The calibrated question */
      kpi_question: string;
      recommended_sample_size: number;
      /** @description True where the KPI question's table is made up */
      illustrative: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
    };
    MethodologySummaryPage: {
      data: components["schemas"]["MethodologySummary"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    MethodologyCalibration: {
      source: string;
      /** @description True unless the figures are a published survey's */
      illustrative: boolean;
      /** @description Rows of the calibration table */
      rows: number;
      /** @description Rows kept out of fitting */
      held_out_rows: number;
    };
    Methodology: {
      /** @description The slug, which a create names */
      workflow_id: string;
      version: number;
      status: components["schemas"]["MethodologyStatus"];
      name: string;
      label: string;
      description: string;
      topic: string;
      /** @description The calibrated question */
      kpi_question: string;
      recommended_sample_size: number;
      /** @description True where the KPI question's table is made up */
      illustrative: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      exemplar_questions: string[];
      population: components["schemas"]["Population"];
      segments: string[];
      /** @description JSON Schema 2020-12 of `scenario_context` */
      scenario_schema: {
        [key: string]: unknown;
      };
      calibration: components["schemas"]["MethodologyCalibration"];
    };
    MethodologyResponse: {
      data: components["schemas"]["Methodology"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /**
     * @description The request's own X-Request-Id where it fits, else a new id; `meta.request_id` is the same.
     * @example 01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21
     */
    XRequestId: string;
    /**
     * @description Requests a minute of the key or the person. Absent where neither was charged.
     * @example 300
     */
    XRateLimitLimit: number;
    /**
     * @description Requests that would pass now.
     * @example 299
     */
    XRateLimitRemaining: number;
    /**
     * @description When all of them would pass again, in unix seconds.
     * @example 1796083200
     */
    XRateLimitReset: number;
    /**
     * @description The session's cookie: set at sign-in, renewed by a session's call at most once an hour, cleared at sign-out.
     * @example service_session=…; Path=/; HttpOnly; SameSite=Lax
     */
    SetCookie: string;
    /**
     * @description `no-store` where the answer holds a secret or a cookie.
     * @example no-store
     */
    CacheControl: string;
    /**
     * @description How to authenticate.
     * @example Bearer error="invalid_token"
     */
    WWWAuthenticate: string;
    /**
     * @description Seconds after which to ask again. Absent where there is nothing to wait for.
     * @example 2
     */
    RetryAfter: number;
    /**
     * @description The URL of what was created.
     * @example https://api.simulation.dev/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21
     */
    Location: string;
    /**
     * @description Since when something in this call is deprecated (RFC 9745); `meta.deprecations` says what.
     * @example @1796083200
     */
    Deprecation: string;
    /**
     * @description When it goes at the earliest (RFC 8594).
     * @example Wed, 01 Dec 2027 00:00:00 GMT
     */
    Sunset: string;
    /**
     * @description `true` where this is the first answer to the Idempotency-Key again.
     * @example true
     */
    IdempotencyReplayed: string;
    /**
     * @description The version, weak. Send it in If-None-Match, and an unchanged version answers 304 without a body.
     * @example W/"u9Gk2nB0x3c1a7fQy5Zt0w"
     */
    ETag: string;
    /**
     * @description The request's headers that decide on the form.
     * @example Accept, Accept-Encoding
     */
    Vary: string;
    /**
     * @description With text/csv: the name of the file.
     * @example attachment; filename="agents.csv"
     */
    ContentDisposition: string;
    /**
     * @description Names the preview that the operation belongs to: its shape may still evolve.
     * @example insights
     */
    XServicePreview: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listSimulations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        created_after?: string;
        created_before?: string;
        metadata?: {
          [key: string]: string;
        };
        status?: ("queued" | "running" | "completed" | "failed")[];
        workflow_id?: string;
        question?: string;
        search?: string;
        tag?: string[];
        archived?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *           "workflow_id": "product-purchase-intent",
           *           "status": "running",
           *           "agent_count": 500,
           *           "question": "Would you buy this oat drink for your breakfast?",
           *           "seed": 42,
           *           "created_at": "2026-12-01T09:30:00.000Z",
           *           "results_available": false,
           *           "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
           *           "insights_status": "not_started",
           *           "scenario_context": null,
           *           "audience": {
           *             "age": [
           *               "18-24",
           *               "25-34"
           *             ]
           *           },
           *           "callback_url": null,
           *           "routed_via": null,
           *           "metadata": {
           *             "campaign": "spring"
           *           },
           *           "name": "Oat drink, spring",
           *           "tags": [
           *             "breakfast"
           *           ],
           *           "archived": false,
           *           "created_by": {
           *             "kind": "key",
           *             "id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *             "name": "Production"
           *           },
           *           "agents_completed": 250,
           *           "progress_pct": 50,
           *           "started_at": "2026-12-01T09:30:00.120Z",
           *           "completed_at": null,
           *           "failure_code": null,
           *           "failure_message": null,
           *           "shared": false,
           *           "verdict": {
           *             "evidence": "predicted",
           *             "yes_pct": 48.4,
           *             "maybe_pct": 22,
           *             "no_pct": 29.2,
           *             "n_a_pct": 0.4,
           *             "interval_pct": {
           *               "yes": [
           *                 38.2,
           *                 58.6
           *               ],
           *               "maybe": [
           *                 14.1,
           *                 29.9
           *               ],
           *               "no": [
           *                 20.3,
           *                 38.5
           *               ]
           *             }
           *           }
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["ListedSimulationPage"];
        };
      };
    };
  };
  createSimulation: {
    parameters: {
      query?: never;
      header: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key": string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description Null for an optional field is as absent. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "workflow_id": "product-purchase-intent",
         *       "agent_count": 500,
         *       "question": "Would you buy this oat drink for your breakfast?",
         *       "audience": {
         *         "age": [
         *           "18-24",
         *           "25-34"
         *         ]
         *       },
         *       "seed": 42,
         *       "generate_insights": true,
         *       "metadata": {
         *         "campaign": "spring"
         *       }
         *     }
         */
        "application/json": components["schemas"]["CreateSimulation"];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          Location: components["headers"]["Location"];
          Deprecation: components["headers"]["Deprecation"];
          Sunset: components["headers"]["Sunset"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "workflow_id": "product-purchase-intent",
           *         "status": "queued",
           *         "agent_count": 500,
           *         "question": "Would you buy this oat drink for your breakfast?",
           *         "seed": 42,
           *         "created_at": "2026-12-01T09:30:00.000Z",
           *         "results_available": false,
           *         "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
           *         "insights_status": "not_started",
           *         "scenario_context": null,
           *         "audience": {
           *           "age": [
           *             "18-24",
           *             "25-34"
           *           ]
           *         },
           *         "callback_url": null,
           *         "routed_via": null,
           *         "metadata": {
           *           "campaign": "spring"
           *         },
           *         "name": "Oat drink, spring",
           *         "tags": [
           *           "breakfast"
           *         ],
           *         "archived": false,
           *         "created_by": {
           *           "kind": "key",
           *           "id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *           "name": "Production"
           *         },
           *         "poll_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["CreatedSimulationResponse"];
        };
      };
    };
  };
  autoSimulation: {
    parameters: {
      query?: never;
      header: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key": string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description Null for an optional field is as absent. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "question": "Would you buy this oat drink for your breakfast?",
         *       "agent_count": 500,
         *       "generate_insights": true
         *     }
         */
        "application/json": components["schemas"]["AutoSimulation"];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          Location: components["headers"]["Location"];
          Deprecation: components["headers"]["Deprecation"];
          Sunset: components["headers"]["Sunset"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "workflow_id": "product-purchase-intent",
           *         "status": "queued",
           *         "agent_count": 500,
           *         "question": "Would you buy this oat drink for your breakfast?",
           *         "seed": 42,
           *         "created_at": "2026-12-01T09:30:00.000Z",
           *         "results_available": false,
           *         "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
           *         "insights_status": "not_started",
           *         "scenario_context": null,
           *         "audience": {
           *           "age": [
           *             "18-24",
           *             "25-34"
           *           ]
           *         },
           *         "callback_url": null,
           *         "routed_via": null,
           *         "metadata": {
           *           "campaign": "spring"
           *         },
           *         "name": "Oat drink, spring",
           *         "tags": [
           *           "breakfast"
           *         ],
           *         "archived": false,
           *         "created_by": {
           *           "kind": "key",
           *           "id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *           "name": "Production"
           *         },
           *         "poll_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "routed_via": {
           *           "workflow_id": "product-purchase-intent",
           *           "workflow_name": "Product purchase intent",
           *           "confidence": 0.93,
           *           "methodology_label": "Purchase intent",
           *           "kpi_question": "How likely are you to buy this product?"
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["RoutedSimulationResponse"];
        };
      };
    };
  };
  createSimulations: {
    parameters: {
      query?: never;
      header: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key": string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description Null for an optional field is as absent. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "simulations": [
         *         {
         *           "workflow_id": "product-purchase-intent",
         *           "question": "Would you buy this oat drink for your breakfast?"
         *         },
         *         {
         *           "workflow_id": "product-purchase-intent",
         *           "question": "Would you buy this soy drink for your breakfast?"
         *         }
         *       ],
         *       "agent_count": 500,
         *       "seed": 42
         *     }
         */
        "application/json": components["schemas"]["SimulationBatch"];
      };
    };
    responses: {
      /** @description All of them, in order */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          Deprecation: components["headers"]["Deprecation"];
          Sunset: components["headers"]["Sunset"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *           "workflow_id": "product-purchase-intent",
           *           "status": "queued",
           *           "agent_count": 500,
           *           "question": "Would you buy this oat drink for your breakfast?",
           *           "seed": 42,
           *           "created_at": "2026-12-01T09:30:00.000Z",
           *           "results_available": false,
           *           "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
           *           "insights_status": "not_started",
           *           "scenario_context": null,
           *           "audience": {
           *             "age": [
           *               "18-24",
           *               "25-34"
           *             ]
           *           },
           *           "callback_url": null,
           *           "routed_via": null,
           *           "metadata": {
           *             "campaign": "spring"
           *           },
           *           "name": "Oat drink, spring",
           *           "tags": [
           *             "breakfast"
           *           ],
           *           "archived": false,
           *           "created_by": {
           *             "kind": "key",
           *             "id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *             "name": "Production"
           *           },
           *           "poll_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["CreatedSimulationListResponse"];
        };
      };
    };
  };
  previewSimulation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Null for an optional field is as absent. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "question": "Would you buy this oat drink for your breakfast?",
         *       "audience": {
         *         "age": [
         *           "18-24",
         *           "25-34"
         *         ]
         *       },
         *       "agent_count": 500
         *     }
         */
        "application/json": components["schemas"]["PreviewSimulation"];
      };
    };
    responses: {
      /** @description The preview */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "question": "Would you buy this oat drink for your breakfast?",
           *         "audience": {
           *           "age": [
           *             "18-24",
           *             "25-34"
           *           ]
           *         },
           *         "population": {
           *           "frame": "us-adults-2024",
           *           "description": "U.S. resident adults aged 18 and over"
           *         },
           *         "frame": {
           *           "share_pct": 18.2,
           *           "dimensions": [
           *             {
           *               "dimension": "sex",
           *               "segments": [
           *                 "female",
           *                 "male"
           *               ]
           *             }
           *           ]
           *         },
           *         "workflow_id": "product-purchase-intent",
           *         "agent_count": 500,
           *         "routed_via": {
           *           "workflow_id": "product-purchase-intent",
           *           "workflow_name": "Product purchase intent",
           *           "confidence": 0.93,
           *           "methodology_label": "Purchase intent"
           *         },
           *         "alternatives": [
           *           {
           *             "workflow_id": "brand-trust",
           *             "confidence": 0.03
           *           }
           *         ],
           *         "tier": 2,
           *         "similarity": 0.42,
           *         "matched_question": null,
           *         "sources": [
           *           {
           *             "survey": "General Social Survey",
           *             "year": "2016, 2018",
           *             "respondents": 2512,
           *             "citation": "Smith, Tom W. et al., General Social Surveys 1972–2018.",
           *             "illustrative": false
           *           }
           *         ],
           *         "illustrative": false,
           *         "expected_pct": {
           *           "yes": 48.4,
           *           "maybe": 22,
           *           "no": 29.2,
           *           "n_a": 0.4
           *         },
           *         "interval_pct": {
           *           "yes": [
           *             38.2,
           *             58.6
           *           ],
           *           "maybe": [
           *             14.1,
           *             29.9
           *           ],
           *           "no": [
           *             20.3,
           *             38.5
           *           ]
           *         },
           *         "margin_of_error_pct": 10.2,
           *         "sampling_margin_pct": 4.4,
           *         "uncertainty_basis": "held_out_questions",
           *         "evidence": "predicted",
           *         "effective_human_n": 88.3,
           *         "question_issues": [
           *           "double_barrelled"
           *         ],
           *         "scenario_applied": {
           *           "price": 4.5,
           *           "read_from": "question",
           *           "ignored": []
           *         },
           *         "cost": null
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["SimulationPreviewResponse"];
        };
      };
    };
  };
  showSimulation: {
    parameters: {
      query?: {
        wait?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its status */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Retry-After": components["headers"]["RetryAfter"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "workflow_id": "product-purchase-intent",
           *         "status": "running",
           *         "agent_count": 500,
           *         "question": "Would you buy this oat drink for your breakfast?",
           *         "seed": 42,
           *         "created_at": "2026-12-01T09:30:00.000Z",
           *         "results_available": false,
           *         "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
           *         "insights_status": "not_started",
           *         "scenario_context": null,
           *         "audience": {
           *           "age": [
           *             "18-24",
           *             "25-34"
           *           ]
           *         },
           *         "callback_url": null,
           *         "routed_via": null,
           *         "metadata": {
           *           "campaign": "spring"
           *         },
           *         "name": "Oat drink, spring",
           *         "tags": [
           *           "breakfast"
           *         ],
           *         "archived": false,
           *         "created_by": {
           *           "kind": "key",
           *           "id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *           "name": "Production"
           *         },
           *         "agents_completed": 250,
           *         "progress_pct": 50,
           *         "started_at": "2026-12-01T09:30:00.120Z",
           *         "completed_at": null,
           *         "failure_code": null,
           *         "failure_message": null,
           *         "shared": false
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_poll_after_seconds": 1
           *       }
           *     }
           */
          "application/json": components["schemas"]["SimulationResponse"];
        };
      };
    };
  };
  deleteSimulation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  changeSimulation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description Null clears a field that can be null. An empty body changes nothing. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Oat drink, spring",
         *       "tags": [
         *         "breakfast"
         *       ],
         *       "archived": false
         *     }
         */
        "application/json": components["schemas"]["ChangeSimulation"];
      };
    };
    responses: {
      /** @description Changed */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "workflow_id": "product-purchase-intent",
           *         "status": "running",
           *         "agent_count": 500,
           *         "question": "Would you buy this oat drink for your breakfast?",
           *         "seed": 42,
           *         "created_at": "2026-12-01T09:30:00.000Z",
           *         "results_available": false,
           *         "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
           *         "insights_status": "not_started",
           *         "scenario_context": null,
           *         "audience": {
           *           "age": [
           *             "18-24",
           *             "25-34"
           *           ]
           *         },
           *         "callback_url": null,
           *         "routed_via": null,
           *         "metadata": {
           *           "campaign": "spring"
           *         },
           *         "name": "Oat drink, spring",
           *         "tags": [
           *           "breakfast"
           *         ],
           *         "archived": false,
           *         "created_by": {
           *           "kind": "key",
           *           "id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *           "name": "Production"
           *         },
           *         "agents_completed": 250,
           *         "progress_pct": 50,
           *         "started_at": "2026-12-01T09:30:00.120Z",
           *         "completed_at": null,
           *         "failure_code": null,
           *         "failure_message": null,
           *         "shared": false
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_poll_after_seconds": 1
           *       }
           *     }
           */
          "application/json": components["schemas"]["SimulationResponse"];
        };
      };
    };
  };
  showDisclosure: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The disclosure */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "question": "Should the government spend more on the environment?",
           *         "agents": 500,
           *         "population": "Adults who live in the United States, by the frame us-adults-2024.",
           *         "fielded": "2026-12-01T09:30:00.420Z",
           *         "sources": [
           *           {
           *             "survey": "General Social Survey",
           *             "year": "2016, 2018",
           *             "mode": "face-to-face",
           *             "respondents": 2512,
           *             "wording_note": "Worded by us after the survey's question, whose own wording may differ. Taken by: Davern, M. et al.: General Social Survey 1972–2024, NORC at the University of Chicago.",
           *             "answers": [
           *               "too little or not enough",
           *               "about right",
           *               "too much"
           *             ],
           *             "fold": {
           *               "yes": [
           *                 "too little or not enough"
           *               ],
           *               "maybe": [
           *                 "about right"
           *               ],
           *               "no": [
           *                 "too much"
           *               ],
           *               "none": []
           *             },
           *             "weight": "the survey's own weights"
           *           }
           *         ],
           *         "matching": "It is taken for the calibrated question \"Should the country spend more on the environment?\" (similarity 0.97) of the methodology public-spending.",
           *         "adjustments": [
           *           "No person was interviewed: 500 agents were drawn from the population's table by the engine embedded, so there is no response rate, mode or language but those of the sources.",
           *           "52 to 72 % of U.S. adults would say yes, by a survey of 2016 and 2018: the 95 % interval, as wide as that of a random sample of 93 people. Sampling of the 500 agents alone: ± 5 points, by 455 effective agents.",
           *           "Agents are weighted so that their margins are the population's (raking; design effect 1.1)."
           *         ],
           *         "not_measured": [
           *           "What has changed since the years of the sources."
           *         ]
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["DisclosureResponse"];
        };
      };
    };
  };
  simulationResults: {
    parameters: {
      query?: {
        agents?: boolean;
        table?: "agents" | "segments";
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The results */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          ETag: components["headers"]["ETag"];
          Vary: components["headers"]["Vary"];
          "Content-Disposition": components["headers"]["ContentDisposition"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "workflow_id": "product-purchase-intent",
           *         "agent_count": 500,
           *         "seed": 42,
           *         "customer_question": "Would you buy this oat drink for your breakfast?",
           *         "metadata": {
           *           "campaign": "spring"
           *         },
           *         "population": {
           *           "frame": "us-adults-2024",
           *           "description": "U.S. resident adults aged 18 and over"
           *         },
           *         "audience": {
           *           "age": [
           *             "18-24",
           *             "25-34"
           *           ]
           *         },
           *         "engine": {
           *           "name": "embedded",
           *           "version": "5"
           *         },
           *         "completed_at": "2026-12-01T09:30:01.400Z",
           *         "verdict": {
           *           "yes": 242,
           *           "maybe": 110,
           *           "no": 146,
           *           "n_a": 2,
           *           "total": 500,
           *           "yes_pct": 48.4,
           *           "maybe_pct": 22,
           *           "no_pct": 29.2,
           *           "n_a_pct": 0.4,
           *           "interval_pct": {
           *             "yes": [
           *               38.2,
           *               58.6
           *             ],
           *             "maybe": [
           *               14.1,
           *               29.9
           *             ],
           *             "no": [
           *               20.3,
           *               38.5
           *             ]
           *           },
           *           "margin_of_error_pct": 10.2,
           *           "sampling_margin_pct": 4.6,
           *           "design_effect": 1.1,
           *           "effective_n": 454.5,
           *           "answer": "yes",
           *           "uncertainty_basis": "held_out_questions",
           *           "evidence": "predicted",
           *           "effective_human_n": 88.3
           *         },
           *         "question_issues": [],
           *         "by_segment": [
           *           {
           *             "dimension": "age",
           *             "segment": "18-24",
           *             "yes": 40,
           *             "maybe": 10,
           *             "no": 10,
           *             "n_a": 0,
           *             "total": 60,
           *             "yes_pct": 66.7,
           *             "maybe_pct": 16.7,
           *             "no_pct": 16.6,
           *             "n_a_pct": 0,
           *             "interval_pct": {
           *               "yes": [
           *                 38.2,
           *                 58.6
           *               ],
           *               "maybe": [
           *                 14.1,
           *                 29.9
           *               ],
           *               "no": [
           *                 20.3,
           *                 38.5
           *               ]
           *             },
           *             "margin_of_error_pct": 10.2,
           *             "sampling_margin_pct": 4.6,
           *             "design_effect": 1.1,
           *             "effective_n": 454.5,
           *             "small_base": false
           *           }
           *         ],
           *         "scenario_applied": null,
           *         "agents": [
           *           {
           *             "index": 0,
           *             "segments": {
           *               "sex": "female",
           *               "age": "18-24"
           *             },
           *             "weight": 0.98,
           *             "answer": "yes",
           *             "intensity": 4,
           *             "reason": "It suits what I have for breakfast.",
           *             "quote": null
           *           }
           *         ],
           *         "calibration_boundary": {
           *           "tier": 2,
           *           "kind": "topic_uncalibrated",
           *           "disclaimer": "The question matches no calibrated question; the verdict is predicted from questions that people really answered.",
           *           "methodology_id": "product-purchase-intent",
           *           "similarity": 0.42,
           *           "matched_question": null,
           *           "sources": [
           *             {
           *               "survey": "General Social Survey",
           *               "year": "2016, 2018",
           *               "respondents": 2512,
           *               "citation": "Smith, Tom W. et al., General Social Surveys 1972–2018.",
           *               "illustrative": false
           *             }
           *           ],
           *           "accuracy_pct": null,
           *           "accuracy_basis": null,
           *           "confirm_mean_pct": null
           *         },
           *         "post_hoc": {
           *           "insights_status": "queued",
           *           "insights_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/insights"
           *         }
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["SimulationResultsResponse"];
          /**
           * @example dimension,segment,total,yes_pct
           *     age,18-24,60,66.7
           */
          "text/csv": string;
        };
      };
    };
  };
  compareSimulations: {
    parameters: {
      query?: {
        by_segment?: boolean;
        with?: string[];
      };
      header?: never;
      path: {
        id: string;
        other_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The comparison */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "simulations": [
           *           {
           *             "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *             "workflow_id": "product-purchase-intent",
           *             "question": "Would you buy this oat drink for your breakfast?",
           *             "audience": {
           *               "age": [
           *                 "18-24",
           *                 "25-34"
           *               ]
           *             },
           *             "agent_count": 500,
           *             "seed": 42,
           *             "completed_at": "2026-12-01T09:30:01.400Z",
           *             "verdict": {
           *               "yes_pct": 48.4,
           *               "maybe_pct": 22,
           *               "no_pct": 29.2
           *             }
           *           },
           *           {
           *             "simulation_id": "01985d2d-0a4b-7d52-8f0e-1c2b3a495867",
           *             "workflow_id": "product-purchase-intent",
           *             "question": "Would you buy this soy drink for your breakfast?",
           *             "audience": {
           *               "age": [
           *                 "18-24",
           *                 "25-34"
           *               ]
           *             },
           *             "agent_count": 500,
           *             "seed": 42,
           *             "completed_at": "2026-12-01T09:30:01.400Z",
           *             "verdict": {
           *               "yes_pct": 44.2,
           *               "maybe_pct": 23.2,
           *               "no_pct": 32.2
           *             }
           *           }
           *         ],
           *         "paired": true,
           *         "difference_pct": {
           *           "yes": -4.2,
           *           "maybe": 1.2,
           *           "no": 3
           *         },
           *         "interval_pct": {
           *           "yes": [
           *             -18.2,
           *             9.8
           *           ],
           *           "maybe": [
           *             -9.5,
           *             11.9
           *           ],
           *           "no": [
           *             -10.4,
           *             16.4
           *           ]
           *         },
           *         "agents_interval_pct": {
           *           "yes": [
           *             -7.1,
           *             -1.3
           *           ],
           *           "maybe": [
           *             -1.4,
           *             3.8
           *           ],
           *           "no": [
           *             0.4,
           *             5.6
           *           ]
           *         },
           *         "by_segment": [
           *           {
           *             "dimension": "age",
           *             "segment": "18-24",
           *             "difference_pct": {
           *               "yes": -4.2,
           *               "maybe": 1.2,
           *               "no": 3
           *             },
           *             "interval_pct": {
           *               "yes": [
           *                 -18.2,
           *                 9.8
           *               ],
           *               "maybe": [
           *                 -9.5,
           *                 11.9
           *               ],
           *               "no": [
           *                 -10.4,
           *                 16.4
           *               ]
           *             },
           *             "agents_interval_pct": {
           *               "yes": [
           *                 -7.1,
           *                 -1.3
           *               ],
           *               "maybe": [
           *                 -1.4,
           *                 3.8
           *               ],
           *               "no": [
           *                 0.4,
           *                 5.6
           *               ]
           *             }
           *           }
           *         ],
           *         "others": [],
           *         "note": "Both simulations drew the same agents, so who was drawn plays no part in the difference; questions, surveys, their years and the error of predictions do."
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["SimulationComparisonResponse"];
        };
      };
    };
  };
  cancelSimulation: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancelled */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "status": "failed",
           *         "failure_code": "cancelled"
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["CancelledSimulationResponse"];
        };
      };
    };
  };
  shareSimulation: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The link */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          /** @description Always `no-store`. */
          "Cache-Control"?: "no-store";
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "url": "https://api.example.org/shared/9yK1uZ3cQ7eVxT0aJb5nLmW2rHs8dPfGqE4iXoC6vBk",
           *         "created_at": "2026-12-01T09:00:00.000Z"
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["SimulationShareResponse"];
        };
      };
    };
  };
  endSimulationShare: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ended, or there was none */
      204: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  generateInsights: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Queued, or in flight already */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          /** @description Always `insights`. */
          "X-Service-Preview"?: "insights";
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "insights_status": "queued",
           *         "poll_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/insights",
           *         "estimated_completion_time_seconds": 30
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["GeneratingInsightsResponse"];
        };
      };
    };
  };
  showInsights: {
    parameters: {
      query?: {
        wait?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its state and content */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Retry-After": components["headers"]["RetryAfter"];
          /** @description Always `insights`. */
          "X-Service-Preview"?: "insights";
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "insights_status": "running",
           *         "block_status": null,
           *         "calibration_boundary": null,
           *         "post_hoc": null,
           *         "generated_at": null,
           *         "cost_usd_estimate": null,
           *         "error_message": null
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_poll_after_seconds": 5
           *       }
           *     }
           */
          "application/json": components["schemas"]["InsightsResponse"];
        };
      };
    };
  };
  createTrainingUpload: {
    parameters: {
      query?: never;
      header: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key": string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description Null for an optional field is as absent. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "workflow_name": "Oat drinks",
         *       "file_bytes": 48213
         *     }
         */
        "application/json": components["schemas"]["CreateTrainingUpload"];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          /** @description Always `no-store`. */
          "Cache-Control"?: "no-store";
          Location: components["headers"]["Location"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "training_id": "01985d50-0a1b-7c2d-9e3f-405162738495",
           *         "upload_url": "https://api.example.org/uploads/eyJpZCI6IjAxOTg1ZDUwIn0",
           *         "upload_url_expires_at": "2026-12-01T09:15:00.000Z"
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["TrainingUploadResponse"];
        };
      };
    };
  };
  showTraining: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its status */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "training_id": "01985d50-0a1b-7c2d-9e3f-405162738495",
           *         "workflow_name": "Oat drinks",
           *         "description": null,
           *         "status": "COMPLETED",
           *         "results_available": true,
           *         "upload_received": true,
           *         "metadata": {},
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "started_at": "2026-12-01T09:05:00.000Z",
           *         "completed_at": "2026-12-01T09:05:01.000Z",
           *         "failure_message": null
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["TrainingRunResponse"];
        };
      };
    };
  };
  deleteTraining: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listTraining: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        created_after?: string;
        created_before?: string;
        metadata?: {
          [key: string]: string;
        };
        status?: ("QUEUED" | "RUNNING" | "COMPLETED" | "FAILED")[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "training_id": "01985d50-0a1b-7c2d-9e3f-405162738495",
           *           "workflow_name": "Oat drinks",
           *           "description": null,
           *           "status": "COMPLETED",
           *           "results_available": true,
           *           "upload_received": true,
           *           "metadata": {},
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "started_at": "2026-12-01T09:05:00.000Z",
           *           "completed_at": "2026-12-01T09:05:01.000Z",
           *           "failure_message": null
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["TrainingRunPage"];
        };
      };
    };
  };
  startTraining: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Started */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "training_id": "01985d50-0a1b-7c2d-9e3f-405162738495",
           *         "workflow_name": "Oat drinks",
           *         "description": null,
           *         "status": "COMPLETED",
           *         "results_available": true,
           *         "upload_received": true,
           *         "metadata": {},
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "started_at": "2026-12-01T09:05:00.000Z",
           *         "completed_at": "2026-12-01T09:05:01.000Z",
           *         "failure_message": null
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["TrainingRunResponse"];
        };
      };
    };
  };
  trainingResults: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The results */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "training_id": "01985d50-0a1b-7c2d-9e3f-405162738495",
           *         "basis": "uploaded_file",
           *         "mape": 12.4,
           *         "mae_points": 5.1,
           *         "smape": 11.9,
           *         "by_segment": [
           *           {
           *             "segment": "age=18-24",
           *             "mape": 12.4,
           *             "observations": 3,
           *             "small_actuals": 0,
           *             "mae_points": 5.1
           *           }
           *         ],
           *         "preview_only": true,
           *         "disclaimer": "Computed from the uploaded file: 3 rows, none left out."
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["TrainingResultsResponse"];
        };
      };
    };
  };
  showWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhook_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "url": "https://hooks.example.org/simulations",
           *         "events": [
           *           "simulation.completed"
           *         ],
           *         "description": null,
           *         "custom_headers": {},
           *         "enabled": true,
           *         "metadata": {},
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "updated_at": "2026-12-01T09:00:00.000Z",
           *         "disabled_reason": null
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["WebhookResponse"];
        };
      };
    };
  };
  changeWebhookByPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        webhook_id: string;
      };
      cookie?: never;
    };
    /** @description Null clears a field that can be null. An empty body changes nothing. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "enabled": false
         *     }
         */
        "application/json": components["schemas"]["ChangeWebhook"];
      };
    };
    responses: {
      /** @description The subscription as it is now */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "url": "https://hooks.example.org/simulations",
           *         "events": [
           *           "simulation.completed"
           *         ],
           *         "description": null,
           *         "custom_headers": {},
           *         "enabled": true,
           *         "metadata": {},
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "updated_at": "2026-12-01T09:00:00.000Z",
           *         "disabled_reason": null
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["ChangedWebhookResponse"];
        };
      };
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhook_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "deleted": true
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["DeletedWebhookResponse"];
        };
      };
    };
  };
  changeWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhook_id: string;
      };
      cookie?: never;
    };
    /** @description Null clears a field that can be null. An empty body changes nothing. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "enabled": false
         *     }
         */
        "application/json": components["schemas"]["ChangeWebhook"];
      };
    };
    responses: {
      /** @description The subscription as it is now */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "url": "https://hooks.example.org/simulations",
           *         "events": [
           *           "simulation.completed"
           *         ],
           *         "description": null,
           *         "custom_headers": {},
           *         "enabled": true,
           *         "metadata": {},
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "updated_at": "2026-12-01T09:00:00.000Z",
           *         "disabled_reason": null
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["ChangedWebhookResponse"];
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        enabled?: boolean;
        metadata?: {
          [key: string]: string;
        };
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *           "url": "https://hooks.example.org/simulations",
           *           "events": [
           *             "simulation.completed"
           *           ],
           *           "description": null,
           *           "custom_headers": {},
           *           "enabled": true,
           *           "metadata": {},
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "updated_at": "2026-12-01T09:00:00.000Z",
           *           "disabled_reason": null
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["WebhookPage"];
        };
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key": string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description Null for an optional field is as absent. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://hooks.example.org/simulations",
         *       "events": [
         *         "simulation.completed",
         *         "simulation.failed"
         *       ],
         *       "description": "Production"
         *     }
         */
        "application/json": components["schemas"]["CreateWebhook"];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          /** @description Always `no-store`. */
          "Cache-Control"?: "no-store";
          Location: components["headers"]["Location"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "url": "https://hooks.example.org/simulations",
           *         "events": [
           *           "simulation.completed"
           *         ],
           *         "description": null,
           *         "custom_headers": {},
           *         "enabled": true,
           *         "metadata": {},
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "updated_at": "2026-12-01T09:00:00.000Z",
           *         "disabled_reason": null,
           *         "secret": "whsec_3kq0Zb1VfY2xGm8sQpLr5tUoWcNaEhJdXi7B4vK9yRw="
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["WebhookWithSecretResponse"];
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: ("pending" | "succeeded" | "failed" | "cancelled")[];
        event_type?: components["schemas"]["EventType"];
        simulation_id?: string;
        event_id?: string;
        created_after?: string;
        created_before?: string;
      };
      header?: never;
      path: {
        webhook_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a",
           *           "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *           "event_id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *           "event_type": "simulation.completed",
           *           "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *           "url": "https://hooks.example.org/simulations",
           *           "status": "succeeded",
           *           "response_status": 204,
           *           "attempt_count": 1,
           *           "max_attempts": 10,
           *           "latency_ms": 84,
           *           "error_message": null,
           *           "next_retry_at": null,
           *           "retry_requested_at": null,
           *           "created_at": "2026-12-01T09:30:01.400Z",
           *           "completed_at": "2026-12-01T09:30:01.520Z"
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["DeliverySummaryPage"];
        };
      };
    };
  };
  listWebhookStats: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The hours of all subscriptions */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *           "at": "2026-12-01T09:00:00.000Z",
           *           "succeeded": 41,
           *           "failed": 1,
           *           "is_partial": false
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["WebhookHourListResponse"];
        };
      };
    };
  };
  recoverWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        webhook_id: string;
      };
      cookie?: never;
    };
    /** @description Null for an optional field is as absent. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-12-01T09:30:01.400Z"
         *     }
         */
        "application/json": components["schemas"]["RecoverWebhook"];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "matched": 3
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["MatchedDeliveriesResponse"];
        };
      };
    };
  };
  showCallbackSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether there is one */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "exists": false,
           *         "updated_at": null
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["CallbackSecretStateResponse"];
        };
      };
    };
  };
  rotateCallbackSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new secret */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          /** @description Always `no-store`. */
          "Cache-Control"?: "no-store";
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "secret": "whsec_3kq0Zb1VfY2xGm8sQpLr5tUoWcNaEhJdXi7B4vK9yRw="
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["CallbackSecretResponse"];
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        webhook_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new secret */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          /** @description Always `no-store`. */
          "Cache-Control"?: "no-store";
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "url": "https://hooks.example.org/simulations",
           *         "events": [
           *           "simulation.completed"
           *         ],
           *         "description": null,
           *         "custom_headers": {},
           *         "enabled": true,
           *         "metadata": {},
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "updated_at": "2026-12-01T09:00:00.000Z",
           *         "disabled_reason": null,
           *         "secret": "whsec_3kq0Zb1VfY2xGm8sQpLr5tUoWcNaEhJdXi7B4vK9yRw="
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["WebhookWithSecretResponse"];
        };
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        webhook_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          Location: components["headers"]["Location"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a",
           *         "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "event_id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *         "event_type": "simulation.completed",
           *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "url": "https://hooks.example.org/simulations",
           *         "status": "succeeded",
           *         "response_status": 204,
           *         "attempt_count": 1,
           *         "max_attempts": 10,
           *         "latency_ms": 84,
           *         "error_message": null,
           *         "next_retry_at": null,
           *         "retry_requested_at": null,
           *         "created_at": "2026-12-01T09:30:01.400Z",
           *         "completed_at": "2026-12-01T09:30:01.520Z",
           *         "attempts": [
           *           {
           *             "number": 1,
           *             "at": "2026-12-01T09:30:01.430Z",
           *             "response_status": 204,
           *             "latency_ms": 84,
           *             "error_code": null,
           *             "error_message": null,
           *             "response_excerpt": ""
           *           }
           *         ]
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "delivery_note": "The subscription is disabled: the delivery is held until it is enabled."
           *       }
           *     }
           */
          "application/json": components["schemas"]["TestWebhookResponse"];
        };
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: ("pending" | "succeeded" | "failed" | "cancelled")[];
        event_type?: components["schemas"]["EventType"];
        simulation_id?: string;
        event_id?: string;
        created_after?: string;
        created_before?: string;
        webhook_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a",
           *           "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *           "event_id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *           "event_type": "simulation.completed",
           *           "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *           "url": "https://hooks.example.org/simulations",
           *           "status": "succeeded",
           *           "response_status": 204,
           *           "attempt_count": 1,
           *           "max_attempts": 10,
           *           "latency_ms": 84,
           *           "error_message": null,
           *           "next_retry_at": null,
           *           "retry_requested_at": null,
           *           "created_at": "2026-12-01T09:30:01.400Z",
           *           "completed_at": "2026-12-01T09:30:01.520Z"
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["DeliverySummaryPage"];
        };
      };
    };
  };
  listDeliveryAttempts: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "number": 1,
           *           "at": "2026-12-01T09:30:01.430Z",
           *           "response_status": 204,
           *           "latency_ms": 84,
           *           "error_code": null,
           *           "error_message": null,
           *           "response_excerpt": ""
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["DeliveryAttemptPage"];
        };
      };
    };
  };
  retryDeliveries: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description Null for an optional field is as absent. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_type": "simulation.completed",
         *       "created_after": "2026-12-01T09:30:01.400Z"
         *     }
         */
        "application/json": components["schemas"]["RetryOwnDeliveries"];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "matched": 3
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["MatchedDeliveriesResponse"];
        };
      };
    };
  };
  retryDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted; the delivery, whose `retry_requested_at` shows the retry */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a",
           *         "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "event_id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *         "event_type": "simulation.completed",
           *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "url": "https://hooks.example.org/simulations",
           *         "status": "succeeded",
           *         "response_status": 204,
           *         "attempt_count": 1,
           *         "max_attempts": 10,
           *         "latency_ms": 84,
           *         "error_message": null,
           *         "next_retry_at": null,
           *         "retry_requested_at": null,
           *         "created_at": "2026-12-01T09:30:01.400Z",
           *         "completed_at": "2026-12-01T09:30:01.520Z",
           *         "attempts": [
           *           {
           *             "number": 1,
           *             "at": "2026-12-01T09:30:01.430Z",
           *             "response_status": 204,
           *             "latency_ms": 84,
           *             "error_code": null,
           *             "error_message": null,
           *             "response_excerpt": ""
           *           }
           *         ]
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["DeliveryResponse"];
        };
      };
    };
  };
  retryWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        webhook_id: string;
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted; the delivery, whose `retry_requested_at` shows the retry */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a",
           *         "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "event_id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *         "event_type": "simulation.completed",
           *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "url": "https://hooks.example.org/simulations",
           *         "status": "succeeded",
           *         "response_status": 204,
           *         "attempt_count": 1,
           *         "max_attempts": 10,
           *         "latency_ms": 84,
           *         "error_message": null,
           *         "next_retry_at": null,
           *         "retry_requested_at": null,
           *         "created_at": "2026-12-01T09:30:01.400Z",
           *         "completed_at": "2026-12-01T09:30:01.520Z",
           *         "attempts": [
           *           {
           *             "number": 1,
           *             "at": "2026-12-01T09:30:01.430Z",
           *             "response_status": 204,
           *             "latency_ms": 84,
           *             "error_code": null,
           *             "error_message": null,
           *             "response_excerpt": ""
           *           }
           *         ]
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["DeliveryResponse"];
        };
      };
    };
  };
  showDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a",
           *         "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *         "event_id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *         "event_type": "simulation.completed",
           *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "url": "https://hooks.example.org/simulations",
           *         "status": "succeeded",
           *         "response_status": 204,
           *         "attempt_count": 1,
           *         "max_attempts": 10,
           *         "latency_ms": 84,
           *         "error_message": null,
           *         "next_retry_at": null,
           *         "retry_requested_at": null,
           *         "created_at": "2026-12-01T09:30:01.400Z",
           *         "completed_at": "2026-12-01T09:30:01.520Z",
           *         "attempts": [
           *           {
           *             "number": 1,
           *             "at": "2026-12-01T09:30:01.430Z",
           *             "response_status": 204,
           *             "latency_ms": 84,
           *             "error_code": null,
           *             "error_message": null,
           *             "response_excerpt": ""
           *           }
           *         ]
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["DeliveryResponse"];
        };
      };
    };
  };
  listEventTypes: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "type": "simulation.completed",
           *           "description": "A simulation is complete",
           *           "schema": {
           *             "type": "object"
           *           },
           *           "example": {
           *             "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *             "type": "simulation.completed",
           *             "created": 1796117401,
           *             "data": {
           *               "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *               "workflow_id": "product-purchase-intent",
           *               "status": "completed",
           *               "agent_count": 500,
           *               "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
           *               "completed_at": "2026-12-01T09:30:01.400Z",
           *               "failure_code": null,
           *               "failure_message": null
           *             }
           *           }
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["EventTypeEntryPage"];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        type?: (
          | "simulation.completed"
          | "simulation.failed"
          | "simulation.insights.completed"
          | "simulation.insights.failed"
          | "training.completed"
          | "training.failed"
          | "webhook.test"
        )[];
        simulation_id?: string;
        after?: string;
        wait?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *           "type": "simulation.completed",
           *           "created": 1796117401,
           *           "data": {
           *             "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *             "workflow_id": "product-purchase-intent",
           *             "status": "completed",
           *             "agent_count": 500,
           *             "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
           *             "completed_at": "2026-12-01T09:30:01.400Z",
           *             "failure_code": null,
           *             "failure_message": null
           *           }
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["EventPage"];
        };
      };
    };
  };
  showEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        event_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *         "type": "simulation.completed",
           *         "created": 1796117401,
           *         "data": {
           *           "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *           "workflow_id": "product-purchase-intent",
           *           "status": "completed",
           *           "agent_count": 500,
           *           "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
           *           "completed_at": "2026-12-01T09:30:01.400Z",
           *           "failure_code": null,
           *           "failure_message": null
           *         }
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["EventResponse"];
        };
      };
    };
  };
  showMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The caller */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          /** @description Always `no-store`. */
          "Cache-Control"?: "no-store";
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "user": {
           *           "id": "01985d20-1b9d-7c4e-9a5b-6c7d8e9f0a1b",
           *           "email": "ada@example.org",
           *           "name": "Ada Lovelace",
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "last_login_at": null
           *         },
           *         "organization": {
           *           "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "name": "Oat & Co",
           *           "plan_tier": "growth",
           *           "insights_enabled": true,
           *           "created_at": "2026-12-01T09:00:00.000Z"
           *         },
           *         "scopes": [
           *           "simulations:read"
           *         ],
           *         "expires_at": "2026-12-08T09:00:00.000Z"
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "operator": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["CallerResponse"];
        };
      };
    };
  };
  rotateApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        key_id: string;
      };
      cookie?: never;
    };
    /** @description Null for an optional field is as absent. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "grace_period_seconds": 3600
         *     }
         */
        "application/json": components["schemas"]["RotateApiKey"];
      };
    };
    responses: {
      /** @description Rotated */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          /** @description Always `no-store`. */
          "Cache-Control"?: "no-store";
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *         "name": "Production",
           *         "prefix": "sk_4fG7h",
           *         "scopes": [
           *           "simulations:read"
           *         ],
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "last_used_at": null,
           *         "expires_at": "2026-12-08T09:00:00.000Z",
           *         "revoked_at": null,
           *         "key": "sk_4fG7hJ2kL9mN0pQ3rS6tU8vW1xY5zA7bC4dE2fG9hJ1kL3"
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["CreatedApiKeyResponse"];
        };
      };
    };
  };
  showDailyUsage: {
    parameters: {
      query?: {
        days?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The usage */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "date": "2026-12-01",
           *           "key_id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *           "simulations": 12,
           *           "agent_runs": 6000
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["UsageOfDayListResponse"];
        };
      };
    };
  };
  showUsage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The usage */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "plan_tier": "growth",
           *         "period": {
           *           "start": "2026-12-01T00:00:00.000Z",
           *           "end": "2027-01-01T00:00:00.000Z"
           *         },
           *         "simulations_this_period": 12,
           *         "simulations_limit": 1000,
           *         "agent_runs_this_period": 6000,
           *         "agent_runs_limit": 1000000,
           *         "simulations_lifetime": 140,
           *         "agent_count_ceiling": 2500,
           *         "rate_limit_per_minute": 300,
           *         "readings_this_period": 10,
           *         "reading_cost_usd_this_period": 0.5,
           *         "reading_ceiling_usd": 50
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["UsageResponse"];
        };
      };
    };
  };
  listRequests: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "request_id": "01985d24-5d6e-7a81-9293-a4b5c6d7e8f9",
           *           "at": "2026-12-01T09:00:00.000Z",
           *           "method": "GET",
           *           "route": "/v1/simulations/{id}",
           *           "status": 200,
           *           "error": null,
           *           "duration_ms": 4.21,
           *           "key_id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5"
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["RecentRequestPage"];
        };
      };
    };
  };
  showStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "status": "operational",
           *         "components": {
           *           "api": "operational",
           *           "database": "operational",
           *           "cache": "operational",
           *           "workflows": "operational"
           *         },
           *         "links": {
           *           "billing_provider": "https://status.example.org",
           *           "email_provider": "https://mail-status.example.org"
           *         },
           *         "checked_at": "2026-12-01T09:00:00.000Z"
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       }
           *     }
           */
          "application/json": components["schemas"]["ServiceStatusResponse"];
        };
      };
    };
  };
  listWorkflows: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "workflow_id": "product-purchase-intent",
           *           "version": 1,
           *           "status": "published",
           *           "name": "Product purchase intent",
           *           "label": "Purchase intent",
           *           "description": "Whether people would buy a product where they usually shop.",
           *           "topic": "consumer products",
           *           "kpi_question": "How likely are you to buy this product if it were available where you usually shop?",
           *           "recommended_sample_size": 1000,
           *           "illustrative": true,
           *           "created_at": "2026-12-01T09:00:00.000Z"
           *         }
           *       ],
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         },
           *         "next_cursor": null,
           *         "has_more": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["MethodologySummaryPage"];
        };
      };
    };
  };
  showWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        workflow_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The methodology */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          "Cache-Control": components["headers"]["CacheControl"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "workflow_id": "product-purchase-intent",
           *         "version": 1,
           *         "status": "published",
           *         "name": "Product purchase intent",
           *         "label": "Purchase intent",
           *         "description": "Whether people would buy a product where they usually shop.",
           *         "topic": "consumer products",
           *         "kpi_question": "How likely are you to buy this product if it were available where you usually shop?",
           *         "recommended_sample_size": 1000,
           *         "illustrative": true,
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "exemplar_questions": [
           *           "Would you buy this oat drink?"
           *         ],
           *         "population": {
           *           "frame": "us-adults-2024",
           *           "description": "U.S. resident adults aged 18 and over"
           *         },
           *         "segments": [
           *           "sex",
           *           "age",
           *           "education",
           *           "region"
           *         ],
           *         "scenario_schema": {
           *           "type": "object",
           *           "properties": {
           *             "price": {
           *               "type": "number"
           *             }
           *           }
           *         },
           *         "calibration": {
           *           "source": "Made up for illustration; it rests on no survey.",
           *           "illustrative": true,
           *           "rows": 48,
           *           "held_out_rows": 12
           *         }
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *         "rate_limit": {
           *           "limit": 300,
           *           "remaining": 299,
           *           "reset": 1796117401
           *         }
           *       }
           *     }
           */
          "application/json": components["schemas"]["MethodologyResponse"];
        };
      };
    };
  };
  receiveSimulationCompleted: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the subscription's secret, or for a `callback_url` by the organization's callback secret. Compare in constant time, and reject a `t` that is more than 5 minutes old. During a rotation several `v1` may stand here: one that matches is enough.
         * @example t=1796083200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        "X-Service-Signature": string;
        /**
         * @description The event's id: the same for every attempt, so a receiver can drop what it has handled
         * @example evt_0198c0de-0000-7000-8000-000000000001
         */
        "webhook-id": string;
        /**
         * @description The time of this attempt in unix seconds
         * @example 1796083200
         */
        "webhook-timestamp": string;
        /**
         * @description `v1,<base64>`: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` by the 32 bytes that the secret's base64 encodes, as Standard Webhooks defines it
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        "webhook-signature": string;
        /**
         * @description The same for every delivery; the subscription's custom headers stand beside it
         * @example simulation-service-webhooks/1.0
         */
        "User-Agent": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
         *       "type": "simulation.completed",
         *       "created": 1796117401,
         *       "data": {
         *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
         *         "workflow_id": "product-purchase-intent",
         *         "status": "completed",
         *         "agent_count": 500,
         *         "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
         *         "completed_at": "2026-12-01T09:30:01.400Z",
         *         "failure_code": null,
         *         "failure_message": null
         *       }
         *     }
         */
        "application/json": components["schemas"]["SimulationCompletedEvent"];
      };
    };
    responses: {
      /** @description The endpoint is gone: the service disables the subscription, unless it has another URL by now */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. The service decides when the headers arrive, within 15 seconds */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused, such as for a wrong signature; tried again by the retry schedule */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveSimulationFailed: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the subscription's secret, or for a `callback_url` by the organization's callback secret. Compare in constant time, and reject a `t` that is more than 5 minutes old. During a rotation several `v1` may stand here: one that matches is enough.
         * @example t=1796083200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        "X-Service-Signature": string;
        /**
         * @description The event's id: the same for every attempt, so a receiver can drop what it has handled
         * @example evt_0198c0de-0000-7000-8000-000000000001
         */
        "webhook-id": string;
        /**
         * @description The time of this attempt in unix seconds
         * @example 1796083200
         */
        "webhook-timestamp": string;
        /**
         * @description `v1,<base64>`: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` by the 32 bytes that the secret's base64 encodes, as Standard Webhooks defines it
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        "webhook-signature": string;
        /**
         * @description The same for every delivery; the subscription's custom headers stand beside it
         * @example simulation-service-webhooks/1.0
         */
        "User-Agent": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
         *       "type": "simulation.failed",
         *       "created": 1796117401,
         *       "data": {
         *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
         *         "workflow_id": "product-purchase-intent",
         *         "status": "failed",
         *         "agent_count": 500,
         *         "results_url": "https://api.example.org/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/results",
         *         "completed_at": "2026-12-01T09:30:01.400Z",
         *         "failure_code": "cancelled",
         *         "failure_message": "Cancelled by the customer."
         *       }
         *     }
         */
        "application/json": components["schemas"]["SimulationFailedEvent"];
      };
    };
    responses: {
      /** @description The endpoint is gone: the service disables the subscription, unless it has another URL by now */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. The service decides when the headers arrive, within 15 seconds */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused, such as for a wrong signature; tried again by the retry schedule */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveSimulationInsightsCompleted: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the subscription's secret, or for a `callback_url` by the organization's callback secret. Compare in constant time, and reject a `t` that is more than 5 minutes old. During a rotation several `v1` may stand here: one that matches is enough.
         * @example t=1796083200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        "X-Service-Signature": string;
        /**
         * @description The event's id: the same for every attempt, so a receiver can drop what it has handled
         * @example evt_0198c0de-0000-7000-8000-000000000001
         */
        "webhook-id": string;
        /**
         * @description The time of this attempt in unix seconds
         * @example 1796083200
         */
        "webhook-timestamp": string;
        /**
         * @description `v1,<base64>`: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` by the 32 bytes that the secret's base64 encodes, as Standard Webhooks defines it
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        "webhook-signature": string;
        /**
         * @description The same for every delivery; the subscription's custom headers stand beside it
         * @example simulation-service-webhooks/1.0
         */
        "User-Agent": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
         *       "type": "simulation.insights.completed",
         *       "created": 1796117401,
         *       "data": {
         *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
         *         "generated_at": "2026-12-01T09:30:02.100Z",
         *         "insights_url": "/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/insights",
         *         "insights_status": "completed",
         *         "block_status": {
         *           "synthesis": "completed",
         *           "patterns": "completed",
         *           "reservations": "completed",
         *           "attractions": "completed",
         *           "intensity": "completed",
         *           "quotes": "completed",
         *           "segment_intensity": "completed",
         *           "across_runs": "not_applicable"
         *         },
         *         "cost_usd_estimate": 0.05
         *       }
         *     }
         */
        "application/json": components["schemas"]["InsightsCompletedEvent"];
      };
    };
    responses: {
      /** @description The endpoint is gone: the service disables the subscription, unless it has another URL by now */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. The service decides when the headers arrive, within 15 seconds */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused, such as for a wrong signature; tried again by the retry schedule */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveSimulationInsightsFailed: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the subscription's secret, or for a `callback_url` by the organization's callback secret. Compare in constant time, and reject a `t` that is more than 5 minutes old. During a rotation several `v1` may stand here: one that matches is enough.
         * @example t=1796083200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        "X-Service-Signature": string;
        /**
         * @description The event's id: the same for every attempt, so a receiver can drop what it has handled
         * @example evt_0198c0de-0000-7000-8000-000000000001
         */
        "webhook-id": string;
        /**
         * @description The time of this attempt in unix seconds
         * @example 1796083200
         */
        "webhook-timestamp": string;
        /**
         * @description `v1,<base64>`: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` by the 32 bytes that the secret's base64 encodes, as Standard Webhooks defines it
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        "webhook-signature": string;
        /**
         * @description The same for every delivery; the subscription's custom headers stand beside it
         * @example simulation-service-webhooks/1.0
         */
        "User-Agent": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
         *       "type": "simulation.insights.failed",
         *       "created": 1796117401,
         *       "data": {
         *         "simulation_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
         *         "generated_at": "2026-12-01T09:30:02.100Z",
         *         "insights_url": "/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21/insights",
         *         "insights_status": "failed",
         *         "error_message": "The Reading could not be made."
         *       }
         *     }
         */
        "application/json": components["schemas"]["InsightsFailedEvent"];
      };
    };
    responses: {
      /** @description The endpoint is gone: the service disables the subscription, unless it has another URL by now */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. The service decides when the headers arrive, within 15 seconds */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused, such as for a wrong signature; tried again by the retry schedule */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveTrainingCompleted: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the subscription's secret, or for a `callback_url` by the organization's callback secret. Compare in constant time, and reject a `t` that is more than 5 minutes old. During a rotation several `v1` may stand here: one that matches is enough.
         * @example t=1796083200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        "X-Service-Signature": string;
        /**
         * @description The event's id: the same for every attempt, so a receiver can drop what it has handled
         * @example evt_0198c0de-0000-7000-8000-000000000001
         */
        "webhook-id": string;
        /**
         * @description The time of this attempt in unix seconds
         * @example 1796083200
         */
        "webhook-timestamp": string;
        /**
         * @description `v1,<base64>`: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` by the 32 bytes that the secret's base64 encodes, as Standard Webhooks defines it
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        "webhook-signature": string;
        /**
         * @description The same for every delivery; the subscription's custom headers stand beside it
         * @example simulation-service-webhooks/1.0
         */
        "User-Agent": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
         *       "type": "training.completed",
         *       "created": 1796117401,
         *       "data": {
         *         "training_id": "01985d50-0a1b-7c2d-9e3f-405162738495",
         *         "workflow_name": "Oat drinks",
         *         "status": "COMPLETED",
         *         "completed_at": "2026-12-01T09:30:01.400Z",
         *         "failure_message": null
         *       }
         *     }
         */
        "application/json": components["schemas"]["TrainingCompletedEvent"];
      };
    };
    responses: {
      /** @description The endpoint is gone: the service disables the subscription, unless it has another URL by now */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. The service decides when the headers arrive, within 15 seconds */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused, such as for a wrong signature; tried again by the retry schedule */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveTrainingFailed: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the subscription's secret, or for a `callback_url` by the organization's callback secret. Compare in constant time, and reject a `t` that is more than 5 minutes old. During a rotation several `v1` may stand here: one that matches is enough.
         * @example t=1796083200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        "X-Service-Signature": string;
        /**
         * @description The event's id: the same for every attempt, so a receiver can drop what it has handled
         * @example evt_0198c0de-0000-7000-8000-000000000001
         */
        "webhook-id": string;
        /**
         * @description The time of this attempt in unix seconds
         * @example 1796083200
         */
        "webhook-timestamp": string;
        /**
         * @description `v1,<base64>`: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` by the 32 bytes that the secret's base64 encodes, as Standard Webhooks defines it
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        "webhook-signature": string;
        /**
         * @description The same for every delivery; the subscription's custom headers stand beside it
         * @example simulation-service-webhooks/1.0
         */
        "User-Agent": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
         *       "type": "training.failed",
         *       "created": 1796117401,
         *       "data": {
         *         "training_id": "01985d50-0a1b-7c2d-9e3f-405162738495",
         *         "workflow_name": "Oat drinks",
         *         "status": "FAILED",
         *         "completed_at": "2026-12-01T09:30:01.400Z",
         *         "failure_message": "Line 3, column observed_yes_pct: must be a number from 0 to 100."
         *       }
         *     }
         */
        "application/json": components["schemas"]["TrainingFailedEvent"];
      };
    };
    responses: {
      /** @description The endpoint is gone: the service disables the subscription, unless it has another URL by now */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. The service decides when the headers arrive, within 15 seconds */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused, such as for a wrong signature; tried again by the retry schedule */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveWebhookTest: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the subscription's secret, or for a `callback_url` by the organization's callback secret. Compare in constant time, and reject a `t` that is more than 5 minutes old. During a rotation several `v1` may stand here: one that matches is enough.
         * @example t=1796083200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        "X-Service-Signature": string;
        /**
         * @description The event's id: the same for every attempt, so a receiver can drop what it has handled
         * @example evt_0198c0de-0000-7000-8000-000000000001
         */
        "webhook-id": string;
        /**
         * @description The time of this attempt in unix seconds
         * @example 1796083200
         */
        "webhook-timestamp": string;
        /**
         * @description `v1,<base64>`: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` by the 32 bytes that the secret's base64 encodes, as Standard Webhooks defines it
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        "webhook-signature": string;
        /**
         * @description The same for every delivery; the subscription's custom headers stand beside it
         * @example simulation-service-webhooks/1.0
         */
        "User-Agent": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
         *       "type": "webhook.test",
         *       "created": 1796117401,
         *       "data": {
         *         "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
         *         "message": "This is a test: your endpoint receives events."
         *       }
         *     }
         */
        "application/json": components["schemas"]["WebhookTestEvent"];
      };
    };
    responses: {
      /** @description The endpoint is gone: the service disables the subscription, unless it has another URL by now */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. The service decides when the headers arrive, within 15 seconds */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused, such as for a wrong signature; tried again by the retry schedule */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
