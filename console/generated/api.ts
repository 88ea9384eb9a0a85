// Written by `deno task generate-client` from the service's OpenAPI document. Do not edit it.
// deno-lint-ignore-file

import type { components as client } from "#client/generated/api.ts";

/** Every operation that people alone may call: its method and its path. */
export const OPERATIONS = {
  showShared: "GET /v1/shared/{token}",
  adminListDeliveries: "GET /v1/admin/deliveries",
  adminRetryDeliveries: "POST /v1/admin/deliveries/retry",
  adminRetryDelivery: "POST /v1/admin/deliveries/{id}/retry",
  logIn: "POST /v1/auth/password/login",
  signUp: "POST /v1/auth/password/signup",
  confirmPasswordReset: "POST /v1/auth/password/reset/confirm",
  requestMagicLink: "POST /v1/auth/magic-link/request",
  requestPasswordReset: "POST /v1/auth/password/reset/request",
  verifyMagicLink: "POST /v1/auth/magic-link/verify",
  endAllSessions: "DELETE /v1/auth/sessions",
  endSession: "DELETE /v1/auth/sessions/{session_id}",
  listSessions: "GET /v1/auth/sessions",
  logOut: "POST /v1/auth/logout",
  createApiKey: "POST /v1/api-keys",
  deleteApiKey: "DELETE /v1/api-keys/{key_id}",
  listApiKeys: "GET /v1/api-keys",
  changeMember: "PATCH /v1/organization/members/{user_id}",
  changeOrganization: "PATCH /v1/organization",
  createInvitation: "POST /v1/organization/invitations",
  deleteInvitation: "DELETE /v1/organization/invitations/{invitation_id}",
  deleteOrganization: "DELETE /v1/organization",
  listAudit: "GET /v1/audit",
  listInvitations: "GET /v1/organization/invitations",
  listMembers: "GET /v1/organization/members",
  removeMember: "DELETE /v1/organization/members/{user_id}",
  showOrganization: "GET /v1/organization",
  adminCancelSimulation: "POST /v1/admin/simulations/{id}/cancel",
  adminListSimulations: "GET /v1/admin/simulations",
  adminShowSimulation: "GET /v1/admin/simulations/{id}",
  adminEndMaintenance: "DELETE /v1/admin/maintenance",
  adminListAudit: "GET /v1/admin/audit",
  adminSetMaintenance: "PUT /v1/admin/maintenance",
  adminShowMaintenance: "GET /v1/admin/maintenance",
  adminShowOverview: "GET /v1/admin/overview",
  adminChangeOrganization: "PATCH /v1/admin/organizations/{id}",
  adminCreateApiKey: "POST /v1/admin/organizations/{id}/api-keys",
  adminCreateOrganization: "POST /v1/admin/organizations",
  adminListOrganizations: "GET /v1/admin/organizations",
  adminRevokeApiKey: "DELETE /v1/admin/api-keys/{id}",
  adminShowOrganization: "GET /v1/admin/organizations/{id}",
  claimPurchase: "POST /v1/billing/purchases/{purchase_id}/claim",
  listPurchases: "GET /v1/billing/purchases",
  openBillingPortal: "POST /v1/billing/portal",
  receivePayment: "POST /v1/webhooks/payments",
  adminChangeWorkflow: "PATCH /v1/admin/workflows/{workflow_id}",
} as const;

export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description The caller's bucket, as the headers X-RateLimit-* have it */
    RateLimit: client["schemas"]["RateLimit"];
    Population: client["schemas"]["Population"];
    /** @description Segments by dimension, of those that the methodology reports: only people in one of the segments of every dimension named are asked. At least 1 % of the population. Shown in the population's order; a dimension with all of its segments restricts nothing and is left out. */
    Audience: client["schemas"]["Audience"];
    Engine: client["schemas"]["Engine"];
    /** @description Low and high, in percent */
    Interval: client["schemas"]["Interval"];
    /** @description 95 % intervals of what people would answer: sampling of the agents and of the survey, and the prediction's own error */
    AnswerIntervals: client["schemas"]["AnswerIntervals"];
    /** @enum {string} */
    Answer: client["schemas"]["Answer"];
    /** @enum {string} */
    UncertaintyBasis: client["schemas"]["UncertaintyBasis"];
    /**
     * @description What the verdict rests on: the survey's question that was asked, a prediction from others, one for a question on no topic, a model's answers, a made-up table, or nothing, where the question says nothing. Of `demo`, `none` and a model that was not measured nothing is said about people
     * @enum {string}
     */
    Evidence: client["schemas"]["Evidence"];
    Verdict: client["schemas"]["Verdict"];
    /** @enum {string} */
    QuestionIssue: client["schemas"]["QuestionIssue"];
    Segment: client["schemas"]["Segment"];
    ScenarioApplied: client["schemas"]["ScenarioApplied"];
    /** @enum {integer} */
    CalibrationTier: client["schemas"]["CalibrationTier"];
    /** @description The table's shares, in the calibrated question's own direction */
    MatchedShares: client["schemas"]["MatchedShares"];
    /** @description The answers that the survey offered, by what they count as */
    MatchedScale: client["schemas"]["MatchedScale"];
    MatchedQuestion: client["schemas"]["MatchedQuestion"];
    CalibrationSource: client["schemas"]["CalibrationSource"];
    AccuracyBasis: client["schemas"]["AccuracyBasis"];
    SharedBoundary: {
      tier: components["schemas"]["CalibrationTier"];
      /** @enum {string} */
      kind: "calibrated" | "topic_uncalibrated" | "generic_population";
      /** @description Display it verbatim */
      disclaimer: string;
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
    /** @enum {string} */
    InsightsStatus: client["schemas"]["InsightsStatus"];
    /**
     * @description not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.
     * @enum {string}
     */
    BlockState: client["schemas"]["BlockState"];
    BlockStatus: client["schemas"]["BlockStatus"];
    InsightsBoundary: client["schemas"]["InsightsBoundary"];
    SynthesisBlock: client["schemas"]["SynthesisBlock"];
    InsightPattern: client["schemas"]["InsightPattern"];
    PatternsBlock: client["schemas"]["PatternsBlock"];
    InsightTheme: client["schemas"]["InsightTheme"];
    ReservationsBlock: client["schemas"]["ReservationsBlock"];
    AttractionsBlock: client["schemas"]["AttractionsBlock"];
    /** @description Agents by intensity, unweighted. */
    IntensityDistribution: client["schemas"]["IntensityDistribution"];
    IntensityBlock: client["schemas"]["IntensityBlock"];
    SharedQuote: {
      /** @description An agent's own words, exactly as stored. */
      text: string;
    };
    SharedQuotes: {
      yes: components["schemas"]["SharedQuote"] | null;
      no: components["schemas"]["SharedQuote"] | null;
    };
    SegmentIntensityRow: client["schemas"]["SegmentIntensityRow"];
    SegmentIntensityBlock: client["schemas"]["SegmentIntensityBlock"];
    SharedInsights: {
      insights_status: components["schemas"]["InsightsStatus"];
      block_status?: components["schemas"]["BlockStatus"];
      calibration_boundary?: components["schemas"]["InsightsBoundary"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      generated_at?: string;
      synthesis?: components["schemas"]["SynthesisBlock"] | null;
      patterns?: components["schemas"]["PatternsBlock"] | null;
      reservations?: components["schemas"]["ReservationsBlock"] | null;
      attractions?: components["schemas"]["AttractionsBlock"] | null;
      intensity?: components["schemas"]["IntensityBlock"] | null;
      quotes?: components["schemas"]["SharedQuotes"] | null;
      segment_intensity?: components["schemas"]["SegmentIntensityBlock"] | null;
    };
    SharedResults: {
      agent_count: number;
      /** Format: int64 */
      seed: number;
      customer_question: string;
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
      calibration_boundary: components["schemas"]["SharedBoundary"];
      post_hoc: components["schemas"]["SharedInsights"];
    };
    Meta: client["schemas"]["Meta"];
    SharedResultsResponse: {
      data: components["schemas"]["SharedResults"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @enum {string} */
    DeliveryStatus: client["schemas"]["DeliveryStatus"];
    /** @enum {string} */
    EventType: client["schemas"]["EventType"];
    AdminDeliverySummary: {
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
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      organization_id: string;
      /**
       * Format: uri
       * @description Its workflow in the Temporal UI
       */
      temporal_ui_url: string;
      /** @description Null while the organization is being deleted */
      organization_name: string | null;
    };
    PageMeta: client["schemas"]["PageMeta"];
    AdminDeliverySummaryPage: {
      data: components["schemas"]["AdminDeliverySummary"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    RetryDeliveries: {
      status?: components["schemas"]["DeliveryStatus"] | null;
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      organization_id?: string | null;
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      webhook_id?: string | null;
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
    DeliveriesRetry: {
      /** @description Counted among the newest 10,000 that the filters name */
      matched: number;
      /** @description Whether older ones may match, which the job retries too */
      more: boolean;
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      job_id: string;
      /**
       * Format: uri
       * @description Its workflow in the Temporal UI
       */
      temporal_ui_url: string;
    };
    DeliveriesRetryResponse: {
      data: components["schemas"]["DeliveriesRetry"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    DeliveryAttempt: client["schemas"]["DeliveryAttempt"];
    AdminDelivery: {
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
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      organization_id: string;
      /**
       * Format: uri
       * @description Its workflow in the Temporal UI
       */
      temporal_ui_url: string;
    };
    AdminDeliveryResponse: {
      data: components["schemas"]["AdminDelivery"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    LogIn: {
      /** @description An address; case and Unicode form make no difference */
      email: string;
      password: string;
    };
    User: client["schemas"]["User"];
    /** @enum {string} */
    PlanTier: client["schemas"]["PlanTier"];
    Organization: client["schemas"]["Organization"];
    /** @enum {string} */
    Scope: client["schemas"]["Scope"];
    /** @description `user` is null for an API key, and so is `expires_at` for a key that does not expire */
    Session: client["schemas"]["Session"];
    SessionResponse: {
      data: components["schemas"]["Session"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    SignUp: {
      /** @description An address; case and Unicode form make no difference */
      email: string;
      /** @description 10 to 200 characters */
      password: string;
      name: string;
      organization_name: string;
    };
    PasswordReset: {
      /** @description What stands after `#token=` in the mailed link */
      token: string;
      /** @description 10 to 200 characters */
      password: string;
    };
    PasswordResetDone: {
      /** @constant */
      reset: true;
    };
    PasswordResetDoneResponse: {
      data: components["schemas"]["PasswordResetDone"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    MagicLinkRequest: {
      /** @description An address; case and Unicode form make no difference */
      email: string;
      /** @description Of the person; used where the address is unknown */
      name: string;
      /** @description Used where the address is unknown; where another organization has the name, a number is added */
      organization_name: string;
    };
    MagicLinkSent: {
      /** @constant */
      sent: true;
      /** @description The mailed link; in development alone, with AUTH_DEBUG_LINKS=1 */
      magic_link?: string;
    };
    MagicLinkSentResponse: {
      data: components["schemas"]["MagicLinkSent"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    PasswordResetRequest: {
      /** @description An address; case and Unicode form make no difference */
      email: string;
    };
    PasswordResetSent: {
      /** @constant */
      sent: true;
    };
    PasswordResetSentResponse: {
      data: components["schemas"]["PasswordResetSent"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    MagicLinkToken: {
      /** @description What stands after `#token=` in the mailed link */
      token: string;
    };
    OwnSession: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /** @description Whether this request came by it */
      current: boolean;
      /** @enum {string} */
      signed_in_by: "magic_link" | "password";
      /** @description The browser's name at sign-in */
      user_agent: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      /**
       * Format: date-time
       * @description To the hour
       */
      last_used_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      expires_at: string;
    };
    OwnSessionPage: {
      data: components["schemas"]["OwnSession"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    CreateApiKey: {
      name: string;
      scopes: components["schemas"]["Scope"][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      expires_at?: string | null;
    };
    CreatedApiKey: client["schemas"]["CreatedApiKey"];
    CreatedApiKeyResponse: client["schemas"]["CreatedApiKeyResponse"];
    ApiKey: {
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
    };
    ApiKeyPage: {
      data: components["schemas"]["ApiKey"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    /** @enum {string} */
    MemberRole: "owner" | "member";
    ChangeMember: {
      role: components["schemas"]["MemberRole"];
    };
    Member: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      email: string;
      name: string;
      role: components["schemas"]["MemberRole"];
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
    MemberResponse: {
      data: components["schemas"]["Member"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    RenameOrganization: {
      name?: string;
    };
    OrganizationResponse: {
      data: components["schemas"]["Organization"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    CreateInvitation: {
      /** @description An address; case and Unicode form make no difference */
      email: string;
      /** @description The person's name; by default the address' first part */
      name?: string | null;
    };
    Invitation: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      email: string;
      name: string;
      /**
       * Format: uuid
       * @description The member who invited the person last
       */
      invited_by: string;
      /**
       * Format: date-time
       * @description When a mail server took the mail; null until then
       */
      sent_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      expires_at: string;
    };
    InvitationResponse: {
      data: components["schemas"]["Invitation"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    OrganizationDeletion: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /** @enum {string} */
      status: "deleting";
    };
    OrganizationDeletionResponse: {
      data: components["schemas"]["OrganizationDeletion"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @description `operator`: whoever operates the service. `service`: what it does by itself, such as after a payment */
    AuditActor: {
      /** @enum {string} */
      kind: "user" | "key" | "operator" | "service";
      /** @description Of your organization's person or key */
      id: string | null;
      /** @description Null once the person or key is gone */
      name: string | null;
    };
    OwnAuditEntry: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      at: string;
      actor: components["schemas"]["AuditActor"];
      /** @description Such as `api_key.create` */
      action: string;
      /** @description The id of the changed thing */
      subject: string;
      /** @description Null where no request of yours changed it */
      request_id: string | null;
    };
    OwnAuditEntryPage: {
      data: components["schemas"]["OwnAuditEntry"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    InvitationPage: {
      data: components["schemas"]["Invitation"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    MemberPage: {
      data: components["schemas"]["Member"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    /** @enum {string} */
    SimulationStatus: client["schemas"]["SimulationStatus"];
    /** @enum {string} */
    FailureCode: client["schemas"]["FailureCode"];
    CancelledSimulation: client["schemas"]["CancelledSimulation"];
    CancelledSimulationResponse: client["schemas"]["CancelledSimulationResponse"];
    /** @description Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides` */
    ScenarioContext: client["schemas"]["ScenarioContext"];
    RoutedVia: client["schemas"]["RoutedVia"];
    /** @description Your own texts by key: at most 20 of at most 500 characters, keys of at most 40 */
    Metadata: client["schemas"]["Metadata"];
    /** @description The key or the person that created it; null for simulations from before it was kept */
    SimulationCreator: client["schemas"]["SimulationCreator"];
    AdminSimulation: {
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
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      organization_id: string;
      /** @description Null while the organization is being deleted */
      organization_name: string | null;
      /**
       * Format: uri
       * @description Its workflow in the Temporal UI
       */
      temporal_ui_url: string;
    };
    AdminSimulationPage: {
      data: components["schemas"]["AdminSimulation"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    AdminSimulationResponse: {
      data: components["schemas"]["AdminSimulation"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    AuditEntry: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      actor_key_id: string | null;
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      actor_user_id: string | null;
      /** @description The task that an operator ran on the command line, such as `methodology` */
      actor_command: string | null;
      /** @description Such as `organization.update` */
      action: string;
      /** @description The changed thing, such as an organization's id */
      subject: string;
      /** @description What was changed */
      details: {
        [key: string]: unknown;
      };
      /** @description Null for a command */
      request_id: string | null;
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      organization_id: string | null;
      by_operator: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_at: string;
    };
    AuditEntryPage: {
      data: components["schemas"]["AuditEntry"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    BeginMaintenance: {
      /** @description The Retry-After of every refused request */
      retry_after_seconds: number;
    };
    Maintenance: {
      /** @description The Retry-After of every refused request */
      retry_after_seconds: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      since: string;
    };
    MaintenanceResponse: {
      data: components["schemas"]["Maintenance"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    MaintenanceState: {
      active: boolean;
      /** @description The Retry-After of every refused request */
      retry_after_seconds: number | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      since: string | null;
    };
    MaintenanceStateResponse: {
      data: components["schemas"]["MaintenanceState"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    QueueFigures: {
      /** @description Such as `queued_simulations`; `due` are deliveries to be sent now */
      name: string;
      /** @description Up to 10,000 */
      rows: number;
      /** @description Age of the oldest; null where none waits */
      oldest_seconds: number | null;
    };
    EndpointDown: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      organization_id: string;
      organization_name: string;
      /**
       * Format: uuid
       * @description Null for a callback
       */
      webhook_id: string | null;
      url: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      down_since: string;
      /** @description Failed attempts in a row */
      failures: number;
    };
    Overview: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      taken_at: string;
      queues: components["schemas"]["QueueFigures"][];
      /** @description Commands that Temporal refuses, up to 10,000 */
      set_aside: number;
      /** @description Up to 10,000 */
      endpoints_down: number;
      /** @description Those that are down the longest, at most 20 */
      endpoints: components["schemas"]["EndpointDown"][];
      /** @description That this process of the API answered since its start */
      requests: number;
      /** @description Those of them that it answered with 5xx */
      server_errors: number;
    };
    OverviewResponse: {
      data: components["schemas"]["Overview"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    ContractChange: {
      agent_count_ceiling?: number | null;
      requests_per_minute?: number | null;
      /** Format: int64 */
      simulations_per_month?: number | null;
      /** Format: int64 */
      agent_runs_per_month?: number | null;
      reading_ceiling_usd?: number | null;
    };
    ChangeOrganization: {
      plan_tier?: components["schemas"]["PlanTier"];
      insights_enabled?: boolean;
      limits?: components["schemas"]["ContractChange"];
    };
    /** @description Null: no limit */
    PlanLimits: {
      agent_count_ceiling: number | null;
      requests_per_minute: number | null;
      simulations_per_month: number | null;
      agent_runs_per_month: number | null;
      reading_ceiling_usd: number | null;
    };
    AdminOrganization: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      name: string;
      plan_tier: components["schemas"]["PlanTier"];
      insights_enabled: boolean;
      contract: components["schemas"]["PlanLimits"];
      limits: components["schemas"]["PlanLimits"];
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
    };
    AdminOrganizationResponse: {
      data: components["schemas"]["AdminOrganization"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    CreateOrganization: {
      name: string;
      plan_tier?: components["schemas"]["PlanTier"] | null;
    };
    AdminOrganizationPage: {
      data: components["schemas"]["AdminOrganization"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    /** @description `plan_tier` is what it gives now: null before anything is paid, sandbox once its subscription has ended */
    Purchase: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /** @description The address that the buyer gave the billing provider: yours */
      email: string;
      plan_tier: components["schemas"]["PlanTier"] | null;
      paid: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      completed_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      claimed_at: string | null;
    };
    PurchaseResponse: {
      data: components["schemas"]["Purchase"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    PurchasePage: {
      data: components["schemas"]["Purchase"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    BillingPortal: {
      /**
       * Format: uri
       * @description Works for a few minutes
       */
      url: string;
    };
    BillingPortalResponse: {
      data: components["schemas"]["BillingPortal"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    ReceivedPaymentEvent: {
      /** @constant */
      received: true;
    };
    ReceivedPaymentEventResponse: {
      data: components["schemas"]["ReceivedPaymentEvent"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    /** @enum {string} */
    MethodologyStatus: client["schemas"]["MethodologyStatus"];
    ChangeMethodology: {
      status: components["schemas"]["MethodologyStatus"];
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      organization_id?: string | null;
    };
    ChangedMethodology: {
      workflow_id: string;
      version: number;
      status: components["schemas"]["MethodologyStatus"];
    };
    ChangedMethodologyResponse: {
      data: components["schemas"]["ChangedMethodology"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    SimulationEnd: client["schemas"]["SimulationEnd"];
    SimulationCompletedEvent: client["schemas"]["SimulationCompletedEvent"];
    SimulationFailedEvent: client["schemas"]["SimulationFailedEvent"];
    InsightsCompletion: client["schemas"]["InsightsCompletion"];
    InsightsCompletedEvent: client["schemas"]["InsightsCompletedEvent"];
    InsightsFailure: client["schemas"]["InsightsFailure"];
    InsightsFailedEvent: client["schemas"]["InsightsFailedEvent"];
    TrainingEnd: client["schemas"]["TrainingEnd"];
    TrainingCompletedEvent: client["schemas"]["TrainingCompletedEvent"];
    TrainingFailedEvent: client["schemas"]["TrainingFailedEvent"];
    WebhookTest: client["schemas"]["WebhookTest"];
    WebhookTestEvent: client["schemas"]["WebhookTestEvent"];
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
     * @description Keeps a shared verdict out of search engines.
     * @example noindex
     */
    XRobotsTag: string;
    /**
     * @description Seconds after which to ask again. Absent where there is nothing to wait for.
     * @example 2
     */
    RetryAfter: number;
    /**
     * @description How to authenticate.
     * @example Bearer error="invalid_token"
     */
    WWWAuthenticate: string;
    /**
     * @description `true` where this is the first answer to the Idempotency-Key again.
     * @example true
     */
    IdempotencyReplayed: string;
    /**
     * @description The URL of what was created.
     * @example https://api.simulation.dev/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21
     */
    Location: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  showShared: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The verdict */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["XRequestId"];
          "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
          "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
          "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
          "Set-Cookie": components["headers"]["SetCookie"];
          /** @description Always `no-store`. */
          "Cache-Control"?: "no-store";
          /** @description Always `noindex`. */
          "X-Robots-Tag"?: "noindex";
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "agent_count": 500,
           *         "seed": 42,
           *         "customer_question": "Would you buy this oat drink for your breakfast?",
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
           *         "calibration_boundary": {
           *           "tier": 2,
           *           "kind": "topic_uncalibrated",
           *           "disclaimer": "The question matches no calibrated question; the verdict is predicted from questions that people really answered.",
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
           *           "insights_status": "queued"
           *         }
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       }
           *     }
           */
          "application/json": components["schemas"]["SharedResultsResponse"];
        };
      };
    };
  };
  adminListDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: components["schemas"]["DeliveryStatus"];
        organization_id?: string;
        webhook_id?: string;
        created_after?: string;
        created_before?: string;
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
           *           "completed_at": "2026-12-01T09:30:01.520Z",
           *           "organization_id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "temporal_ui_url": "https://temporal.example.org/namespaces/default/workflows/delivery%2F01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a",
           *           "organization_name": "Acme"
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
          "application/json": components["schemas"]["AdminDeliverySummaryPage"];
        };
      };
    };
  };
  adminRetryDeliveries: {
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
         *       "status": "failed",
         *       "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6"
         *     }
         */
        "application/json": components["schemas"]["RetryDeliveries"];
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
           *         "matched": 3,
           *         "more": false,
           *         "job_id": "01985d40-2b3c-7d4e-9f50-61728394a5b6",
           *         "temporal_ui_url": "https://temporal.example.org/namespaces/default/workflows/deliveries-retry%2F01985d40-2b3c-7d4e-9f50-61728394a5b6"
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
          "application/json": components["schemas"]["DeliveriesRetryResponse"];
        };
      };
    };
  };
  adminRetryDelivery: {
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
           *         ],
           *         "organization_id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *         "temporal_ui_url": "https://temporal.example.org/namespaces/default/workflows/delivery%2F01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a"
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
          "application/json": components["schemas"]["AdminDeliveryResponse"];
        };
      };
    };
  };
  logIn: {
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
         *       "email": "ada@example.org",
         *       "password": "correct horse battery"
         *     }
         */
        "application/json": components["schemas"]["LogIn"];
      };
    };
    responses: {
      /** @description Signed in */
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
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       }
           *     }
           */
          "application/json": components["schemas"]["SessionResponse"];
        };
      };
    };
  };
  signUp: {
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
         *       "email": "ada@example.org",
         *       "password": "correct horse battery",
         *       "name": "Ada Lovelace",
         *       "organization_name": "Barley & Co"
         *     }
         */
        "application/json": components["schemas"]["SignUp"];
      };
    };
    responses: {
      /** @description Created, and signed in */
      201: {
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
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       }
           *     }
           */
          "application/json": components["schemas"]["SessionResponse"];
        };
      };
    };
  };
  confirmPasswordReset: {
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
         *       "token": "kR3vB8xT0qLz5sWm1nYc7dFh2gJp9uAe4iOb6tNwXyZ",
         *       "password": "staple correct horse"
         *     }
         */
        "application/json": components["schemas"]["PasswordReset"];
      };
    };
    responses: {
      /** @description The password is set */
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
           *         "reset": true
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       }
           *     }
           */
          "application/json": components["schemas"]["PasswordResetDoneResponse"];
        };
      };
    };
  };
  requestMagicLink: {
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
         *       "email": "alan@example.org",
         *       "name": "Alan Turing",
         *       "organization_name": "Rye & Co"
         *     }
         */
        "application/json": components["schemas"]["MagicLinkRequest"];
      };
    };
    responses: {
      /** @description A mail server has taken the message */
      202: {
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
           *         "sent": true
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       }
           *     }
           */
          "application/json": components["schemas"]["MagicLinkSentResponse"];
        };
      };
    };
  };
  requestPasswordReset: {
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
         *       "email": "ada@example.org"
         *     }
         */
        "application/json": components["schemas"]["PasswordResetRequest"];
      };
    };
    responses: {
      /** @description Mailed, if a person has the address */
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
           *         "sent": true
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       }
           *     }
           */
          "application/json": components["schemas"]["PasswordResetSentResponse"];
        };
      };
    };
  };
  verifyMagicLink: {
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
         *       "token": "kR3vB8xT0qLz5sWm1nYc7dFh2gJp9uAe4iOb6tNwXyZ"
         *     }
         */
        "application/json": components["schemas"]["MagicLinkToken"];
      };
    };
    responses: {
      /** @description Signed in */
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
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       }
           *     }
           */
          "application/json": components["schemas"]["SessionResponse"];
        };
      };
    };
  };
  listSessions: {
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
           *           "id": "01985d22-3b4c-7d5e-8f60-718293a4b5c6",
           *           "current": true,
           *           "signed_in_by": "magic_link",
           *           "user_agent": "Mozilla/5.0",
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "last_used_at": "2026-12-01T09:00:00.000Z",
           *           "expires_at": "2026-12-08T09:00:00.000Z"
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
          "application/json": components["schemas"]["OwnSessionPage"];
        };
      };
    };
  };
  endAllSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ended */
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
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ended */
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
  logOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed out */
      204: {
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
        content?: never;
      };
    };
  };
  listApiKeys: {
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
           *           "id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *           "name": "Production",
           *           "prefix": "sk_4fG7h",
           *           "scopes": [
           *             "simulations:read"
           *           ],
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "last_used_at": null,
           *           "expires_at": "2026-12-08T09:00:00.000Z",
           *           "revoked_at": null
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
          "application/json": components["schemas"]["ApiKeyPage"];
        };
      };
    };
  };
  createApiKey: {
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
         *       "name": "Production",
         *       "scopes": [
         *         "simulations:read",
         *         "webhooks:read"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["CreateApiKey"];
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
  deleteApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked */
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
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        user_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed */
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
  changeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        user_id: string;
      };
      cookie?: never;
    };
    /** @description Null clears a field that can be null. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "owner"
         *     }
         */
        "application/json": components["schemas"]["ChangeMember"];
      };
    };
    responses: {
      /** @description The person as it is now */
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
           *         "id": "01985d20-1b9d-7c4e-9a5b-6c7d8e9f0a1b",
           *         "email": "ada@example.org",
           *         "name": "Ada Lovelace",
           *         "role": "owner",
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "last_login_at": null
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
          "application/json": components["schemas"]["MemberResponse"];
        };
      };
    };
  };
  showOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The organization */
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
           *         "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *         "name": "Oat & Co",
           *         "plan_tier": "growth",
           *         "insights_enabled": true,
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
          "application/json": components["schemas"]["OrganizationResponse"];
        };
      };
    };
  };
  deleteOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
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
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *         "status": "deleting"
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
          "application/json": components["schemas"]["OrganizationDeletionResponse"];
        };
      };
    };
  };
  changeOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Null clears a field that can be null. An empty body changes nothing. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Oat & Company"
         *     }
         */
        "application/json": components["schemas"]["RenameOrganization"];
      };
    };
    responses: {
      /** @description The organization as it is now */
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
           *         "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *         "name": "Oat & Co",
           *         "plan_tier": "growth",
           *         "insights_enabled": true,
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
          "application/json": components["schemas"]["OrganizationResponse"];
        };
      };
    };
  };
  listInvitations: {
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
           *           "id": "01985d23-4c5d-7e6f-9a70-8192a3b4c5d6",
           *           "email": "ada@example.org",
           *           "name": "Ada Lovelace",
           *           "invited_by": "01985d20-1b9d-7c4e-9a5b-6c7d8e9f0a1b",
           *           "sent_at": null,
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "expires_at": "2026-12-08T09:00:00.000Z"
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
          "application/json": components["schemas"]["InvitationPage"];
        };
      };
    };
  };
  createInvitation: {
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
         *       "email": "grace@example.org",
         *       "name": "Grace Hopper"
         *     }
         */
        "application/json": components["schemas"]["CreateInvitation"];
      };
    };
    responses: {
      /** @description Invited; the mail is on its way */
      201: {
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
           *         "id": "01985d23-4c5d-7e6f-9a70-8192a3b4c5d6",
           *         "email": "ada@example.org",
           *         "name": "Ada Lovelace",
           *         "invited_by": "01985d20-1b9d-7c4e-9a5b-6c7d8e9f0a1b",
           *         "sent_at": null,
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "expires_at": "2026-12-08T09:00:00.000Z"
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
          "application/json": components["schemas"]["InvitationResponse"];
        };
      };
    };
  };
  deleteInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invitation_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked */
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
  listAudit: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        created_after?: string;
        created_before?: string;
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
           *           "id": "01985d24-5d6e-7f70-8182-93a4b5c6d7e8",
           *           "at": "2026-12-01T09:00:00.000Z",
           *           "actor": {
           *             "kind": "user",
           *             "id": "01985d20-1b9d-7c4e-9a5b-6c7d8e9f0a1b",
           *             "name": "Ada Lovelace"
           *           },
           *           "action": "api_key.create",
           *           "subject": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *           "request_id": "01985d24-5d6e-7a81-9293-a4b5c6d7e8f9"
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
          "application/json": components["schemas"]["OwnAuditEntryPage"];
        };
      };
    };
  };
  listMembers: {
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
           *           "id": "01985d20-1b9d-7c4e-9a5b-6c7d8e9f0a1b",
           *           "email": "ada@example.org",
           *           "name": "Ada Lovelace",
           *           "role": "owner",
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "last_login_at": null
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
          "application/json": components["schemas"]["MemberPage"];
        };
      };
    };
  };
  adminCancelSimulation: {
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
  adminListSimulations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: components["schemas"]["SimulationStatus"];
        organization_id?: string;
        created_after?: string;
        created_before?: string;
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
           *           "organization_id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "organization_name": "Acme",
           *           "temporal_ui_url": "https://temporal.example.org/namespaces/default/workflows/simulation%2F01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
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
          "application/json": components["schemas"]["AdminSimulationPage"];
        };
      };
    };
  };
  adminShowSimulation: {
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
           *         "shared": false,
           *         "organization_id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *         "organization_name": "Acme",
           *         "temporal_ui_url": "https://temporal.example.org/namespaces/default/workflows/simulation%2F01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
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
          "application/json": components["schemas"]["AdminSimulationResponse"];
        };
      };
    };
  };
  adminShowMaintenance: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The maintenance */
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
           *         "active": true,
           *         "retry_after_seconds": 600,
           *         "since": "2026-12-01T09:00:00.000Z"
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
          "application/json": components["schemas"]["MaintenanceStateResponse"];
        };
      };
    };
  };
  adminSetMaintenance: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Null clears a field that can be null. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "retry_after_seconds": 600
         *     }
         */
        "application/json": components["schemas"]["BeginMaintenance"];
      };
    };
    responses: {
      /** @description The maintenance */
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
           *         "retry_after_seconds": 600,
           *         "since": "2026-12-01T09:00:00.000Z"
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
          "application/json": components["schemas"]["MaintenanceResponse"];
        };
      };
    };
  };
  adminEndMaintenance: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ended */
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
  adminListAudit: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        action?: string;
        subject?: string;
        organization_id?: string;
        created_after?: string;
        created_before?: string;
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
           *           "id": "01985d61-2b3c-7d4e-9f50-61728394a5b6",
           *           "actor_key_id": "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
           *           "actor_user_id": null,
           *           "actor_command": null,
           *           "action": "organization.update",
           *           "subject": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "details": {
           *             "plan_tier": "studio"
           *           },
           *           "request_id": "01985d24-5d6e-7a81-9293-a4b5c6d7e8f9",
           *           "organization_id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "by_operator": true,
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
          "application/json": components["schemas"]["AuditEntryPage"];
        };
      };
    };
  };
  adminShowOverview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The overview */
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
           *         "taken_at": "2026-12-01T09:00:00.000Z",
           *         "queues": [
           *           {
           *             "name": "queued_simulations",
           *             "rows": 2,
           *             "oldest_seconds": 0.4
           *           }
           *         ],
           *         "set_aside": 0,
           *         "endpoints_down": 1,
           *         "endpoints": [
           *           {
           *             "organization_id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *             "organization_name": "Oat & Co",
           *             "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *             "url": "https://hooks.example.org/simulations",
           *             "down_since": "2026-12-01T09:00:00.000Z",
           *             "failures": 12
           *           }
           *         ],
           *         "requests": 48210,
           *         "server_errors": 3
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
          "application/json": components["schemas"]["OverviewResponse"];
        };
      };
    };
  };
  adminShowOrganization: {
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
      /** @description The organization */
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
           *         "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *         "name": "Oat & Co",
           *         "plan_tier": "growth",
           *         "insights_enabled": true,
           *         "contract": {
           *           "agent_count_ceiling": 2500,
           *           "requests_per_minute": 300,
           *           "simulations_per_month": 1000,
           *           "agent_runs_per_month": 1000000,
           *           "reading_ceiling_usd": 50
           *         },
           *         "limits": {
           *           "agent_count_ceiling": 2500,
           *           "requests_per_minute": 300,
           *           "simulations_per_month": 1000,
           *           "agent_runs_per_month": 1000000,
           *           "reading_ceiling_usd": 50
           *         },
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "updated_at": "2026-12-01T09:00:00.000Z"
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
          "application/json": components["schemas"]["AdminOrganizationResponse"];
        };
      };
    };
  };
  adminChangeOrganization: {
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
         *       "plan_tier": "studio",
         *       "limits": {
         *         "requests_per_minute": 600
         *       }
         *     }
         */
        "application/json": components["schemas"]["ChangeOrganization"];
      };
    };
    responses: {
      /** @description The organization as it is now */
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
           *         "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *         "name": "Oat & Co",
           *         "plan_tier": "growth",
           *         "insights_enabled": true,
           *         "contract": {
           *           "agent_count_ceiling": 2500,
           *           "requests_per_minute": 300,
           *           "simulations_per_month": 1000,
           *           "agent_runs_per_month": 1000000,
           *           "reading_ceiling_usd": 50
           *         },
           *         "limits": {
           *           "agent_count_ceiling": 2500,
           *           "requests_per_minute": 300,
           *           "simulations_per_month": 1000,
           *           "agent_runs_per_month": 1000000,
           *           "reading_ceiling_usd": 50
           *         },
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "updated_at": "2026-12-01T09:00:00.000Z"
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
          "application/json": components["schemas"]["AdminOrganizationResponse"];
        };
      };
    };
  };
  adminCreateApiKey: {
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
    /** @description Null for an optional field is as absent. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Production",
         *       "scopes": [
         *         "simulations:read",
         *         "webhooks:read"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["CreateApiKey"];
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
  adminListOrganizations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        name?: string;
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
           *           "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "name": "Oat & Co",
           *           "plan_tier": "growth",
           *           "insights_enabled": true,
           *           "contract": {
           *             "agent_count_ceiling": 2500,
           *             "requests_per_minute": 300,
           *             "simulations_per_month": 1000,
           *             "agent_runs_per_month": 1000000,
           *             "reading_ceiling_usd": 50
           *           },
           *           "limits": {
           *             "agent_count_ceiling": 2500,
           *             "requests_per_minute": 300,
           *             "simulations_per_month": 1000,
           *             "agent_runs_per_month": 1000000,
           *             "reading_ceiling_usd": 50
           *           },
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "updated_at": "2026-12-01T09:00:00.000Z"
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
          "application/json": components["schemas"]["AdminOrganizationPage"];
        };
      };
    };
  };
  adminCreateOrganization: {
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
         *       "name": "Oat & Co",
         *       "plan_tier": "growth"
         *     }
         */
        "application/json": components["schemas"]["CreateOrganization"];
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
          "Cache-Control": components["headers"]["CacheControl"];
          Location: components["headers"]["Location"];
          "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *         "name": "Oat & Co",
           *         "plan_tier": "growth",
           *         "insights_enabled": true,
           *         "contract": {
           *           "agent_count_ceiling": 2500,
           *           "requests_per_minute": 300,
           *           "simulations_per_month": 1000,
           *           "agent_runs_per_month": 1000000,
           *           "reading_ceiling_usd": 50
           *         },
           *         "limits": {
           *           "agent_count_ceiling": 2500,
           *           "requests_per_minute": 300,
           *           "simulations_per_month": 1000,
           *           "agent_runs_per_month": 1000000,
           *           "reading_ceiling_usd": 50
           *         },
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "updated_at": "2026-12-01T09:00:00.000Z"
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
          "application/json": components["schemas"]["AdminOrganizationResponse"];
        };
      };
    };
  };
  adminRevokeApiKey: {
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
      /** @description Revoked */
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
  claimPurchase: {
    parameters: {
      query?: never;
      header?: {
        /** @description A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours */
        "Idempotency-Key"?: string;
      };
      path: {
        purchase_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The purchase, claimed */
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
           *         "id": "01985d23-4c5d-7e6f-8071-8293a4b5c6d7",
           *         "email": "ada@example.org",
           *         "plan_tier": "growth",
           *         "paid": true,
           *         "completed_at": "2026-12-01T09:00:00.000Z",
           *         "claimed_at": null
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
          "application/json": components["schemas"]["PurchaseResponse"];
        };
      };
    };
  };
  listPurchases: {
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
           *           "id": "01985d23-4c5d-7e6f-8071-8293a4b5c6d7",
           *           "email": "ada@example.org",
           *           "plan_tier": "growth",
           *           "paid": true,
           *           "completed_at": "2026-12-01T09:00:00.000Z",
           *           "claimed_at": null
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
          "application/json": components["schemas"]["PurchasePage"];
        };
      };
    };
  };
  openBillingPortal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where to send the person */
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
           *         "url": "https://billing.example.org/session/9f8e7d"
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
          "application/json": components["schemas"]["BillingPortalResponse"];
        };
      };
    };
  };
  receivePayment: {
    parameters: {
      query?: never;
      header: {
        /** @description Of the raw body, by the secret that the provider shares with the service */
        "Payments-Signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /** @example {"id":"evt_1PaymentExample","type":"customer.created","created":1796117401,"data":{"object":{"id":"cus_example"}}} */
        "application/octet-stream": string;
      };
    };
    responses: {
      /** @description Received */
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
           *         "received": true
           *       },
           *       "error": null,
           *       "meta": {
           *         "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
           *       }
           *     }
           */
          "application/json": components["schemas"]["ReceivedPaymentEventResponse"];
        };
      };
    };
  };
  adminChangeWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        workflow_id: string;
      };
      cookie?: never;
    };
    /** @description Null clears a field that can be null. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "published"
         *     }
         */
        "application/json": components["schemas"]["ChangeMethodology"];
      };
    };
    responses: {
      /** @description As it is now */
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
           *         "status": "published"
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
          "application/json": components["schemas"]["ChangedMethodologyResponse"];
        };
      };
    };
  };
}
