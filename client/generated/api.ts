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
    Error: {
      data: null;
      /** @enum {string} */
      error:
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
      meta: {
        /** @description A sentence for people */
        message: string;
        /** @description JSON pointer of the first fault, on validation_error */
        field?: string;
        errors?: {
          field: string;
          message: string;
        }[];
        /** @description On every 5xx: finds the log line */
        correlation_id?: string;
      } & {
        /** @description Equals the header X-Request-Id */
        request_id: string;
        rate_limit?: {
          limit: number;
          remaining: number;
          /** @description Unix seconds */
          reset: number;
        };
        deprecations?: string[];
      };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A simulation's id; `sim_<uuid>` is accepted as well
               */
              id: string;
              workflow_id: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
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
              /** @enum {string} */
              insights_status: "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";
              scenario_context: Record<string, unknown> | null;
              callback_url: string | null;
              routed_via: {
                workflow_id: string;
                workflow_name: string;
                confidence: number;
                methodology_label: string;
                /** @description Deprecated */
                kpi_question: string;
              } | null;
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
              agents_completed: number;
              progress_pct: number;
              started_at: string | null;
              completed_at: string | null;
              failure_code:
                | ("engine_unavailable" | "cancelled" | "timed_out" | "terminated" | "internal")
                | null;
              failure_message: string | null;
            }[];
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              next_cursor: string | null;
              has_more: boolean;
            };
          };
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
        "application/json": {
          /** @description Slug of a published methodology */
          workflow_id: string;
          agent_count: number;
          /** @description Parameters by the methodology's own schema, at most 16 KiB */
          scenario_context?: Record<string, unknown> | null;
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
          metadata?: {
            [key: string]: string;
          } | null;
        };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A simulation's id; `sim_<uuid>` is accepted as well
               */
              id: string;
              workflow_id: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
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
              /** @enum {string} */
              insights_status: "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";
              scenario_context: Record<string, unknown> | null;
              callback_url: string | null;
              routed_via: {
                workflow_id: string;
                workflow_name: string;
                confidence: number;
                methodology_label: string;
                /** @description Deprecated */
                kpi_question: string;
              } | null;
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
              /** Format: uri */
              poll_url: string;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              /** @description With a `callback_url`: the secret that signs its deliveries */
              callback_secret?: {
                /** @description Whether there is one. The first delivery to a callback creates one that nobody has seen: rotate it then */
                exists: boolean;
                /**
                 * Format: uri
                 * @description POST here for a new one, which is shown once
                 */
                rotate_url: string;
              };
            };
          };
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
        "application/json": {
          /** @description Asked verbatim of every agent */
          question: string;
          /** @description By default the smaller of the methodology's recommendation and the plan's ceiling */
          agent_count?: number | null;
          /** @description As `scenario_context` of the matched methodology */
          overrides?: Record<string, unknown> | null;
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
          metadata?: {
            [key: string]: string;
          } | null;
        };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A simulation's id; `sim_<uuid>` is accepted as well
               */
              id: string;
              workflow_id: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
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
              /** @enum {string} */
              insights_status: "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";
              scenario_context: Record<string, unknown> | null;
              callback_url: string | null;
              routed_via: {
                workflow_id: string;
                workflow_name: string;
                confidence: number;
                methodology_label: string;
                /** @description Deprecated */
                kpi_question: string;
              } | null;
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
              /** Format: uri */
              poll_url: string;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              /** @description With a `callback_url`: the secret that signs its deliveries */
              callback_secret?: {
                /** @description Whether there is one. The first delivery to a callback creates one that nobody has seen: rotate it then */
                exists: boolean;
                /**
                 * Format: uri
                 * @description POST here for a new one, which is shown once
                 */
                rotate_url: string;
              };
              routed_via: {
                workflow_id: string;
                workflow_name: string;
                confidence: number;
                methodology_label: string;
                /** @description Deprecated */
                kpi_question: string;
              };
            };
          };
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
        "application/json": {
          /** @description Asked verbatim of every agent */
          question: string;
          /** @description By default the smaller of the methodology's recommendation and the plan's ceiling */
          agent_count?: number | null;
          /** @description As `scenario_context` of the matched methodology */
          overrides?: Record<string, unknown> | null;
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
          metadata?: {
            [key: string]: string;
          } | null;
        };
      };
    };
    responses: {
      /** @description The preview */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: {
              question: string;
              agent_count: number;
              routed_via: {
                workflow_id: string;
                workflow_name: string;
                confidence: number;
                methodology_label: string;
              } | null;
              alternatives: {
                workflow_id: string;
                confidence: number;
              }[];
              /** @enum {integer} */
              tier: 1 | 2 | 3;
              similarity: number | null;
              matched_question: {
                text: string;
                /** @enum {string} */
                polarity: "same" | "opposite";
                /** @description The table's shares, in the calibrated question's own direction */
                shares_pct: {
                  yes: number;
                  maybe: number;
                  no: number;
                };
              } | null;
              sources: {
                survey: string;
                year: string | null;
                respondents: number | null;
                citation: string;
                /** @description True for made-up figures */
                illustrative: boolean;
              }[];
              /** @description True where the figures are made up */
              illustrative: boolean;
              /** @description What is expected of the agents */
              expected_pct: {
                /** @description Population-weighted share of total, in percent */
                yes: number;
                /** @description Population-weighted share of total, in percent */
                maybe: number;
                /** @description Population-weighted share of total, in percent */
                no: number;
                /** @description Population-weighted share of total, in percent */
                n_a: number;
              };
              interval_pct: {
                /** @description Low and high, in percent */
                yes: number[];
                /** @description Low and high, in percent */
                maybe: number[];
                /** @description Low and high, in percent */
                no: number[];
              };
              /** @description Half the width of the yes interval, in points */
              margin_of_error_pct: number;
              sampling_margin_pct: number;
              /** @enum {string} */
              uncertainty_basis: "held_out_questions" | "measured_model" | "unmeasured";
              effective_human_n: number;
              scenario_applied:
                | ({
                  read_from: ("context" | "question") | null;
                  ignored: string[];
                } & {
                  [key: string]: number;
                })
                | null;
              cost: {
                engine: string;
                calls_at_most: number;
                usd_at_most: number | null;
              } | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A simulation's id; `sim_<uuid>` is accepted as well
               */
              id: string;
              workflow_id: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
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
              /** @enum {string} */
              insights_status: "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";
              scenario_context: Record<string, unknown> | null;
              callback_url: string | null;
              routed_via: {
                workflow_id: string;
                workflow_name: string;
                confidence: number;
                methodology_label: string;
                /** @description Deprecated */
                kpi_question: string;
              } | null;
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
              agents_completed: number;
              progress_pct: number;
              started_at: string | null;
              completed_at: string | null;
              failure_code:
                | ("engine_unavailable" | "cancelled" | "timed_out" | "terminated" | "internal")
                | null;
              failure_message: string | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              /** @description While queued or running, like the header Retry-After */
              next_poll_after_seconds?: number;
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              simulation_id: string;
              workflow_id: string;
              agent_count: number;
              seed: number;
              customer_question: string;
              engine: {
                name: string;
                version: string;
              };
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              completed_at: string;
              verdict: {
                yes: number;
                maybe: number;
                no: number;
                n_a: number | null;
                total: number;
                /** @description Population-weighted share of total, in percent */
                yes_pct: number;
                /** @description Population-weighted share of total, in percent */
                maybe_pct: number;
                /** @description Population-weighted share of total, in percent */
                no_pct: number;
                n_a_pct: number | null;
                interval_pct: {
                  /** @description Low and high, in percent */
                  yes: number[];
                  /** @description Low and high, in percent */
                  maybe: number[];
                  /** @description Low and high, in percent */
                  no: number[];
                } | null;
                /** @description Half the width of the yes interval, in points */
                margin_of_error_pct: number;
                sampling_margin_pct: number | null;
                design_effect: number;
                effective_n: number;
                /** @enum {string} */
                answer: "yes" | "maybe" | "no" | "n_a";
                uncertainty_basis: ("held_out_questions" | "measured_model" | "unmeasured") | null;
                effective_human_n: number | null;
              };
              by_segment: {
                dimension: string;
                segment: string;
                yes: number;
                maybe: number;
                no: number;
                n_a: number | null;
                total: number;
                /** @description Population-weighted share of total, in percent */
                yes_pct: number;
                /** @description Population-weighted share of total, in percent */
                maybe_pct: number;
                /** @description Population-weighted share of total, in percent */
                no_pct: number;
                n_a_pct: number | null;
                interval_pct: {
                  /** @description Low and high, in percent */
                  yes: number[];
                  /** @description Low and high, in percent */
                  maybe: number[];
                  /** @description Low and high, in percent */
                  no: number[];
                } | null;
                /** @description Half the width of the yes interval, in points */
                margin_of_error_pct: number;
                sampling_margin_pct: number | null;
                design_effect: number;
                effective_n: number;
                /** @description Under 30 effective agents */
                small_base: boolean;
              }[];
              scenario_applied:
                | ({
                  read_from: ("context" | "question") | null;
                  ignored: string[];
                } & {
                  [key: string]: number;
                })
                | null;
              /** @description In index order; left out with `agents=false` */
              agents?: {
                index: number;
                segments: {
                  [key: string]: string;
                };
                weight: number;
                /** @enum {string} */
                answer: "yes" | "maybe" | "no" | "n_a";
                intensity: number | null;
                reason: string;
                quote: string | null;
              }[];
              calibration_boundary: {
                /** @enum {integer} */
                tier: 1 | 2 | 3;
                /** @enum {string} */
                kind: "calibrated" | "topic_uncalibrated" | "generic_population";
                /** @description Display it verbatim */
                disclaimer: string;
                methodology_id: string | null;
                similarity: number | null;
                /** @description The embedder of `similarity`: cosines of different embedders do not compare */
                embedder_id?: string;
                matched_question: {
                  text: string;
                  /** @enum {string} */
                  polarity: "same" | "opposite";
                  /** @description The table's shares, in the calibrated question's own direction */
                  shares_pct: {
                    yes: number;
                    maybe: number;
                    no: number;
                  };
                } | null;
                sources: {
                  survey: string;
                  year: string | null;
                  respondents: number | null;
                  citation: string;
                  /** @description True for made-up figures */
                  illustrative: boolean;
                }[];
                accuracy_pct: number | null;
                accuracy_basis: {
                  held_out_rows: number;
                  baseline_pct: number | null;
                  illustrative: boolean;
                } | null;
                confirm_mean_pct: number | null;
              };
              post_hoc: {
                /** @enum {string} */
                insights_status: "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";
                /** Format: uri */
                insights_url: string;
                block_status?: {
                  /**
                   * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                   * @enum {unknown}
                   */
                  synthesis: "completed" | "not_applicable" | "failed";
                  /**
                   * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                   * @enum {unknown}
                   */
                  patterns: "completed" | "not_applicable" | "failed";
                  /**
                   * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                   * @enum {unknown}
                   */
                  reservations: "completed" | "not_applicable" | "failed";
                  /**
                   * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                   * @enum {unknown}
                   */
                  attractions: "completed" | "not_applicable" | "failed";
                  /**
                   * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                   * @enum {unknown}
                   */
                  intensity: "completed" | "not_applicable" | "failed";
                  /**
                   * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                   * @enum {unknown}
                   */
                  quotes: "completed" | "not_applicable" | "failed";
                  /**
                   * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                   * @enum {unknown}
                   */
                  segment_intensity: "completed" | "not_applicable" | "failed";
                  /**
                   * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                   * @enum {unknown}
                   */
                  across_runs: "completed" | "not_applicable" | "failed";
                };
                calibration_boundary?: {
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
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds
                 */
                generated_at?: string;
                /** @description What the Reading counts for against the month's ceiling: the flat rate of 0.05 USD, or where a model of known price rewrote it, the cost of its tokens */
                cost_usd_estimate?: number;
                synthesis?: {
                  text: string;
                  /**
                   * @description high: tier 1, survey-calibrated, margin at most 5 points, a clear answer, fewer than one in five not fitted. low: tier 3, fewer than 100 effective answers, a margin over 10 points, a split, or a question that does not fit. medium: everything else.
                   * @enum {unknown}
                   */
                  confidence: "high" | "medium" | "low";
                } | null;
                patterns?: {
                  patterns: {
                    title: string;
                    description: string;
                    /** @description Each as `dimension=segment`. */
                    segments: string[];
                    /** @description Cohen's h over 0.8, at most 1. */
                    strength: number;
                    /** @description Agents in the segments named. */
                    support: number;
                  }[];
                  method_note: string;
                } | null;
                reservations?: {
                  reservations: {
                    theme: string;
                    description: string;
                    /** @description Weighted share, of the agents who answered no or maybe for a reservation, of those who answered yes for an attraction. */
                    share_pct: number;
                    /** @description Agents whose reason has this theme. */
                    support: number;
                    /** @description An agent's own words, exactly as stored. */
                    example_quote: string | null;
                  }[];
                } | null;
                attractions?: {
                  attractions: {
                    theme: string;
                    description: string;
                    /** @description Weighted share, of the agents who answered no or maybe for a reservation, of those who answered yes for an attraction. */
                    share_pct: number;
                    /** @description Agents whose reason has this theme. */
                    support: number;
                    /** @description An agent's own words, exactly as stored. */
                    example_quote: string | null;
                  }[];
                } | null;
                intensity?: {
                  /** @description Agents by intensity, unweighted. */
                  distribution: {
                    1: number;
                    2: number;
                    3: number;
                    4: number;
                    5: number;
                  };
                  median: number;
                  note: string;
                } | null;
                quotes?: {
                  yes: {
                    /** @description An agent's own words, exactly as stored. */
                    text: string;
                    agent_index: number;
                    segments: {
                      [key: string]: string;
                    };
                  } | null;
                  no: {
                    /** @description An agent's own words, exactly as stored. */
                    text: string;
                    agent_index: number;
                    segments: {
                      [key: string]: string;
                    };
                  } | null;
                } | null;
                segment_intensity?: {
                  by_segment: {
                    dimension: string;
                    segment: string;
                    /** @description Null where nobody in the segment answered yes, maybe or no. */
                    median: number | null;
                    mean: number | null;
                    /** @description Agents by intensity, unweighted. */
                    distribution: {
                      1: number;
                      2: number;
                      3: number;
                      4: number;
                      5: number;
                    };
                    /** @description Agents in the segment who answered yes, maybe or no. */
                    total: number;
                  }[];
                } | null;
                across_runs?: {
                  /** @description Earlier runs, newest first. */
                  runs: {
                    simulation_id: string;
                    completed_at: string;
                    agent_count: number;
                    seed: number;
                    /** @enum {unknown} */
                    answer: "yes" | "maybe" | "no" | "n_a";
                    yes_pct: number;
                    maybe_pct: number;
                    no_pct: number;
                    n_a_pct: number | null;
                    margin_of_error_pct: number;
                  }[];
                  /**
                   * @description Of the yes share against the mean of the earlier runs; up and down only outside their joint margin of error.
                   * @enum {unknown}
                   */
                  trend: "up" | "down" | "no_clear_change";
                  note: string;
                } | null;
              };
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              simulations: {
                /**
                 * Format: uuid
                 * @description A UUIDv7, lower case
                 */
                simulation_id: string;
                workflow_id: string;
                question: string | null;
                agent_count: number;
                seed: number;
                completed_at: string | null;
                verdict: {
                  yes_pct: number | null;
                  maybe_pct: number | null;
                  no_pct: number | null;
                };
              }[];
              /** @description Whether both asked the same agents */
              paired: boolean;
              /** @description The other simulation's share less the first one's, in points */
              difference_pct: {
                yes: number;
                maybe: number;
                no: number;
              };
              interval_pct: {
                /** @description Low and high, in points */
                yes: number[];
                /** @description Low and high, in points */
                maybe: number[];
                /** @description Low and high, in points */
                no: number[];
              } | null;
              by_segment: {
                dimension: string;
                segment: string;
                /** @description The other simulation's share less the first one's, in points */
                difference_pct: {
                  yes: number;
                  maybe: number;
                  no: number;
                };
                interval_pct: {
                  /** @description Low and high, in points */
                  yes: number[];
                  /** @description Low and high, in points */
                  maybe: number[];
                  /** @description Low and high, in points */
                  no: number[];
                } | null;
              }[];
              note: string;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              id: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
              failure_code:
                | ("engine_unavailable" | "cancelled" | "timed_out" | "terminated" | "internal")
                | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              simulation_id: string;
              /** @enum {string} */
              insights_status: "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";
              block_status: {
                /**
                 * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                 * @enum {unknown}
                 */
                synthesis: "completed" | "not_applicable" | "failed";
                /**
                 * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                 * @enum {unknown}
                 */
                patterns: "completed" | "not_applicable" | "failed";
                /**
                 * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                 * @enum {unknown}
                 */
                reservations: "completed" | "not_applicable" | "failed";
                /**
                 * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                 * @enum {unknown}
                 */
                attractions: "completed" | "not_applicable" | "failed";
                /**
                 * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                 * @enum {unknown}
                 */
                intensity: "completed" | "not_applicable" | "failed";
                /**
                 * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                 * @enum {unknown}
                 */
                quotes: "completed" | "not_applicable" | "failed";
                /**
                 * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                 * @enum {unknown}
                 */
                segment_intensity: "completed" | "not_applicable" | "failed";
                /**
                 * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
                 * @enum {unknown}
                 */
                across_runs: "completed" | "not_applicable" | "failed";
              } | null;
              calibration_boundary: {
                /** @enum {string} */
                kind: "post_hoc_uncalibrated";
                /** @description Display it verbatim */
                disclaimer: string;
                /**
                 * @description Where the texts come from: computed, rewritten by a small language model, or mixed
                 * @enum {string}
                 */
                model_tier: "computed" | "small" | "mixed";
              } | null;
              post_hoc: {
                synthesis: {
                  text: string;
                  /**
                   * @description high: tier 1, survey-calibrated, margin at most 5 points, a clear answer, fewer than one in five not fitted. low: tier 3, fewer than 100 effective answers, a margin over 10 points, a split, or a question that does not fit. medium: everything else.
                   * @enum {unknown}
                   */
                  confidence: "high" | "medium" | "low";
                } | null;
                patterns: {
                  patterns: {
                    title: string;
                    description: string;
                    /** @description Each as `dimension=segment`. */
                    segments: string[];
                    /** @description Cohen's h over 0.8, at most 1. */
                    strength: number;
                    /** @description Agents in the segments named. */
                    support: number;
                  }[];
                  method_note: string;
                } | null;
                reservations: {
                  reservations: {
                    theme: string;
                    description: string;
                    /** @description Weighted share, of the agents who answered no or maybe for a reservation, of those who answered yes for an attraction. */
                    share_pct: number;
                    /** @description Agents whose reason has this theme. */
                    support: number;
                    /** @description An agent's own words, exactly as stored. */
                    example_quote: string | null;
                  }[];
                } | null;
                attractions: {
                  attractions: {
                    theme: string;
                    description: string;
                    /** @description Weighted share, of the agents who answered no or maybe for a reservation, of those who answered yes for an attraction. */
                    share_pct: number;
                    /** @description Agents whose reason has this theme. */
                    support: number;
                    /** @description An agent's own words, exactly as stored. */
                    example_quote: string | null;
                  }[];
                } | null;
                intensity: {
                  /** @description Agents by intensity, unweighted. */
                  distribution: {
                    1: number;
                    2: number;
                    3: number;
                    4: number;
                    5: number;
                  };
                  median: number;
                  note: string;
                } | null;
                quotes: {
                  yes: {
                    /** @description An agent's own words, exactly as stored. */
                    text: string;
                    agent_index: number;
                    segments: {
                      [key: string]: string;
                    };
                  } | null;
                  no: {
                    /** @description An agent's own words, exactly as stored. */
                    text: string;
                    agent_index: number;
                    segments: {
                      [key: string]: string;
                    };
                  } | null;
                } | null;
                segment_intensity: {
                  by_segment: {
                    dimension: string;
                    segment: string;
                    /** @description Null where nobody in the segment answered yes, maybe or no. */
                    median: number | null;
                    mean: number | null;
                    /** @description Agents by intensity, unweighted. */
                    distribution: {
                      1: number;
                      2: number;
                      3: number;
                      4: number;
                      5: number;
                    };
                    /** @description Agents in the segment who answered yes, maybe or no. */
                    total: number;
                  }[];
                } | null;
                across_runs: {
                  /** @description Earlier runs, newest first. */
                  runs: {
                    simulation_id: string;
                    completed_at: string;
                    agent_count: number;
                    seed: number;
                    /** @enum {unknown} */
                    answer: "yes" | "maybe" | "no" | "n_a";
                    yes_pct: number;
                    maybe_pct: number;
                    no_pct: number;
                    n_a_pct: number | null;
                    margin_of_error_pct: number;
                  }[];
                  /**
                   * @description Of the yes share against the mean of the earlier runs; up and down only outside their joint margin of error.
                   * @enum {unknown}
                   */
                  trend: "up" | "down" | "no_clear_change";
                  note: string;
                } | null;
              } | null;
              generated_at: string | null;
              cost_usd_estimate: number | null;
              error_message: string | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              /** @description While queued or running, like the header Retry-After */
              next_poll_after_seconds?: number;
              /**
               * Format: uri
               * @description Where to POST for a Reading; absent where that would be refused now
               */
              generate_url?: string;
              /**
               * @description Why it is not_started. With not_requested it can be generated now: when the simulation completed the month's ceiling was reached, or the organization had Readings switched off
               * @enum {string}
               */
              reason?:
                | "simulation_not_complete"
                | "simulation_failed"
                | "insights_disabled"
                | "insights_cost_cap_reached"
                | "not_requested";
              /** @description The reason as a sentence for people */
              reason_message?: string;
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              simulation_id: string;
              /** @enum {string} */
              insights_status: "not_started" | "queued" | "running" | "completed" | "failed" | "disabled";
              /** Format: uri */
              poll_url: string;
              estimated_completion_time_seconds: number;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
        "application/json": {
          /** @description Your own name for the run; it names no published workflow */
          workflow_name: string;
          description?: string | null;
          /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
          metadata?: {
            [key: string]: string;
          } | null;
        };
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
          "application/json": {
            data: {
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
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              training_id: string;
              workflow_name: string;
              description: string | null;
              /** @enum {string} */
              status: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED";
              /** @description True once the run has ended */
              results_available: boolean;
              /** @description True once the calibration file is there */
              upload_received: boolean;
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              started_at: string | null;
              completed_at: string | null;
              failure_message: string | null;
            }[];
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              next_cursor: string | null;
              has_more: boolean;
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              training_id: string;
              workflow_name: string;
              description: string | null;
              /** @enum {string} */
              status: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED";
              /** @description True once the run has ended */
              results_available: boolean;
              /** @description True once the calibration file is there */
              upload_received: boolean;
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              started_at: string | null;
              completed_at: string | null;
              failure_message: string | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              training_id: string;
              workflow_name: string;
              description: string | null;
              /** @enum {string} */
              status: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED";
              /** @description True once the run has ended */
              results_available: boolean;
              /** @description True once the calibration file is there */
              upload_received: boolean;
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              started_at: string | null;
              completed_at: string | null;
              failure_message: string | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
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
              mape: number | null;
              mae_points: number | null;
              smape: number | null;
              by_segment: {
                segment: string;
                mape: number | null;
                /** @description Rows of the file */
                observations: number;
                /** @description Rows below 5 %, which MAPE leaves out */
                small_actuals: number;
                mae_points: number | null;
              }[];
              /** @constant */
              preview_only: true;
              /** @description What was computed, left out and assumed; display it verbatim */
              disclaimer: string;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
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
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
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
              disabled_reason: string | null;
            }[];
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              next_cursor: string | null;
              has_more: boolean;
            };
          };
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
        "application/json": {
          /** @description HTTPS, on a public address, port 443 or 1024–65535 */
          url: string;
          /** @description Types of events, or `*` for all of them */
          events: (
            | "simulation.completed"
            | "simulation.failed"
            | "simulation.insights.completed"
            | "simulation.insights.failed"
            | "webhook.test"
            | "*"
          )[];
          description?: (string | null) | null;
          /** @description Sent with every delivery; at most 20, of 4 KiB together */
          custom_headers?: {
            [key: string]: string;
          } | null;
          /** @default true */
          enabled?: boolean | null;
          /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
          metadata?: {
            [key: string]: string;
          } | null;
        };
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
          "application/json": {
            data: {
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
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
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
              disabled_reason: string | null;
              /** @description Signs the deliveries; shown here and never again */
              secret: string;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
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
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
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
              disabled_reason: string | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
        "application/json": {
          /** @description HTTPS, on a public address, port 443 or 1024–65535 */
          url?: string;
          /** @description Types of events, or `*` for all of them */
          events?: (
            | "simulation.completed"
            | "simulation.failed"
            | "simulation.insights.completed"
            | "simulation.insights.failed"
            | "webhook.test"
            | "*"
          )[];
          description?: string | null;
          /** @description Replaces all of them; a masked value, as GET shows it, is refused */
          custom_headers?: {
            [key: string]: string;
          };
          /** @description false holds pending deliveries, true releases them at 10 a second */
          enabled?: boolean;
          metadata?: {
            [key: string]: string;
          } | null;
        };
      };
    };
    responses: {
      /** @description The subscription as it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: {
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
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
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
              disabled_reason: string | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              id: string;
              /** @constant */
              deleted: true;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
        "application/json": {
          /** @description HTTPS, on a public address, port 443 or 1024–65535 */
          url?: string;
          /** @description Types of events, or `*` for all of them */
          events?: (
            | "simulation.completed"
            | "simulation.failed"
            | "simulation.insights.completed"
            | "simulation.insights.failed"
            | "webhook.test"
            | "*"
          )[];
          description?: string | null;
          /** @description Replaces all of them; a masked value, as GET shows it, is refused */
          custom_headers?: {
            [key: string]: string;
          };
          /** @description false holds pending deliveries, true releases them at 10 a second */
          enabled?: boolean;
          metadata?: {
            [key: string]: string;
          } | null;
        };
      };
    };
    responses: {
      /** @description The subscription as it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: {
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
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
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
              disabled_reason: string | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
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
              /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
              metadata: {
                [key: string]: string;
              };
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
              disabled_reason: string | null;
              /** @description Signs the deliveries; shown here and never again */
              secret: string;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              id: string;
              webhook_id: string | null;
              event_id: string;
              /** @enum {string} */
              event_type:
                | "simulation.completed"
                | "simulation.failed"
                | "simulation.insights.completed"
                | "simulation.insights.failed"
                | "webhook.test";
              simulation_id: string | null;
              url: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed" | "cancelled";
              response_status: number | null;
              attempt_count: number;
              /** @description Of the schedule; retries by hand and attempts of unknown outcome come on top */
              max_attempts: number;
              latency_ms: number | null;
              error_message: string | null;
              next_retry_at: string | null;
              retry_requested_at: string | null;
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              completed_at: string | null;
              /** @description The newest 20, newest first */
              attempts: {
                number: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds
                 */
                at: string;
                response_status: number | null;
                latency_ms: number | null;
                error_code: string | null;
                error_message: string | null;
                response_excerpt: string | null;
              }[];
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
        event_type?:
          | "simulation.completed"
          | "simulation.failed"
          | "simulation.insights.completed"
          | "simulation.insights.failed"
          | "webhook.test";
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              id: string;
              webhook_id: string | null;
              event_id: string;
              /** @enum {string} */
              event_type:
                | "simulation.completed"
                | "simulation.failed"
                | "simulation.insights.completed"
                | "simulation.insights.failed"
                | "webhook.test";
              simulation_id: string | null;
              url: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed" | "cancelled";
              response_status: number | null;
              attempt_count: number;
              /** @description Of the schedule; retries by hand and attempts of unknown outcome come on top */
              max_attempts: number;
              latency_ms: number | null;
              error_message: string | null;
              next_retry_at: string | null;
              retry_requested_at: string | null;
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              completed_at: string | null;
            }[];
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              next_cursor: string | null;
              has_more: boolean;
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              id: string;
              webhook_id: string | null;
              event_id: string;
              /** @enum {string} */
              event_type:
                | "simulation.completed"
                | "simulation.failed"
                | "simulation.insights.completed"
                | "simulation.insights.failed"
                | "webhook.test";
              simulation_id: string | null;
              url: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed" | "cancelled";
              response_status: number | null;
              attempt_count: number;
              /** @description Of the schedule; retries by hand and attempts of unknown outcome come on top */
              max_attempts: number;
              latency_ms: number | null;
              error_message: string | null;
              next_retry_at: string | null;
              retry_requested_at: string | null;
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              completed_at: string | null;
              /** @description The newest 20, newest first */
              attempts: {
                number: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds
                 */
                at: string;
                response_status: number | null;
                latency_ms: number | null;
                error_code: string | null;
                error_message: string | null;
                response_excerpt: string | null;
              }[];
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
        event_type?:
          | "simulation.completed"
          | "simulation.failed"
          | "simulation.insights.completed"
          | "simulation.insights.failed"
          | "webhook.test";
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              id: string;
              webhook_id: string | null;
              event_id: string;
              /** @enum {string} */
              event_type:
                | "simulation.completed"
                | "simulation.failed"
                | "simulation.insights.completed"
                | "simulation.insights.failed"
                | "webhook.test";
              simulation_id: string | null;
              url: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed" | "cancelled";
              response_status: number | null;
              attempt_count: number;
              /** @description Of the schedule; retries by hand and attempts of unknown outcome come on top */
              max_attempts: number;
              latency_ms: number | null;
              error_message: string | null;
              next_retry_at: string | null;
              retry_requested_at: string | null;
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              completed_at: string | null;
            }[];
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              next_cursor: string | null;
              has_more: boolean;
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              id: string;
              webhook_id: string | null;
              event_id: string;
              /** @enum {string} */
              event_type:
                | "simulation.completed"
                | "simulation.failed"
                | "simulation.insights.completed"
                | "simulation.insights.failed"
                | "webhook.test";
              simulation_id: string | null;
              url: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed" | "cancelled";
              response_status: number | null;
              attempt_count: number;
              /** @description Of the schedule; retries by hand and attempts of unknown outcome come on top */
              max_attempts: number;
              latency_ms: number | null;
              error_message: string | null;
              next_retry_at: string | null;
              retry_requested_at: string | null;
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              completed_at: string | null;
              /** @description The newest 20, newest first */
              attempts: {
                number: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds
                 */
                at: string;
                response_status: number | null;
                latency_ms: number | null;
                error_code: string | null;
                error_message: string | null;
                response_excerpt: string | null;
              }[];
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              number: number;
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              at: string;
              response_status: number | null;
              latency_ms: number | null;
              error_code: string | null;
              error_message: string | null;
              response_excerpt: string | null;
            }[];
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              next_cursor: string | null;
              has_more: boolean;
            };
          };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              id: string;
              webhook_id: string | null;
              event_id: string;
              /** @enum {string} */
              event_type:
                | "simulation.completed"
                | "simulation.failed"
                | "simulation.insights.completed"
                | "simulation.insights.failed"
                | "webhook.test";
              simulation_id: string | null;
              url: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed" | "cancelled";
              response_status: number | null;
              attempt_count: number;
              /** @description Of the schedule; retries by hand and attempts of unknown outcome come on top */
              max_attempts: number;
              latency_ms: number | null;
              error_message: string | null;
              next_retry_at: string | null;
              retry_requested_at: string | null;
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              completed_at: string | null;
              /** @description The newest 20, newest first */
              attempts: {
                number: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds
                 */
                at: string;
                response_status: number | null;
                latency_ms: number | null;
                error_code: string | null;
                error_message: string | null;
                response_excerpt: string | null;
              }[];
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        type?:
          | "simulation.completed"
          | "simulation.failed"
          | "simulation.insights.completed"
          | "simulation.insights.failed"
          | "webhook.test";
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
          "application/json": {
            data: {
              /** @description An event's id: `evt_<uuid>` */
              id: string;
              /** @enum {string} */
              type:
                | "simulation.completed"
                | "simulation.failed"
                | "simulation.insights.completed"
                | "simulation.insights.failed"
                | "webhook.test";
              /** @description Unix seconds */
              created: number;
              /** @description What happened, by the type */
              data: Record<string, unknown>;
            }[];
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              next_cursor: string | null;
              has_more: boolean;
            };
          };
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
          "application/json": {
            data: {
              /** @description An event's id: `evt_<uuid>` */
              id: string;
              /** @enum {string} */
              type:
                | "simulation.completed"
                | "simulation.failed"
                | "simulation.insights.completed"
                | "simulation.insights.failed"
                | "webhook.test";
              /** @description Unix seconds */
              created: number;
              /** @description What happened, by the type */
              data: Record<string, unknown>;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /** @description Whether there is one. The first delivery to a callback creates one that nobody has seen: rotate it then */
              exists: boolean;
              updated_at: string | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /** @description Signs deliveries to callback URLs; shown here and never again */
              secret: string;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            /** @description `user` is null for an API key, and so is `expires_at` for a key that does not expire */
            data: {
              user: {
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
                last_login_at: string | null;
              } | null;
              organization: {
                /**
                 * Format: uuid
                 * @description A UUIDv7, lower case
                 */
                id: string;
                name: string;
                /** @enum {string} */
                plan_tier: "sandbox" | "growth" | "studio" | "enterprise";
                insights_enabled: boolean;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, milliseconds
                 */
                created_at: string;
              };
              scopes: (
                | "simulations:read"
                | "insights:read"
                | "training:read"
                | "training:write"
                | "webhooks:read"
                | "webhooks:write"
              )[];
              expires_at: string | null;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
        "application/json": {
          grace_period_seconds?: (number | null) | null;
        };
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
          "application/json": {
            data: {
              /**
               * Format: uuid
               * @description A UUIDv7, lower case
               */
              id: string;
              name: string;
              /** @description The key's first eight characters */
              prefix: string;
              scopes: string[];
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              created_at: string;
              last_used_at: string | null;
              expires_at: string | null;
              revoked_at: string | null;
              /** @description The secret; shown here and never again */
              key: string;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /** @enum {string} */
              plan_tier: "sandbox" | "growth" | "studio" | "enterprise";
              /** @description The calendar month, UTC; its end is not in it */
              period: {
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
              simulations_this_period: number;
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
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              request_id: string;
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              at: string;
              method: string;
              route: string | null;
              status: number;
              error: string | null;
              duration_ms: number;
              key_id: string | null;
            }[];
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              next_cursor: string | null;
              has_more: boolean;
            };
          };
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
          "application/json": {
            data: {
              /**
               * @description outage: requests fail; degraded: they are accepted, and runs wait
               * @enum {string}
               */
              status: "operational" | "degraded" | "outage";
              components: {
                /** @enum {string} */
                api: "operational" | "degraded" | "outage";
                /** @enum {string} */
                database: "operational" | "degraded" | "outage";
                /** @enum {string} */
                cache: "operational" | "degraded" | "outage";
                /** @enum {string} */
                workflows: "operational" | "degraded" | "outage";
              };
              links: {
                /** @description Its own status page */
                billing_provider: string;
                /** @description Its own status page */
                email_provider: string;
              };
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              checked_at: string;
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
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
          "application/json": {
            data: {
              /** @description The slug, which a create names */
              workflow_id: string;
              version: number;
              /** @enum {string} */
              status: "published" | "deprecated";
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
            }[];
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            } & {
              next_cursor: string | null;
              has_more: boolean;
            };
          };
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
          "application/json": {
            data: {
              /** @description The slug, which a create names */
              workflow_id: string;
              version: number;
              /** @enum {string} */
              status: "published" | "deprecated";
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
              population: {
                frame: string;
                description: string;
              };
              segments: string[];
              /** @description JSON Schema 2020-12 of `scenario_context` */
              scenario_schema: Record<string, unknown>;
              calibration: {
                source: string;
                /** @description True unless the figures are a published survey's */
                illustrative: boolean;
                /** @description Rows of the calibration table */
                rows: number;
                /** @description Rows kept out of fitting; accuracy is computed on these */
                held_out_rows: number;
                accuracy_pct: number | null;
                confirm_mean_pct: number | null;
                baseline_pct: number | null;
                computed_at: string | null;
              };
            };
            error: null;
            meta: {
              /** @description Equals the header X-Request-Id */
              request_id: string;
              rate_limit?: {
                limit: number;
                remaining: number;
                /** @description Unix seconds */
                reset: number;
              };
              deprecations?: string[];
            };
          };
        };
      };
    };
  };
}
