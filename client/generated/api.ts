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
  "simulation_not_cancellable",
  "insights_already_generated",
  "training_not_complete",
  "training_not_queued",
  "training_queue_full",
  "delivery_not_retryable",
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

export interface paths {
  "/v1/simulations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List simulations, newest first */
    get: operations["listSimulations"];
    put?: never;
    /**
     * Create a simulation
     * @description Accepts the simulation and answers at once; poll `poll_url`, or subscribe to `simulation.completed`.
     */
    post: operations["createSimulation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/simulations/auto": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a simulation for a question
     * @description Routes the question to the closest published methodology; its agents are asked the literal question.
     */
    post: operations["autoSimulation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/simulations/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a simulation
     * @description Takes what the automatic routing takes, and answers what would happen: routing, tier, nearest calibrated question, scenario, margins and cost. Stores nothing and counts against no quota.
     */
    post: operations["previewSimulation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/simulations/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a simulation's status
     * @description With `wait` the answer comes when the simulation has completed or failed, or when the time is over: never for progress alone.
     */
    get: operations["showSimulation"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/simulations/{id}/results": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a completed simulation's verdict, segments and agents */
    get: operations["simulationResults"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/simulations/{id}/compare/{other_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare two completed simulations
     * @description The other simulation's shares less the first one's. Runs that asked the same agents (same seed, population and size) are compared agent by agent.
     */
    get: operations["compareSimulations"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/simulations/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a simulation
     * @description The simulation fails at once, with `failure_code` `cancelled`. The unused part of the quota is not given back.
     */
    post: operations["cancelSimulation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/simulations/{id}/insights": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a simulation's Reading in whatever state it is
     * @description Always 200: branch on `data.insights_status`. Show the calibration boundary's disclaimer beside the content. With `wait` the answer comes when the Reading has ended or will not start by itself, or when the time is over.
     */
    get: operations["showInsights"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/simulations/{id}/insights/generate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Generate the Reading of a completed simulation
     * @description Starts a Reading that has not started by itself, or one that failed. A Reading that is queued or running answers with its current state. Each reserves 0.05 USD of the month's ceiling until it has ended.
     */
    post: operations["generateInsights"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/training/uploads": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a training run and the URL for its calibration file
     * @description The run is QUEUED until it is started; after a day it is deleted. Within 15 minutes PUT a CSV file with the header `segment,question,observed_yes_pct[,n]` to `upload_url`, in 2 minutes at most; without one the results are a mock. At most 20 runs are QUEUED at once.
     */
    post: operations["createTrainingUpload"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/training": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List training runs, newest first */
    get: operations["listTraining"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/training/{id}/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start a training run
     * @description Answers when the run has ended, or after 10 seconds: then `status` is RUNNING, and the run continues.
     */
    post: operations["startTraining"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/training/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a training run's status */
    get: operations["showTraining"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/training/{id}/results": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show an ended training run's accuracy
     * @description The results of a run that failed say why, and hold no figures.
     */
    get: operations["trainingResults"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List subscriptions, newest first */
    get: operations["listWebhooks"];
    put?: never;
    /**
     * Subscribe an endpoint to events
     * @description `secret` is shown here and never again. An organization has at most 20 subscriptions.
     */
    post: operations["createWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{webhook_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a subscription, without its secret */
    get: operations["showWebhook"];
    put?: never;
    /**
     * Change a subscription, where PATCH cannot be sent
     * @description Changes only the fields that are sent; `metadata` is replaced as a whole. Disabling holds pending deliveries, enabling releases them. A `url` of another origin drops the custom headers that are not sent again.
     */
    post: operations["changeWebhookByPost"];
    /**
     * Delete a subscription
     * @description Cancels its pending deliveries. Its deliveries stay listed under `/v1/deliveries`.
     */
    delete: operations["deleteWebhook"];
    options?: never;
    head?: never;
    /**
     * Change a subscription
     * @description Changes only the fields that are sent; `metadata` is replaced as a whole. Disabling holds pending deliveries, enabling releases them. A `url` of another origin drops the custom headers that are not sent again.
     */
    patch: operations["changeWebhook"];
    trace?: never;
  };
  "/v1/webhooks/{webhook_id}/rotate-secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a subscription a new secret
     * @description The old secret is invalid at once, for pending retries too.
     */
    post: operations["rotateWebhookSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{webhook_id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event
     * @description Sends `webhook.test` to this subscription alone, whatever its `events`. A disabled subscription holds the delivery until it is enabled.
     */
    post: operations["testWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{webhook_id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List a subscription's deliveries, newest first */
    get: operations["listWebhookDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a subscription's delivery once more
     * @description Makes one attempt now, whatever the delivery's state, with the next number. A success ends a pending schedule, a failure leaves it as it was. A disabled subscription holds the attempt until it is enabled.
     */
    post: operations["retryWebhookDelivery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List all deliveries, callbacks included, newest first */
    get: operations["listDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/deliveries/{delivery_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a delivery and its newest attempts */
    get: operations["showDelivery"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/deliveries/{delivery_id}/attempts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List all attempts of a delivery, newest first */
    get: operations["listDeliveryAttempts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/deliveries/{delivery_id}/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a delivery once more
     * @description Makes one attempt now, whatever the delivery's state, with the next number. A success ends a pending schedule, a failure leaves it as it was. A disabled subscription holds the attempt until it is enabled.
     */
    post: operations["retryDelivery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events, newest first
     * @description Every event of the last 90 days, subscribed to or not. With `after` the list ends before that event; take the first one's id as the next `after`, and nothing is missed. With `wait` too the answer comes when there is a newer event, or when the time is over.
     */
    get: operations["listEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/events/{event_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show an event */
    get: operations["showEvent"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/callback-secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show whether there is a secret for deliveries to callback URLs
     * @description The secret itself is shown once, by `POST /v1/callback-secret`, which replaces it.
     */
    get: operations["showCallbackSecret"];
    put?: never;
    /**
     * Get a new secret for deliveries to callback URLs
     * @description The old secret is invalid at once, for pending retries too.
     */
    post: operations["rotateCallbackSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/auth/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show who calls: the person and the organization
     * @description `user` is null for an API key.
     */
    get: operations["showMe"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/api-keys/{key_id}/rotate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give an API key a new secret
     * @description For a person, or for the key itself by its newest secret. `key` is shown here and never again; the id stays. The old secret works until the grace period ends. Of rotations at the same time one succeeds. Choose a grace period where the response may get lost: a repeated request with the same Idempotency-Key then shows the new secret again.
     */
    post: operations["rotateApiKey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show what the organization has used this month, and its limits
     * @description A simulation counts when it is accepted. One that could not start is given back; a cancelled one is not.
     */
    get: operations["showUsage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/requests": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the organization's requests of the last 24 hours, newest first
     * @description The newest 10,000, by whichever key or person. The list itself appears in the next one.
     */
    get: operations["listRequests"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/status": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show the service's state
     * @description Looked at every 30 seconds at most. Answers during a maintenance and while components are away.
     */
    get: operations["showStatus"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/workflows": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the published methodologies
     * @description Everybody's, and those that are published for the organization alone.
     */
    get: operations["listWorkflows"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/workflows/{workflow_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show a methodology */
    get: operations["showWorkflow"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides` */
    ScenarioContext: Record<string, unknown>;
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
      /** @description The same seed gives the same agents; one is drawn and returned when none is given */
      seed?: number | null;
      /** @description HTTPS URL that this simulation's events are sent to, beside the subscriptions to `*`. Deliveries are signed with the organization's callback secret: `POST /v1/callback-secret` gives it a new one and shows it once, `GET` says whether it has one. The answer's `meta.callback_secret` says so too. */
      callback_url?: string | null;
      /**
       * @description false: the simulation never gets a Reading
       * @default true
       */
      generate_insights?: boolean | null;
      /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
      metadata?: components["schemas"]["Metadata"] | null;
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
      seed: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      results_available: boolean;
      /** Format: uri */
      results_url: string;
      insights_status: components["schemas"]["InsightsStatus"];
      scenario_context: components["schemas"]["ScenarioContext"] | null;
      callback_url: string | null;
      routed_via: components["schemas"]["RoutedVia"] | null;
      metadata: components["schemas"]["Metadata"];
      /** Format: uri */
      poll_url: string;
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
    /** @description With a `callback_url`: the secret that signs its deliveries */
    CallbackSecretHint: {
      /** @description Whether there is one. The first delivery to a callback creates one that nobody has seen: rotate it then */
      exists: boolean;
      /**
       * Format: uri
       * @description POST here for a new one, which is shown once
       */
      rotate_url: string;
    };
    CreatedSimulationMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      callback_secret?: components["schemas"]["CallbackSecretHint"];
    };
    CreatedSimulationResponse: {
      data: components["schemas"]["CreatedSimulation"];
      error: null;
      meta: components["schemas"]["CreatedSimulationMeta"];
    };
    AutoSimulation: {
      /** @description Asked verbatim of every agent */
      question: string;
      /** @description By default the smaller of the methodology's recommendation and the plan's ceiling */
      agent_count?: number | null;
      /** @description Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides` */
      overrides?: components["schemas"]["ScenarioContext"] | null;
      /** @description The same seed gives the same agents; one is drawn and returned when none is given */
      seed?: number | null;
      /** @description HTTPS URL that this simulation's events are sent to, beside the subscriptions to `*`. Deliveries are signed with the organization's callback secret: `POST /v1/callback-secret` gives it a new one and shows it once, `GET` says whether it has one. The answer's `meta.callback_secret` says so too. */
      callback_url?: string | null;
      /**
       * @description false: the simulation never gets a Reading
       * @default true
       */
      generate_insights?: boolean | null;
      /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
      metadata?: components["schemas"]["Metadata"] | null;
    };
    RoutedSimulationMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      callback_secret?: components["schemas"]["CallbackSecretHint"];
      routed_via: components["schemas"]["RoutedVia"];
    };
    RoutedSimulationResponse: {
      data: components["schemas"]["CreatedSimulation"];
      error: null;
      meta: components["schemas"]["RoutedSimulationMeta"];
    };
    PreviewedRouting: {
      workflow_id: string;
      workflow_name: string;
      confidence: number;
      methodology_label: string;
    };
    RoutingAlternative: {
      workflow_id: string;
      confidence: number;
    };
    /** @enum {integer} */
    CalibrationTier: 1 | 2 | 3;
    /** @description The table's shares, in the calibrated question's own direction */
    MatchedShares: {
      yes: number;
      maybe: number;
      no: number;
    };
    MatchedQuestion: {
      text: string;
      /** @enum {string} */
      polarity: "same" | "opposite";
      shares_pct: components["schemas"]["MatchedShares"];
    };
    CalibrationSource: {
      survey: string;
      year: string | null;
      respondents: number | null;
      citation: string;
      /** @description True for made-up figures */
      illustrative: boolean;
    };
    /** @description What is expected of the agents */
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
    Interval: number[];
    /** @description 95 % intervals of what people would answer: sampling of the agents and of the survey, and the prediction's own error */
    AnswerIntervals: {
      yes: components["schemas"]["Interval"];
      maybe: components["schemas"]["Interval"];
      no: components["schemas"]["Interval"];
    };
    /** @enum {string} */
    UncertaintyBasis: "held_out_questions" | "measured_model" | "unmeasured";
    ScenarioApplied: {
      read_from: ("context" | "question") | null;
      ignored: string[];
    } & {
      [key: string]: number;
    };
    /** @description Null for the embedded engine, which is free */
    ModelCost: {
      engine: string;
      calls_at_most: number;
      usd_at_most: number | null;
    };
    SimulationPreview: {
      question: string;
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
      interval_pct: components["schemas"]["AnswerIntervals"];
      /** @description Half the width of the yes interval, in points */
      margin_of_error_pct: number;
      sampling_margin_pct: number;
      uncertainty_basis: components["schemas"]["UncertaintyBasis"];
      effective_human_n: number;
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
    /** @enum {string} */
    FailureCode: "engine_unavailable" | "cancelled" | "timed_out" | "terminated" | "internal";
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
      seed: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      results_available: boolean;
      /** Format: uri */
      results_url: string;
      insights_status: components["schemas"]["InsightsStatus"];
      scenario_context: components["schemas"]["ScenarioContext"] | null;
      callback_url: string | null;
      routed_via: components["schemas"]["RoutedVia"] | null;
      metadata: components["schemas"]["Metadata"];
      agents_completed: number;
      progress_pct: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      completed_at: string | null;
      failure_code: components["schemas"]["FailureCode"] | null;
      failure_message: string | null;
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
    SimulationPage: {
      data: components["schemas"]["Simulation"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
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
      /** @description Half the width of the yes interval, in points */
      margin_of_error_pct: number;
      /** @description What more agents could narrow, in points */
      sampling_margin_pct: number | null;
      design_effect: number;
      effective_n: number;
      answer: components["schemas"]["Answer"];
      uncertainty_basis: components["schemas"]["UncertaintyBasis"] | null;
      /** @description How many people a poll would have to ask to know the yes share as well */
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
      /** @description Half the width of the yes interval, in points */
      margin_of_error_pct: number;
      /** @description What more agents could narrow, in points */
      sampling_margin_pct: number | null;
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
      /** @description What the overall share alone scores on the same rows */
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
      accuracy_pct: number | null;
      accuracy_basis: components["schemas"]["AccuracyBasis"] | null;
      confirm_mean_pct: number | null;
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
       * @description high: tier 1, survey-calibrated, margin at most 5 points, a clear answer, fewer than one in five not fitted. low: tier 3, fewer than 100 effective answers, a margin over 10 points, a split, or a question that does not fit. medium: everything else.
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
      /** @description Weighted share, of the agents who answered no or maybe for a reservation, of those who answered yes for an attraction. */
      share_pct: number;
      /** @description Agents whose reason has this theme. */
      support: number;
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
      seed: number;
      answer: components["schemas"]["Answer"];
      yes_pct: number;
      maybe_pct: number;
      no_pct: number;
      n_a_pct: number | null;
      margin_of_error_pct: number;
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
       * @description ISO 8601, UTC, milliseconds
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
      seed: number;
      customer_question: string;
      engine: components["schemas"]["Engine"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      completed_at: string;
      verdict: components["schemas"]["Verdict"];
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
      agent_count: number;
      seed: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
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
    DifferenceInterval: number[];
    /** @description 95 %, by the sampling of the agents */
    DifferenceIntervals: {
      yes: components["schemas"]["DifferenceInterval"];
      maybe: components["schemas"]["DifferenceInterval"];
      no: components["schemas"]["DifferenceInterval"];
    };
    SegmentDifference: {
      dimension: string;
      segment: string;
      difference_pct: components["schemas"]["AnswerDifferences"];
      interval_pct: components["schemas"]["DifferenceIntervals"] | null;
    };
    SimulationComparison: {
      simulations: components["schemas"]["ComparedSimulation"][];
      /** @description Whether both asked the same agents */
      paired: boolean;
      difference_pct: components["schemas"]["AnswerDifferences"];
      interval_pct: components["schemas"]["DifferenceIntervals"] | null;
      by_segment: components["schemas"]["SegmentDifference"][];
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
    Insights: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      insights_status: components["schemas"]["InsightsStatus"];
      block_status: components["schemas"]["BlockStatus"] | null;
      calibration_boundary: components["schemas"]["InsightsBoundary"] | null;
      post_hoc: components["schemas"]["PostHoc"] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      generated_at: string | null;
      /** @description What the Reading counts for against the month's ceiling: the flat rate of 0.05 USD, or where a model of known price rewrote it, the cost of its tokens */
      cost_usd_estimate: number | null;
      /** @description Set when insights_status is failed or disabled */
      error_message: string | null;
    };
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
    GeneratingInsights: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      insights_status: components["schemas"]["InsightsStatus"];
      /** Format: uri */
      poll_url: string;
      estimated_completion_time_seconds: number;
    };
    GeneratingInsightsResponse: {
      data: components["schemas"]["GeneratingInsights"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    CreateTrainingUpload: {
      /** @description Your own name for the run; it names no published workflow */
      workflow_name: string;
      description?: string | null;
      /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
      metadata?: components["schemas"]["Metadata"] | null;
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
       * @description ISO 8601, UTC, milliseconds
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
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
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
      | "webhook.test"
      | "*";
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
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
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
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      updated_at: string;
      /** @description Why the service disabled it; null where the customer did */
      disabled_reason: string | null;
    };
    WebhookPage: {
      data: components["schemas"]["Webhook"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    WebhookResponse: {
      data: components["schemas"]["Webhook"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    ChangeWebhook: {
      /** @description HTTPS, on a public address, port 443 or 1024–65535 */
      url?: string;
      /** @description Types of events, or `*` for all of them */
      events?: components["schemas"]["SubscribedEvent"][];
      description?: string | null;
      /** @description Replaces all of them; a masked value, as GET shows it, is refused */
      custom_headers?: {
        [key: string]: string;
      };
      /** @description false holds pending deliveries, true releases them at 10 a second */
      enabled?: boolean;
      metadata?: components["schemas"]["Metadata"] | null;
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
      | "webhook.test";
    /** @enum {string} */
    DeliveryStatus: "pending" | "succeeded" | "failed" | "cancelled";
    DeliveryAttempt: {
      number: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
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
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      completed_at: string | null;
      /** @description The newest 20, newest first */
      attempts: components["schemas"]["DeliveryAttempt"][];
    };
    DeliveryResponse: {
      data: components["schemas"]["Delivery"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
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
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      completed_at: string | null;
    };
    DeliverySummaryPage: {
      data: components["schemas"]["DeliverySummary"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    DeliveryAttemptPage: {
      data: components["schemas"]["DeliveryAttempt"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
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
       * @description ISO 8601, UTC, milliseconds
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
    InsightsCompletion: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      simulation_id: string;
      insights_status: components["schemas"]["InsightsStatus"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
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
       * @description ISO 8601, UTC, milliseconds
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
      | components["schemas"]["WebhookTestEvent"];
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
    CallbackSecretState: {
      /** @description Whether there is one. The first delivery to a callback creates one that nobody has seen: rotate it then */
      exists: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      updated_at: string | null;
    };
    CallbackSecretStateResponse: {
      data: components["schemas"]["CallbackSecretState"];
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
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
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
       * @description ISO 8601, UTC, milliseconds
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
       * @description ISO 8601, UTC, milliseconds
       */
      expires_at: string | null;
    };
    SessionResponse: {
      data: components["schemas"]["Session"];
      error: null;
      meta: components["schemas"]["Meta"];
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
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
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
    /** @description The calendar month, UTC; its end is not in it */
    UsagePeriod: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      start: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      end: string;
    };
    Usage: {
      plan_tier: components["schemas"]["PlanTier"];
      period: components["schemas"]["UsagePeriod"];
      simulations_this_period: number;
      /** @description Null: none, like the other limits */
      simulations_limit: number | null;
      /** @description Agents of this month's simulations */
      agent_runs_this_period: number;
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
    RecentRequest: {
      request_id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      at: string;
      method: string;
      /** @description The path's template; null where nothing has the path */
      route: string | null;
      status: number;
      /** @description The error code */
      error: string | null;
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
    /** @description `status` is outage where requests fail, and degraded where they are accepted and runs wait */
    ServiceStatus: {
      status: components["schemas"]["ComponentState"];
      components: components["schemas"]["ServiceComponents"];
      links: components["schemas"]["StatusLinks"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
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
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
    };
    MethodologySummaryPage: {
      data: components["schemas"]["MethodologySummary"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
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
    MethodologyCalibration: {
      source: string;
      /** @description True unless the figures are a published survey's */
      illustrative: boolean;
      /** @description Rows of the calibration table */
      rows: number;
      /** @description Rows kept out of fitting; accuracy is computed on these */
      held_out_rows: number;
      /** @description 100 − MAPE of the embedded engine; null until computed */
      accuracy_pct: number | null;
      confirm_mean_pct: number | null;
      /** @description What the overall share alone scores on the same rows */
      baseline_pct: number | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      computed_at: string | null;
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
       * @description ISO 8601, UTC, milliseconds
       */
      created_at: string;
      exemplar_questions: string[];
      population: components["schemas"]["Population"];
      segments: string[];
      /** @description JSON Schema 2020-12 of `scenario_context` */
      scenario_schema: Record<string, unknown>;
      calibration: components["schemas"]["MethodologyCalibration"];
    };
    MethodologyResponse: {
      data: components["schemas"]["Methodology"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @enum {string} */
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
      | "simulation_not_cancellable"
      | "insights_already_generated"
      | "training_not_complete"
      | "training_not_queued"
      | "training_queue_full"
      | "delivery_not_retryable"
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
    FieldFault: {
      field: string;
      message: string;
    };
    ErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people */
      message: string;
      /** @description JSON pointer of the first fault, on validation_error */
      field?: string;
      errors?: components["schemas"]["FieldFault"][];
      /** @description On every 5xx: finds the log line */
      correlation_id?: string;
    };
    Error: {
      data: null;
      error: components["schemas"]["ErrorCode"];
      meta: components["schemas"]["ErrorMeta"];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SimulationPage"];
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
        "application/json": components["schemas"]["CreateSimulation"];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content: {
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
        "application/json": components["schemas"]["AutoSimulation"];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RoutedSimulationResponse"];
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
        "application/json": components["schemas"]["AutoSimulation"];
      };
    };
    responses: {
      /** @description The preview */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
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
          "Retry-After"?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SimulationResponse"];
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
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SimulationResultsResponse"];
          "text/csv": string;
        };
      };
    };
  };
  compareSimulations: {
    parameters: {
      query?: {
        by_segment?: boolean;
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
          [name: string]: unknown;
        };
        content: {
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CancelledSimulationResponse"];
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
          "Retry-After"?: string;
          "X-Service-Preview"?: "insights";
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InsightsResponse"];
        };
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
          "X-Service-Preview"?: "insights";
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["GeneratingInsightsResponse"];
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
        "application/json": components["schemas"]["CreateTrainingUpload"];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TrainingUploadResponse"];
        };
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
          [name: string]: unknown;
        };
        content: {
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TrainingRunResponse"];
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
          [name: string]: unknown;
        };
        content: {
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TrainingResultsResponse"];
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
          [name: string]: unknown;
        };
        content: {
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
        "application/json": components["schemas"]["CreateWebhook"];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          Location?: string;
          "Cache-Control"?: "no-store";
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookWithSecretResponse"];
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
          [name: string]: unknown;
        };
        content: {
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
        "application/json": components["schemas"]["ChangeWebhook"];
      };
    };
    responses: {
      /** @description The subscription as it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookResponse"];
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
          [name: string]: unknown;
        };
        content: {
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
        "application/json": components["schemas"]["ChangeWebhook"];
      };
    };
    responses: {
      /** @description The subscription as it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookResponse"];
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
          "Cache-Control"?: "no-store";
          [name: string]: unknown;
        };
        content: {
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
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeliveryResponse"];
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeliverySummaryPage"];
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeliveryResponse"];
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeliverySummaryPage"];
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeliveryResponse"];
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeliveryAttemptPage"];
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeliveryResponse"];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        type?: components["schemas"]["EventType"];
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
          [name: string]: unknown;
        };
        content: {
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EventResponse"];
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
          [name: string]: unknown;
        };
        content: {
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
          "Cache-Control"?: "no-store";
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CallbackSecretResponse"];
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
          "Cache-Control"?: "no-store";
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionResponse"];
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
        "application/json": components["schemas"]["RotateApiKey"];
      };
    };
    responses: {
      /** @description Rotated */
      201: {
        headers: {
          "Cache-Control"?: "no-store";
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedApiKeyResponse"];
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
          [name: string]: unknown;
        };
        content: {
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
          [name: string]: unknown;
        };
        content: {
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
          "Cache-Control"?: string;
          [name: string]: unknown;
        };
        content: {
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
          [name: string]: unknown;
        };
        content: {
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
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MethodologyResponse"];
        };
      };
    };
  };
}
