// Written by `deno task generate-client` from the service's OpenAPI document. Do not edit it.
// deno-lint-ignore-file

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
     * @description Routes the question to the closest published methodology; its agents are asked the literal question. Previews and automatic routings of an organization share a second bucket of half its requests a minute.
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
     * @description Takes what the automatic routing takes, and answers what would happen: routing, tier, nearest calibrated question, scenario, margins and cost. With `workflow_id` it answers what a simulation of that methodology would rest on. Stores nothing and counts against no quota. Previews and automatic routings of an organization share a second bucket of half its requests a minute.
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
     * @description The run is QUEUED until it is started; after a day it is deleted. Within 15 minutes PUT a CSV file with the header `segment,question,observed_yes_pct[,n]` to `upload_url`, in 2 minutes at most; without one the results are a mock. At most 20 runs are QUEUED at once. The plan bounds the bytes of a day and of the files that are stored at once, which a PUT, or this request, answers with 429 or 409 and the figures. The file is removed when the run has ended.
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
     * @description Changes only the fields that are sent; `metadata` is replaced as a whole. Disabling holds pending deliveries, enabling releases them. A `url` of another origin drops the custom headers that are not sent again, and `meta.dropped_headers` names them.
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
     * @description Changes only the fields that are sent; `metadata` is replaced as a whole. Disabling holds pending deliveries, enabling releases them. A `url` of another origin drops the custom headers that are not sent again, and `meta.dropped_headers` names them.
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
  "/v1/event-types": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the types of events, with their schemas
     * @description What a subscription can list, and what its deliveries then hold. All on one page.
     */
    get: operations["listEventTypes"];
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
  "/v1/auth/password/signup": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a person with a password, and the person's organization
     * @description Mails a link that proves the address. Until it is followed the organization works, and others can invite the address. A first proof without a session of the sign-up ends its keys, people, invitations, webhooks and secrets; without any the sign-up is deleted after 30 days. At most 5 a minute from one address.
     */
    post: operations["signUp"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/auth/password/login": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with a password
     * @description Every failure is the same 401 after the same time. 10 failures in 15 minutes of an email from one address are followed by 429, so are 30 from one IPv6 /48, and 100 in an hour from anywhere: a mailed link still signs in then.
     */
    post: operations["logIn"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/auth/magic-link/request": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mail a link that signs a person in
     * @description Answers the same whether or not the address is known. The link works once, for 15 minutes. At most 5 an hour to one email, 20 an hour from one address. On 503 `email_delivery_failed` the new link is void, and older ones stay as they were.
     */
    post: operations["requestMagicLink"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/auth/magic-link/verify": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with a mailed link's token
     * @description An unknown address becomes a person with an organization. A token works once. The link that was mailed for a purchase claims it where that founds the organization or raises its plan. The first link of a sign-up with a password proves its address: with a session of the sign-up it keeps all, without one it ends what the sign-up did.
     */
    post: operations["verifyMagicLink"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/auth/password/reset/request": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mail a link that sets a new password
     * @description Answers the same, after the same time, whether or not the address is known. The link works once, for 60 minutes. At most 3 an hour to one email, 20 an hour from one address.
     */
    post: operations["requestPasswordReset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/auth/password/reset/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password with a mailed link's token
     * @description Ends every session of the person, who is told by mail. It proves the address as a mailed link does: of a sign-up that nobody had proved, and without a session of it, keys, people, invitations, webhooks and secrets end too.
     */
    post: operations["confirmPasswordReset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/auth/logout": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the session of the cookie, and clear the cookie
     * @description Answers 204 without a cookie, too.
     */
    post: operations["logOut"];
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
     * @description `user` is null for an API key. `meta.operator` says whether the caller operates the service.
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
  "/v1/api-keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the organization's API keys, newest first
     * @description Revoked and expired keys are listed too; of the revoked ones, the last few hundred.
     */
    get: operations["listApiKeys"];
    put?: never;
    /**
     * Create an API key
     * @description `key` is shown here and never again. An organization has at most 100 keys that work.
     */
    post: operations["createApiKey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/api-keys/{key_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API key at once
     * @description A secret that a rotation left working ends with it.
     */
    delete: operations["deleteApiKey"];
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
  "/v1/auth/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your sessions, newest first
     * @description A person has at most 50; one more ends the one that expires first.
     */
    get: operations["listSessions"];
    put?: never;
    post?: never;
    /** End all of your sessions, this one included */
    delete: operations["endAllSessions"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/auth/sessions/{session_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End one of your sessions */
    delete: operations["endSession"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/organization": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show your organization */
    get: operations["showOrganization"];
    put?: never;
    post?: never;
    /**
     * Delete your organization with all that it owns
     * @description For owners. From the response on its keys and sessions are refused. Its runs are cancelled, then its uploads and all of its rows are deleted, for good. That takes seconds, or minutes for a large organization; its name is free afterwards, its people's addresses at once.
     */
    delete: operations["deleteOrganization"];
    options?: never;
    head?: never;
    /**
     * Rename your organization
     * @description Names are compared without regard to case and Unicode form. An empty body changes nothing.
     */
    patch: operations["changeOrganization"];
    trace?: never;
  };
  "/v1/organization/members": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the people of your organization, newest first */
    get: operations["listMembers"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/organization/members/{user_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a person from your organization
     * @description Owners remove anybody; everybody can leave. All sessions of that person end. API keys stay: they are the organization's. The last owner stays, and makes somebody else an owner or deletes the organization.
     */
    delete: operations["removeMember"];
    options?: never;
    head?: never;
    /**
     * Make a person an owner or a member
     * @description For owners, who alone delete the organization, remove and promote people, and open the billing portal. The last owner stays one.
     */
    patch: operations["changeMember"];
    trace?: never;
  };
  "/v1/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what changed in your organization, newest first
     * @description Changes of keys, people, webhooks, secrets, plans and purchases, by your people and keys, by operators, and by the service itself. An entry is written in the transaction of its change.
     */
    get: operations["listAudit"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/organization/invitations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the invitations that can still be accepted, newest first */
    get: operations["listInvitations"];
    put?: never;
    /**
     * Invite a person by mail
     * @description The mailed link signs the person in as a member of your organization; it works once, for seven days. Inviting an address again mails another link. At most 20 an hour, 3 of a sign-up whose address nobody has proved, 5 to one address whoever invites it, and 100 people and invitations together.
     */
    post: operations["createInvitation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/organization/invitations/{invitation_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an invitation
     * @description Its links work no longer.
     */
    delete: operations["deleteInvitation"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List every organization's deliveries, newest first
     * @description `status=failed` lists the deliveries that only a retry by hand sends again.
     */
    get: operations["adminListDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/deliveries/{id}/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a delivery once more */
    post: operations["adminRetryDelivery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/deliveries/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send every delivery that matches once more
     * @description Wants at least one filter; `status` is `failed` unless it is given. Runs as a durable workflow, `deliveries-retry/<job_id>`; the Temporal UI shows its progress. Deliveries of deleted subscriptions do not match, nor those created later or with 1,000 attempts.
     */
    post: operations["adminRetryDeliveries"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/simulations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List every organization's simulations, newest first */
    get: operations["adminListSimulations"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/simulations/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show any organization's simulation */
    get: operations["adminShowSimulation"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/simulations/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel any organization's simulation
     * @description As the customer's own cancel, but a simulation without an answer so far costs the customer nothing.
     */
    post: operations["adminCancelSimulation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/outbox": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the commands that Temporal refuses, the latest first
     * @description A command whose content Temporal has refused 10 times, over 30 minutes or more, is set aside. `meta.total` counts them, up to 10,000. Commands that wait for Temporal to be reachable, or to get its search attributes back, are not among them.
     */
    get: operations["adminListOutbox"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/outbox/{id}/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Execute a command that was set aside once more
     * @description For after its cause is gone, such as a release that wrote what Temporal does not take.
     */
    post: operations["adminRetryCommand"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/outbox/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Execute every command that was set aside and matches once more
     * @description Wants at least one filter. Brings back at most 10000 commands, the latest first; `more` says that others match. From then on they wait in the outbox like any other, and the workers' relays execute them in batches.
     */
    post: operations["adminRetryCommands"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/maintenance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show whether a planned maintenance is under way */
    get: operations["adminShowMaintenance"];
    /**
     * Begin a planned maintenance, or change its Retry-After
     * @description From the next request on, in every process, all but `/v1/status`, `/livez`, `/readyz` and `/v1/admin/*` answers 503 `maintenance`, until it is deleted.
     */
    put: operations["adminSetMaintenance"];
    post?: never;
    /**
     * End the planned maintenance
     * @description Answers 204 also where there is none.
     */
    delete: operations["adminEndMaintenance"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List operators' changes, newest first
     * @description The key, the user or the command acted. With `organization_id` what the organization's own people and keys changed is listed too. An entry is written in the transaction of its change.
     */
    get: operations["adminListAudit"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/organizations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List organizations, newest first */
    get: operations["adminListOrganizations"];
    put?: never;
    /** Create an organization */
    post: operations["adminCreateOrganization"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/organizations/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show an organization */
    get: operations["adminShowOrganization"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change an organization's plan, Readings or contract figures */
    patch: operations["adminChangeOrganization"];
    trace?: never;
  };
  "/v1/admin/organizations/{id}/api-keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an API key for an organization
     * @description `key` is shown here and never again.
     */
    post: operations["adminCreateApiKey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/admin/api-keys/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke an API key at once */
    delete: operations["adminRevokeApiKey"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/billing/purchases": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the purchases that were made with your address, newest first
     * @description Whoever pays can give the billing provider any address and name any organization, so a purchase is nobody's until the person who has proved that address claims it. Without a proved address the list is empty. `claimed_at` is null for those that wait; they are forgotten after 90 days.
     */
    get: operations["listPurchases"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/billing/purchases/{purchase_id}/claim": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Claim a purchase for your organization
     * @description Whoever pays can give the billing provider any address and name any organization, so a purchase is nobody's until the person who has proved that address claims it. Its subscription then counts for your organization's plan, which it never lowers below what an operator or another subscription gave; its end takes back what it gave alone. Claiming again changes nothing.
     */
    post: operations["claimPurchase"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/billing/portal": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open the billing provider's portal
     * @description For owners alone. The page shows the organization's invoices and changes its subscription.
     */
    post: operations["openBillingPortal"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/payments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Receive an event of the billing provider
     * @description For the billing provider alone, which signs the raw body in `Payments-Signature`: `t=<unix>,v1=<hex>` over `<t>.<raw body>`, at most five minutes old, or the bare hex HMAC-SHA256 of the raw body. An event is applied once, and older news never overwrites newer. An event of a price without a plan answers 503, so that the provider sends it again.
     */
    post: operations["receivePayment"];
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
  "/v1/admin/workflows/{workflow_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Publish or deprecate a methodology
     * @description A deprecated one takes no new simulations; those that ran keep their results. `organization_id` names an organization's own methodology; without it, everybody's.
     */
    patch: operations["adminChangeWorkflow"];
    trace?: never;
  };
}
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
    ErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
    };
    /** @description The request has no key and no session. Send `Authorization: Bearer sk_…`. */
    MissingAuthorizationError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "missing_authorization";
      meta: components["schemas"]["ErrorMeta"];
    };
    /** @description The key is mistyped, revoked or expired; or address and password, or a signature, do not match. Check which key the program has; create another, or rotate it, where it was revoked. */
    InvalidCredentialsError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "invalid_credentials";
      meta: components["schemas"]["ErrorMeta"];
    };
    /** @description The session has ended, or the operation is for people and there is no session. Sign in again. */
    NotAuthenticatedError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "not_authenticated";
      meta: components["schemas"]["ErrorMeta"];
    };
    ForbiddenMissingScopeErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description The scope that the operation needs */
      required_scope: string;
    };
    /** @description The key lacks the scope that `meta.required_scope` names. Use or create a key with that scope. */
    ForbiddenMissingScopeError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "forbidden_missing_scope";
      meta: components["schemas"]["ForbiddenMissingScopeErrorMeta"];
    };
    /** @description The caller may not do this: it is for people, for another key, or comes from another site's page. Call as the person or the key that may; the same caller is refused again. */
    ForbiddenError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "forbidden";
      meta: components["schemas"]["ErrorMeta"];
    };
    /** @description The operation creates something and needs an Idempotency-Key. Send a new UUID as `Idempotency-Key`, and the same one with each retry. */
    IdempotencyKeyRequiredError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "idempotency_key_required";
      meta: components["schemas"]["ErrorMeta"];
    };
    /** @description The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID. */
    IdempotencyKeyInvalidError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "idempotency_key_invalid";
      meta: components["schemas"]["ErrorMeta"];
    };
    IdempotencyConflictErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description Whether the first request still runs, or had another body */
      reason: "in_progress" | "different_body";
    };
    /** @description `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`. */
    IdempotencyConflictError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "idempotency_conflict";
      meta: components["schemas"]["IdempotencyConflictErrorMeta"];
    };
    InvalidWorkflowErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key */
      field: string;
    };
    /** @description `workflow_id` names no published methodology, or a deprecated one. Take a `workflow_id` of `GET /v1/workflows`. */
    InvalidWorkflowError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "invalid_workflow";
      meta: components["schemas"]["InvalidWorkflowErrorMeta"];
    };
    FieldFault: {
      /** @description JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key */
      field: string;
      /** @description What the field must be, to follow its name in a sentence */
      message: string;
    };
    ValidationErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key */
      field: string;
      errors: components["schemas"]["FieldFault"][];
    };
    /** @description The request is not as documented. `meta.errors` names up to 20 faults by their fields. Correct the fields; the same request fails again. */
    ValidationError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "validation_error";
      meta: components["schemas"]["ValidationErrorMeta"];
    };
    AgentCountExceedsPlanErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key */
      field: string;
      /** @description The most agents of one simulation */
      ceiling: number;
    };
    /** @description One simulation of this plan has at most `meta.ceiling` agents. Ask at most that many, or move to a larger plan. */
    AgentCountExceedsPlanError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "agent_count_exceeds_plan";
      meta: components["schemas"]["AgentCountExceedsPlanErrorMeta"];
    };
    TierCapExceededErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key */
      field: string;
      /** @description What the plan allows */
      limit: number;
      /** @description What the month has used */
      used: number;
      /**
       * Format: date-time
       * @description When the next month begins
       */
      resets_at: string;
    };
    /** @description With these agents the month would pass what the plan allows. Ask fewer agents, wait for `meta.resets_at`, or move to a larger plan. */
    TierCapExceededError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "tier_cap_exceeded";
      meta: components["schemas"]["TierCapExceededErrorMeta"];
    };
    InsufficientQuotaErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description What the plan allows */
      limit: number;
      /** @description What the month has used */
      used: number;
      /**
       * Format: date-time
       * @description When the next month begins
       */
      resets_at: string;
    };
    /** @description The month's simulations are used up. Wait for `meta.resets_at`, or move to a larger plan. */
    InsufficientQuotaError: {
      data: null;
      /** @enum {string} */
      error: "insufficient_quota";
      meta: components["schemas"]["InsufficientQuotaErrorMeta"];
    };
    RateLimitExceededErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description What the plan allows of uploads a day */
      limit_bytes?: number;
      /** @description What the day has used */
      used_bytes?: number;
      /**
       * Format: date-time
       * @description When the next day begins
       */
      resets_at?: string;
    };
    /** @description The caller has made more requests than its limit allows, too many sign-ins, or too many requests at once. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key. */
    RateLimitExceededError: {
      data: null;
      /** @enum {string} */
      error: "rate_limit_exceeded";
      meta: components["schemas"]["RateLimitExceededErrorMeta"];
    };
    ServerErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description Finds the cause in the service's log: report it */
      correlation_id: string;
      /** @description The request's trace; absent where it is not traced */
      trace_id?: string;
    };
    /** @description Something went wrong in the service. Send the request again with the same Idempotency-Key; report `meta.correlation_id` if it stays. */
    InternalError: {
      data: null;
      /** @enum {string} */
      error: "internal_error";
      meta: components["schemas"]["ServerErrorMeta"];
    };
    /** @description The database or the store of uploads does not answer, or too much is asked at once. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key. */
    ServiceUnavailableError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "service_unavailable";
      meta: components["schemas"]["ServerErrorMeta"];
    };
    /** @description What counts requests does not answer. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key. */
    RateLimiterUnavailableError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "rate_limiter_unavailable";
      meta: components["schemas"]["ServerErrorMeta"];
    };
    /** @description The service is in a planned maintenance. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key. */
    MaintenanceError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "maintenance";
      meta: components["schemas"]["ServerErrorMeta"];
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
    AutoSimulation: {
      /** @description Asked verbatim of every agent */
      question: string;
      /** @description By default the smaller of the methodology's recommendation and the plan's ceiling */
      agent_count?: number | null;
      /** @description Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides` */
      overrides?: components["schemas"]["ScenarioContext"] | null;
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
      routed_via: components["schemas"]["RoutedVia"];
    };
    RoutedSimulationResponse: {
      data: components["schemas"]["CreatedSimulation"];
      error: null;
      meta: components["schemas"]["RoutedSimulationMeta"];
    };
    RoutingAlternative: {
      workflow_id: string;
      confidence: number;
    };
    RoutingLowConfidenceErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description The likeliest first; none may be likely */
      alternatives: components["schemas"]["RoutingAlternative"][];
      /** @description The lowest confidence that is accepted */
      floor: number;
    };
    /** @description No published methodology fits the question well enough. `meta.alternatives` names the likeliest. Name one in `POST /v1/simulations`, or word the question differently. */
    RoutingLowConfidenceError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "routing_low_confidence";
      meta: components["schemas"]["RoutingLowConfidenceErrorMeta"];
    };
    PreviewSimulation: {
      /** @description Asked verbatim of every agent */
      question: string;
      /** @description By default the smaller of the methodology's recommendation and the plan's ceiling */
      agent_count?: number | null;
      /** @description Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides` */
      overrides?: components["schemas"]["ScenarioContext"] | null;
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
      /** @description The methodology to preview, as a create names it; by default the one that is routed to */
      workflow_id?: string | null;
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
      /** @description The methodology that the figures rest on: the named one, else the one that is routed to; null where none is */
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
      callback_url: string | null;
      routed_via: components["schemas"]["RoutedVia"] | null;
      metadata: components["schemas"]["Metadata"];
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
    /** @description There is no such simulation of your organization. Check the id, and that the key is of the organization that created it. */
    SimulationNotFoundError: {
      data: null;
      /** @enum {string} */
      error: "simulation_not_found";
      meta: components["schemas"]["ErrorMeta"];
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
      /** Format: int64 */
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
      engine: components["schemas"]["Engine"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
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
    SimulationNotCompleteErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      status: components["schemas"]["SimulationStatus"];
      failure_code?: components["schemas"]["FailureCode"] | null;
      /** @description Of a simulation that failed */
      failure_message?: string | null;
    };
    /** @description The simulation has no results: it is queued or running, or it failed. Poll its status with `?wait=30`, or wait for the event. Where `meta.status` is failed create it again. */
    SimulationNotCompleteError: {
      data: null;
      /** @enum {string} */
      error: "simulation_not_complete";
      meta: components["schemas"]["SimulationNotCompleteErrorMeta"];
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
    /** @description The simulation has ended already. Read its status. */
    SimulationNotCancellableError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "simulation_not_cancellable";
      meta: components["schemas"]["ErrorMeta"];
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
    /** @description The simulation has its Reading already. Read it: `GET /v1/simulations/{id}/insights`. */
    InsightsAlreadyGeneratedError: {
      data: null;
      /** @enum {string} */
      error: "insights_already_generated";
      meta: components["schemas"]["ErrorMeta"];
    };
    /** @description The simulation was created without a Reading, or the organization has them switched off. Create a simulation with `generate_insights` true; for the organization ask the people who run the service. */
    InsightsDisabledError: {
      data: null;
      /** @enum {string} */
      error: "insights_disabled";
      meta: components["schemas"]["ErrorMeta"];
    };
    InsightsCostCapReachedErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description What the month's Readings may cost */
      reading_ceiling_usd: number;
      /**
       * Format: date-time
       * @description When the next month begins
       */
      resets_at: string;
    };
    /** @description Another Reading would pass the month's ceiling. Generate it next month, or have the ceiling raised. */
    InsightsCostCapReachedError: {
      data: null;
      /** @enum {string} */
      error: "insights_cost_cap_reached";
      meta: components["schemas"]["InsightsCostCapReachedErrorMeta"];
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
    TrainingQueueFullErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description The most runs that may wait to be started */
      limit?: number;
      /** @description What the plan allows of files at once */
      limit_bytes?: number;
      /** @description What the files of other runs take */
      used_bytes?: number;
    };
    /** @description 20 training runs wait to be started, or the files of runs that have not ended take all that the plan allows. Start one; those that are not started are deleted after a day. */
    TrainingQueueFullError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "training_queue_full";
      meta: components["schemas"]["TrainingQueueFullErrorMeta"];
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
    /** @description The training run was started already. Read its status; create another run for another file. */
    TrainingNotQueuedError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "training_not_queued";
      meta: components["schemas"]["ErrorMeta"];
    };
    /** @description There is no such resource of your organization, or no such path or method. Check the id and the path. A row of another organization looks the same. */
    NotFoundError: {
      data: null;
      /** @enum {string} */
      error: "not_found";
      meta: components["schemas"]["ErrorMeta"];
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
    TrainingNotCompleteErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      status: components["schemas"]["TrainingStatus"];
    };
    /** @description The training run has not ended. Start it where `meta.status` is QUEUED; ask again once `results_available` is true. */
    TrainingNotCompleteError: {
      data: null;
      /** @enum {string} */
      error: "training_not_complete";
      meta: components["schemas"]["TrainingNotCompleteErrorMeta"];
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
    LimitReachedErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description The most that an organization has of them */
      limit: number;
    };
    /** @description The organization has as many keys, subscriptions or people as it may have: `meta.limit`. Revoke or delete one first. */
    LimitReachedError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "limit_reached";
      meta: components["schemas"]["LimitReachedErrorMeta"];
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
    /** @description The delivery's subscription was deleted, or the delivery has had 1,000 attempts. Read the event itself: `GET /v1/events/{event_id}`. */
    DeliveryNotRetryableError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "delivery_not_retryable";
      meta: components["schemas"]["ErrorMeta"];
    };
    DeliveryAttemptPage: {
      data: components["schemas"]["DeliveryAttempt"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    EventPage: {
      data: components["schemas"]["Event"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
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
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
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
    SignUp: {
      /** @description An address; case and Unicode form make no difference */
      email: string;
      /** @description 10 to 200 characters */
      password: string;
      name: string;
      organization_name: string;
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
    SessionResponse: {
      data: components["schemas"]["Session"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    EmailAlreadyRegisteredErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key */
      field?: string;
    };
    /** @description A person with this address has an account. Sign in with it, or take another address. */
    EmailAlreadyRegisteredError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "email_already_registered";
      meta: components["schemas"]["EmailAlreadyRegisteredErrorMeta"];
    };
    OrganizationNameTakenErrorMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description A sentence for people; its words may change */
      message: string;
      /** @description JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key */
      field: string;
    };
    /** @description Another organization has this name, in any case. Choose another name. */
    OrganizationNameTakenError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "organization_name_taken";
      meta: components["schemas"]["OrganizationNameTakenErrorMeta"];
    };
    LogIn: {
      /** @description An address; case and Unicode form make no difference */
      email: string;
      password: string;
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
    /** @description No mail server took the message; its link is void. Ask for the link again in a minute. */
    EmailDeliveryFailedError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "email_delivery_failed";
      meta: components["schemas"]["ServerErrorMeta"];
    };
    MagicLinkToken: {
      /** @description What stands after `#token=` in the mailed link */
      token: string;
    };
    /** @description The mailed link is unknown, was used or has expired. Ask for a new link. */
    MagicLinkInvalidError: {
      data: null;
      /** @enum {string} */
      error: "magic_link_invalid";
      meta: components["schemas"]["ErrorMeta"];
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
    /** @description The token of a password reset is unknown, was used or has expired. Ask for a new link. */
    InvalidOrExpiredTokenError: {
      data: null;
      /** @enum {string} */
      error: "invalid_or_expired_token";
      meta: components["schemas"]["ErrorMeta"];
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
    CreateApiKey: {
      name: string;
      scopes: components["schemas"]["Scope"][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      expires_at?: string | null;
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
    RotateApiKey: {
      /**
       * @description How long the old secret works on; 0 ends it at once
       * @default 0
       */
      grace_period_seconds?: number | null;
    };
    /** @description Another rotation has replaced the secret meanwhile. Rotate with the newest secret, or as a person. */
    ApiKeyAlreadyRotatedError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "api_key_already_rotated";
      meta: components["schemas"]["ErrorMeta"];
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
    OrganizationResponse: {
      data: components["schemas"]["Organization"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    RenameOrganization: {
      name?: string;
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
    /** @enum {string} */
    MemberRole: "owner" | "member";
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
    MemberPage: {
      data: components["schemas"]["Member"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    ChangeMember: {
      role: components["schemas"]["MemberRole"];
    };
    MemberResponse: {
      data: components["schemas"]["Member"];
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
    InvitationPage: {
      data: components["schemas"]["Invitation"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
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
    };
    AdminDeliverySummaryPage: {
      data: components["schemas"]["AdminDeliverySummary"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    /** @description The operation is for the people who run the service. Use your organization's own operations, or ask the people who run the service. */
    ForbiddenOperatorOnlyError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "forbidden_operator_only";
      meta: components["schemas"]["ErrorMeta"];
    };
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
      created_before?: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      created_after?: string | null;
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
      callback_url: string | null;
      routed_via: components["schemas"]["RoutedVia"] | null;
      metadata: components["schemas"]["Metadata"];
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
    OutboxCommand: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      organization_id: string | null;
      /** @description The Temporal workflow that the command concerns */
      workflow_id: string;
      /** @enum {string} */
      kind: "start" | "signal_with_start" | "signal" | "cancel";
      attempts: number;
      /** @description Why Temporal refuses it */
      error: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      set_aside_at: string;
      /**
       * Format: uri
       * @description Its workflow in the Temporal UI
       */
      temporal_ui_url: string;
    };
    OutboxMeta: {
      /** @description Equals the header X-Request-Id */
      request_id: string;
      rate_limit?: components["schemas"]["RateLimit"];
      /** @description What of this call goes with a later release, a sentence each */
      deprecations?: string[];
      /** @description The `cursor` of the next page; null on the last page */
      next_cursor: string | null;
      /** @description Whether there is a next page */
      has_more: boolean;
      total: number;
    };
    OutboxCommandPage: {
      data: components["schemas"]["OutboxCommand"][];
      error: null;
      meta: components["schemas"]["OutboxMeta"];
    };
    RetriedCommand: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      id: string;
      workflow_id: string;
    };
    RetriedCommandResponse: {
      data: components["schemas"]["RetriedCommand"];
      error: null;
      meta: components["schemas"]["Meta"];
    };
    RetryCommands: {
      /**
       * Format: uuid
       * @description A UUIDv7, lower case
       */
      organization_id?: string | null;
      kind?: ("start" | "signal_with_start" | "signal" | "cancel") | null;
      /** @description Part of the reason, as the list shows it */
      error?: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      set_aside_after?: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
       */
      set_aside_before?: string | null;
    };
    RetriedCommands: {
      /** @description Commands that this request brought back */
      matched: number;
      /** @description Whether others match; the same request brings back the next ones */
      more: boolean;
    };
    RetriedCommandsResponse: {
      data: components["schemas"]["RetriedCommands"];
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
    CreateOrganization: {
      name: string;
      plan_tier?: components["schemas"]["PlanTier"] | null;
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
    AdminOrganizationPage: {
      data: components["schemas"]["AdminOrganization"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
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
    PurchasePage: {
      data: components["schemas"]["Purchase"][];
      error: null;
      meta: components["schemas"]["PageMeta"];
    };
    PurchaseResponse: {
      data: components["schemas"]["Purchase"];
      error: null;
      meta: components["schemas"]["Meta"];
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
    /** @description The organization has bought nothing yet, so it has no bill. Choose a plan first. */
    BillingDisabledError: {
      data: null;
      /** @enum {string} */
      error: "billing_disabled";
      meta: components["schemas"]["ErrorMeta"];
    };
    /** @description The billing provider cannot be reached, or knows a price that has no plan. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key. */
    BillingMisconfiguredError: {
      data: null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      error: "billing_misconfigured";
      meta: components["schemas"]["ServerErrorMeta"];
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
      | "simulation_not_cancellable"
      | "insights_already_generated"
      | "training_not_complete"
      | "training_not_queued"
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
    /** @description `status` is outage where requests fail, and degraded where they are accepted and runs wait */
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
       * @description ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999
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
    /** @description There is no such methodology. Take a `workflow_id` of `GET /v1/workflows`. */
    WorkflowNotFoundError: {
      data: null;
      /** @enum {string} */
      error: "workflow_not_found";
      meta: components["schemas"]["ErrorMeta"];
    };
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
  };
  responses: {
    /**
     * @description - `missing_authorization`: The request has no key and no session. Send `Authorization: Bearer sk_…`.
     *     - `invalid_credentials`: The key is mistyped, revoked or expired; or address and password, or a signature, do not match. Check which key the program has; create another, or rotate it, where it was revoked.
     *     - `not_authenticated`: The session has ended, or the operation is for people and there is no session. Sign in again.
     */
    MissingAuthorizationOrInvalidCredentialsOrNotAuthenticated: {
      headers: {
        "X-Request-Id": components["headers"]["XRequestId"];
        "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
        "Set-Cookie": components["headers"]["SetCookie"];
        "Cache-Control": components["headers"]["CacheControl"];
        "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
        [name: string]: unknown;
      };
      content: {
        "application/json":
          | components["schemas"]["MissingAuthorizationError"]
          | components["schemas"]["InvalidCredentialsError"]
          | components["schemas"]["NotAuthenticatedError"];
      };
    };
    /**
     * @description - `forbidden_missing_scope`: The key lacks the scope that `meta.required_scope` names. Use or create a key with that scope.
     *     - `forbidden`: The caller may not do this: it is for people, for another key, or comes from another site's page. Call as the person or the key that may; the same caller is refused again.
     */
    ForbiddenMissingScopeOrForbidden: {
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
        "application/json":
          | components["schemas"]["ForbiddenMissingScopeError"]
          | components["schemas"]["ForbiddenError"];
      };
    };
    /**
     * @description - `idempotency_key_required`: The operation creates something and needs an Idempotency-Key. Send a new UUID as `Idempotency-Key`, and the same one with each retry.
     *     - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     */
    IdempotencyKeyRequiredOrIdempotencyKeyInvalidOrIdempotencyConflict: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyRequiredError"]
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"];
      };
    };
    /**
     * @description - `invalid_workflow`: `workflow_id` names no published methodology, or a deprecated one. Take a `workflow_id` of `GET /v1/workflows`.
     *     - `validation_error`: The request is not as documented. `meta.errors` names up to 20 faults by their fields. Correct the fields; the same request fails again.
     */
    InvalidWorkflowOrValidationError: {
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
        "application/json":
          | components["schemas"]["InvalidWorkflowError"]
          | components["schemas"]["ValidationError"];
      };
    };
    /**
     * @description - `agent_count_exceeds_plan`: One simulation of this plan has at most `meta.ceiling` agents. Ask at most that many, or move to a larger plan.
     *     - `tier_cap_exceeded`: With these agents the month would pass what the plan allows. Ask fewer agents, wait for `meta.resets_at`, or move to a larger plan.
     */
    AgentCountExceedsPlanOrTierCapExceeded: {
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
        "application/json":
          | components["schemas"]["AgentCountExceedsPlanError"]
          | components["schemas"]["TierCapExceededError"];
      };
    };
    /** @description `insufficient_quota`: The month's simulations are used up. Wait for `meta.resets_at`, or move to a larger plan. */
    InsufficientQuota: {
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
        "application/json": components["schemas"]["InsufficientQuotaError"];
      };
    };
    /** @description `rate_limit_exceeded`: The caller has made more requests than its limit allows, too many sign-ins, or too many requests at once. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key. */
    RateLimitExceeded: {
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
        "application/json": components["schemas"]["RateLimitExceededError"];
      };
    };
    /** @description `internal_error`: Something went wrong in the service. Send the request again with the same Idempotency-Key; report `meta.correlation_id` if it stays. */
    InternalError: {
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
        "application/json": components["schemas"]["InternalError"];
      };
    };
    /**
     * @description - `service_unavailable`: The database or the store of uploads does not answer, or too much is asked at once. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     *     - `rate_limiter_unavailable`: What counts requests does not answer. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     *     - `maintenance`: The service is in a planned maintenance. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     */
    ServiceUnavailableOrRateLimiterUnavailableOrMaintenance: {
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
        "application/json":
          | components["schemas"]["ServiceUnavailableError"]
          | components["schemas"]["RateLimiterUnavailableError"]
          | components["schemas"]["MaintenanceError"];
      };
    };
    /**
     * @description - `routing_low_confidence`: No published methodology fits the question well enough. `meta.alternatives` names the likeliest. Name one in `POST /v1/simulations`, or word the question differently.
     *     - `agent_count_exceeds_plan`: One simulation of this plan has at most `meta.ceiling` agents. Ask at most that many, or move to a larger plan.
     *     - `tier_cap_exceeded`: With these agents the month would pass what the plan allows. Ask fewer agents, wait for `meta.resets_at`, or move to a larger plan.
     */
    RoutingLowConfidenceOrAgentCountExceedsPlanOrTierCapExceeded: {
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
        "application/json":
          | components["schemas"]["RoutingLowConfidenceError"]
          | components["schemas"]["AgentCountExceedsPlanError"]
          | components["schemas"]["TierCapExceededError"];
      };
    };
    /** @description `agent_count_exceeds_plan`: One simulation of this plan has at most `meta.ceiling` agents. Ask at most that many, or move to a larger plan. */
    AgentCountExceedsPlan: {
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
        "application/json": components["schemas"]["AgentCountExceedsPlanError"];
      };
    };
    /** @description `forbidden_missing_scope`: The key lacks the scope that `meta.required_scope` names. Use or create a key with that scope. */
    ForbiddenMissingScope: {
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
        "application/json": components["schemas"]["ForbiddenMissingScopeError"];
      };
    };
    /** @description `validation_error`: The request is not as documented. `meta.errors` names up to 20 faults by their fields. Correct the fields; the same request fails again. */
    ValidationError: {
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
        "application/json": components["schemas"]["ValidationError"];
      };
    };
    /** @description `simulation_not_found`: There is no such simulation of your organization. Check the id, and that the key is of the organization that created it. */
    SimulationNotFound: {
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
        "application/json": components["schemas"]["SimulationNotFoundError"];
      };
    };
    /** @description `simulation_not_complete`: The simulation has no results: it is queued or running, or it failed. Poll its status with `?wait=30`, or wait for the event. Where `meta.status` is failed create it again. */
    SimulationNotComplete: {
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
        "application/json": components["schemas"]["SimulationNotCompleteError"];
      };
    };
    /**
     * @description - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     *     - `simulation_not_cancellable`: The simulation has ended already. Read its status.
     */
    IdempotencyKeyInvalidOrIdempotencyConflictOrSimulationNotCancellable: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"]
          | components["schemas"]["SimulationNotCancellableError"];
      };
    };
    /**
     * @description - `idempotency_key_required`: The operation creates something and needs an Idempotency-Key. Send a new UUID as `Idempotency-Key`, and the same one with each retry.
     *     - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     *     - `training_queue_full`: 20 training runs wait to be started, or the files of runs that have not ended take all that the plan allows. Start one; those that are not started are deleted after a day.
     */
    IdempotencyKeyRequiredOrIdempotencyKeyInvalidOrIdempotencyConflictOrTrainingQueueFull: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyRequiredError"]
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"]
          | components["schemas"]["TrainingQueueFullError"];
      };
    };
    /**
     * @description - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     *     - `training_not_queued`: The training run was started already. Read its status; create another run for another file.
     */
    IdempotencyKeyInvalidOrIdempotencyConflictOrTrainingNotQueued: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"]
          | components["schemas"]["TrainingNotQueuedError"];
      };
    };
    /** @description `not_found`: There is no such resource of your organization, or no such path or method. Check the id and the path. A row of another organization looks the same. */
    NotFound: {
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
        "application/json": components["schemas"]["NotFoundError"];
      };
    };
    /** @description `training_not_complete`: The training run has not ended. Start it where `meta.status` is QUEUED; ask again once `results_available` is true. */
    TrainingNotComplete: {
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
        "application/json": components["schemas"]["TrainingNotCompleteError"];
      };
    };
    /**
     * @description - `idempotency_key_required`: The operation creates something and needs an Idempotency-Key. Send a new UUID as `Idempotency-Key`, and the same one with each retry.
     *     - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     *     - `limit_reached`: The organization has as many keys, subscriptions or people as it may have: `meta.limit`. Revoke or delete one first.
     */
    IdempotencyKeyRequiredOrIdempotencyKeyInvalidOrIdempotencyConflictOrLimitReached: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyRequiredError"]
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"]
          | components["schemas"]["LimitReachedError"];
      };
    };
    /**
     * @description - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     */
    IdempotencyKeyInvalidOrIdempotencyConflict: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"];
      };
    };
    /**
     * @description - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     *     - `delivery_not_retryable`: The delivery's subscription was deleted, or the delivery has had 1,000 attempts. Read the event itself: `GET /v1/events/{event_id}`.
     */
    IdempotencyKeyInvalidOrIdempotencyConflictOrDeliveryNotRetryable: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"]
          | components["schemas"]["DeliveryNotRetryableError"];
      };
    };
    /** @description `forbidden`: The caller may not do this: it is for people, for another key, or comes from another site's page. Call as the person or the key that may; the same caller is refused again. */
    Forbidden: {
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
        "application/json": components["schemas"]["ForbiddenError"];
      };
    };
    /**
     * @description - `email_already_registered`: A person with this address has an account. Sign in with it, or take another address.
     *     - `organization_name_taken`: Another organization has this name, in any case. Choose another name.
     */
    EmailAlreadyRegisteredOrOrganizationNameTaken: {
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
        "application/json":
          | components["schemas"]["EmailAlreadyRegisteredError"]
          | components["schemas"]["OrganizationNameTakenError"];
      };
    };
    /** @description `invalid_credentials`: The key is mistyped, revoked or expired; or address and password, or a signature, do not match. Check which key the program has; create another, or rotate it, where it was revoked. */
    InvalidCredentials: {
      headers: {
        "X-Request-Id": components["headers"]["XRequestId"];
        "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
        "Set-Cookie": components["headers"]["SetCookie"];
        "Cache-Control": components["headers"]["CacheControl"];
        "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["InvalidCredentialsError"];
      };
    };
    /**
     * @description - `email_delivery_failed`: No mail server took the message; its link is void. Ask for the link again in a minute.
     *     - `service_unavailable`: The database or the store of uploads does not answer, or too much is asked at once. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     *     - `rate_limiter_unavailable`: What counts requests does not answer. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     *     - `maintenance`: The service is in a planned maintenance. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     */
    EmailDeliveryFailedOrServiceUnavailableOrRateLimiterUnavailableOrMaintenance: {
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
        "application/json":
          | components["schemas"]["EmailDeliveryFailedError"]
          | components["schemas"]["ServiceUnavailableError"]
          | components["schemas"]["RateLimiterUnavailableError"]
          | components["schemas"]["MaintenanceError"];
      };
    };
    /** @description `magic_link_invalid`: The mailed link is unknown, was used or has expired. Ask for a new link. */
    MagicLinkInvalid: {
      headers: {
        "X-Request-Id": components["headers"]["XRequestId"];
        "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
        "Set-Cookie": components["headers"]["SetCookie"];
        "Cache-Control": components["headers"]["CacheControl"];
        "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["MagicLinkInvalidError"];
      };
    };
    /** @description `invalid_or_expired_token`: The token of a password reset is unknown, was used or has expired. Ask for a new link. */
    InvalidOrExpiredToken: {
      headers: {
        "X-Request-Id": components["headers"]["XRequestId"];
        "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
        "Set-Cookie": components["headers"]["SetCookie"];
        "Cache-Control": components["headers"]["CacheControl"];
        "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["InvalidOrExpiredTokenError"];
      };
    };
    /**
     * @description - `not_authenticated`: The session has ended, or the operation is for people and there is no session. Sign in again.
     *     - `invalid_credentials`: The key is mistyped, revoked or expired; or address and password, or a signature, do not match. Check which key the program has; create another, or rotate it, where it was revoked.
     */
    NotAuthenticatedOrInvalidCredentials: {
      headers: {
        "X-Request-Id": components["headers"]["XRequestId"];
        "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
        "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
        "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
        "Set-Cookie": components["headers"]["SetCookie"];
        "Cache-Control": components["headers"]["CacheControl"];
        "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
        [name: string]: unknown;
      };
      content: {
        "application/json":
          | components["schemas"]["NotAuthenticatedError"]
          | components["schemas"]["InvalidCredentialsError"];
      };
    };
    /**
     * @description - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     *     - `api_key_already_rotated`: Another rotation has replaced the secret meanwhile. Rotate with the newest secret, or as a person.
     */
    IdempotencyKeyInvalidOrIdempotencyConflictOrApiKeyAlreadyRotated: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"]
          | components["schemas"]["ApiKeyAlreadyRotatedError"];
      };
    };
    /** @description `organization_name_taken`: Another organization has this name, in any case. Choose another name. */
    OrganizationNameTaken: {
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
        "application/json": components["schemas"]["OrganizationNameTakenError"];
      };
    };
    /**
     * @description - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     *     - `email_already_registered`: A person with this address has an account. Sign in with it, or take another address.
     *     - `limit_reached`: The organization has as many keys, subscriptions or people as it may have: `meta.limit`. Revoke or delete one first.
     */
    IdempotencyKeyInvalidOrIdempotencyConflictOrEmailAlreadyRegisteredOrLimitReached: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"]
          | components["schemas"]["EmailAlreadyRegisteredError"]
          | components["schemas"]["LimitReachedError"];
      };
    };
    /** @description `forbidden_operator_only`: The operation is for the people who run the service. Use your organization's own operations, or ask the people who run the service. */
    ForbiddenOperatorOnly: {
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
        "application/json": components["schemas"]["ForbiddenOperatorOnlyError"];
      };
    };
    /**
     * @description - `service_unavailable`: The database or the store of uploads does not answer, or too much is asked at once. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     *     - `rate_limiter_unavailable`: What counts requests does not answer. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     */
    ServiceUnavailableOrRateLimiterUnavailable: {
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
        "application/json":
          | components["schemas"]["ServiceUnavailableError"]
          | components["schemas"]["RateLimiterUnavailableError"];
      };
    };
    /**
     * @description - `forbidden_operator_only`: The operation is for the people who run the service. Use your organization's own operations, or ask the people who run the service.
     *     - `forbidden`: The caller may not do this: it is for people, for another key, or comes from another site's page. Call as the person or the key that may; the same caller is refused again.
     */
    ForbiddenOperatorOnlyOrForbidden: {
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
        "application/json":
          | components["schemas"]["ForbiddenOperatorOnlyError"]
          | components["schemas"]["ForbiddenError"];
      };
    };
    /**
     * @description - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     *     - `organization_name_taken`: Another organization has this name, in any case. Choose another name.
     */
    IdempotencyKeyInvalidOrIdempotencyConflictOrOrganizationNameTaken: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"]
          | components["schemas"]["OrganizationNameTakenError"];
      };
    };
    /**
     * @description - `idempotency_key_invalid`: The key is no ULID, no UUID and not 32–255 printable ASCII characters. Send a UUID.
     *     - `idempotency_conflict`: `meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`. Use a new key for a new request; while one is in progress send it again after `Retry-After`.
     *     - `limit_reached`: The organization has as many keys, subscriptions or people as it may have: `meta.limit`. Revoke or delete one first.
     */
    IdempotencyKeyInvalidOrIdempotencyConflictOrLimitReached: {
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
        "application/json":
          | components["schemas"]["IdempotencyKeyInvalidError"]
          | components["schemas"]["IdempotencyConflictError"]
          | components["schemas"]["LimitReachedError"];
      };
    };
    /** @description `billing_disabled`: The organization has bought nothing yet, so it has no bill. Choose a plan first. */
    BillingDisabled: {
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
        "application/json": components["schemas"]["BillingDisabledError"];
      };
    };
    /**
     * @description - `billing_misconfigured`: The billing provider cannot be reached, or knows a price that has no plan. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     *     - `service_unavailable`: The database or the store of uploads does not answer, or too much is asked at once. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     *     - `rate_limiter_unavailable`: What counts requests does not answer. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     *     - `maintenance`: The service is in a planned maintenance. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.
     */
    BillingMisconfiguredOrServiceUnavailableOrRateLimiterUnavailableOrMaintenance: {
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
        "application/json":
          | components["schemas"]["BillingMisconfiguredError"]
          | components["schemas"]["ServiceUnavailableError"]
          | components["schemas"]["RateLimiterUnavailableError"]
          | components["schemas"]["MaintenanceError"];
      };
    };
    /** @description `service_unavailable`: The database or the store of uploads does not answer, or too much is asked at once. Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key. */
    ServiceUnavailable: {
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
        "application/json": components["schemas"]["ServiceUnavailableError"];
      };
    };
    /** @description `workflow_not_found`: There is no such methodology. Take a `workflow_id` of `GET /v1/workflows`. */
    WorkflowNotFound: {
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
        "application/json": components["schemas"]["WorkflowNotFoundError"];
      };
    };
  };
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
     * @example session=…; Path=/; HttpOnly; SameSite=Lax
     */
    SetCookie: string;
    /**
     * @description `no-store` where the answer holds a secret or a cookie.
     * @example no-store
     */
    CacheControl: string;
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
           *           "callback_url": null,
           *           "routed_via": null,
           *           "metadata": {
           *             "campaign": "spring"
           *           },
           *           "agents_completed": 250,
           *           "progress_pct": 50,
           *           "started_at": "2026-12-01T09:30:00.120Z",
           *           "completed_at": null,
           *           "failure_code": null,
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
        /**
         * @example {
         *       "workflow_id": "product-purchase-intent",
         *       "agent_count": 500,
         *       "question": "Would you buy this oat drink for your breakfast?",
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
           *         "callback_url": null,
           *         "routed_via": null,
           *         "metadata": {
           *           "campaign": "spring"
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
           *         "callback_url": null,
           *         "routed_via": null,
           *         "metadata": {
           *           "campaign": "spring"
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
           *             "survey": "Illustrative table",
           *             "year": null,
           *             "respondents": null,
           *             "citation": "Made up for illustration; it rests on no survey.",
           *             "illustrative": true
           *           }
           *         ],
           *         "illustrative": true,
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
           *         "effective_human_n": 92.3,
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
           *         "callback_url": null,
           *         "routed_via": null,
           *         "metadata": {
           *           "campaign": "spring"
           *         },
           *         "agents_completed": 250,
           *         "progress_pct": 50,
           *         "started_at": "2026-12-01T09:30:00.120Z",
           *         "completed_at": null,
           *         "failure_code": null,
           *         "failure_message": null
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
           *           "effective_human_n": 92.3
           *         },
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
           *           "disclaimer": "The question is not a calibrated one; figures rest on an illustrative table.",
           *           "methodology_id": "product-purchase-intent",
           *           "similarity": 0.42,
           *           "matched_question": null,
           *           "sources": [
           *             {
           *               "survey": "Illustrative table",
           *               "year": null,
           *               "respondents": null,
           *               "citation": "Made up for illustration; it rests on no survey.",
           *               "illustrative": true
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
           *         "note": "Both simulations asked the same agents, so the difference is that of what was asked, agent by agent."
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
          "Cache-Control": components["headers"]["CacheControl"];
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
           *             "simulation.completed",
           *             "simulation.failed"
           *           ],
           *           "description": "Production",
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
           *           "simulation.completed",
           *           "simulation.failed"
           *         ],
           *         "description": "Production",
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
           *           "simulation.completed",
           *           "simulation.failed"
           *         ],
           *         "description": "Production",
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
           *           "simulation.completed",
           *           "simulation.failed"
           *         ],
           *         "description": "Production",
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
           *           "simulation.completed",
           *           "simulation.failed"
           *         ],
           *         "description": "Production",
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
           *           "simulation.completed",
           *           "simulation.failed"
           *         ],
           *         "description": "Production",
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
           *         }
           *       }
           *     }
           */
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
  listEventTypes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The catalogue */
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
           *           "type": "webhook.test",
           *           "description": "Somebody asked for a test of the subscription",
           *           "schema": {
           *             "type": "object"
           *           },
           *           "example": {
           *             "id": "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40",
           *             "type": "webhook.test",
           *             "created": 1796117401,
           *             "data": {
           *               "webhook_id": "01985d30-2b3c-7d4e-9f50-61728394a5b6",
           *               "message": "This is a test: your endpoint receives events."
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
           *         "exists": true,
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
           *           "last_login_at": "2026-12-01T09:20:00.000Z"
           *         },
           *         "organization": {
           *           "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "name": "Oat & Co",
           *           "plan_tier": "growth",
           *           "insights_enabled": true,
           *           "created_at": "2026-12-01T09:00:00.000Z"
           *         },
           *         "scopes": [
           *           "simulations:read",
           *           "insights:read"
           *         ],
           *         "expires_at": "2026-12-08T09:20:00.000Z"
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
           *           "last_login_at": "2026-12-01T09:20:00.000Z"
           *         },
           *         "organization": {
           *           "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "name": "Oat & Co",
           *           "plan_tier": "growth",
           *           "insights_enabled": true,
           *           "created_at": "2026-12-01T09:00:00.000Z"
           *         },
           *         "scopes": [
           *           "simulations:read",
           *           "insights:read"
           *         ],
           *         "expires_at": "2026-12-08T09:20:00.000Z"
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
           *           "last_login_at": "2026-12-01T09:20:00.000Z"
           *         },
           *         "organization": {
           *           "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "name": "Oat & Co",
           *           "plan_tier": "growth",
           *           "insights_enabled": true,
           *           "created_at": "2026-12-01T09:00:00.000Z"
           *         },
           *         "scopes": [
           *           "simulations:read",
           *           "insights:read"
           *         ],
           *         "expires_at": "2026-12-08T09:20:00.000Z"
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
           *           "last_login_at": "2026-12-01T09:20:00.000Z"
           *         },
           *         "organization": {
           *           "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "name": "Oat & Co",
           *           "plan_tier": "growth",
           *           "insights_enabled": true,
           *           "created_at": "2026-12-01T09:00:00.000Z"
           *         },
           *         "scopes": [
           *           "simulations:read",
           *           "insights:read"
           *         ],
           *         "expires_at": "2026-12-08T09:20:00.000Z"
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
           *             "simulations:read",
           *             "webhooks:read"
           *           ],
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "last_used_at": null,
           *           "expires_at": null,
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
           *           "simulations:read",
           *           "webhooks:read"
           *         ],
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "last_used_at": null,
           *         "expires_at": null,
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
           *           "simulations:read",
           *           "webhooks:read"
           *         ],
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "last_used_at": null,
           *         "expires_at": null,
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
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "last_login_at": "2026-12-01T09:20:00.000Z",
           *           "role": "owner"
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
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "last_login_at": "2026-12-01T09:20:00.000Z",
           *         "role": "owner"
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
  listAudit: {
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
           *           "email": "grace@example.org",
           *           "name": "Grace Hopper",
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
           *         "email": "grace@example.org",
           *         "name": "Grace Hopper",
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
  adminListDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: components["schemas"]["DeliveryStatus"];
        organization_id?: string;
        webhook_id?: string;
        created_before?: string;
        created_after?: string;
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
           *           "temporal_ui_url": "https://temporal.example.org/namespaces/default/workflows/delivery%2F01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a"
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
           *         "temporal_ui_url": "https://temporal.example.org/namespaces/default/workflows/deliveries-retry%2F01985d40"
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
  adminListSimulations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: components["schemas"]["SimulationStatus"];
        organization_id?: string;
        created_before?: string;
        created_after?: string;
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
           *           "callback_url": null,
           *           "routed_via": null,
           *           "metadata": {
           *             "campaign": "spring"
           *           },
           *           "agents_completed": 250,
           *           "progress_pct": 50,
           *           "started_at": "2026-12-01T09:30:00.120Z",
           *           "completed_at": null,
           *           "failure_code": null,
           *           "failure_message": null,
           *           "organization_id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
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
           *         "callback_url": null,
           *         "routed_via": null,
           *         "metadata": {
           *           "campaign": "spring"
           *         },
           *         "agents_completed": 250,
           *         "progress_pct": 50,
           *         "started_at": "2026-12-01T09:30:00.120Z",
           *         "completed_at": null,
           *         "failure_code": null,
           *         "failure_message": null,
           *         "organization_id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
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
  adminListOutbox: {
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
           *           "id": "01985d60-1a2b-7c3d-8e4f-5061728394a5",
           *           "organization_id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "workflow_id": "simulation/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *           "kind": "start",
           *           "attempts": 10,
           *           "error": "Workflow ID exceeds 1000 bytes.",
           *           "set_aside_at": "2026-12-01T09:00:00.000Z",
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
           *         "has_more": false,
           *         "total": 1
           *       }
           *     }
           */
          "application/json": components["schemas"]["OutboxCommandPage"];
        };
      };
    };
  };
  adminRetryCommand: {
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
           *         "id": "01985d60-1a2b-7c3d-8e4f-5061728394a5",
           *         "workflow_id": "simulation/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"
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
          "application/json": components["schemas"]["RetriedCommandResponse"];
        };
      };
    };
  };
  adminRetryCommands: {
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
         *       "error": "exceeds"
         *     }
         */
        "application/json": components["schemas"]["RetryCommands"];
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
           *         "matched": 120,
           *         "more": false
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
          "application/json": components["schemas"]["RetriedCommandsResponse"];
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
           *           "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
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
  adminListOrganizations: {
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
           *           "id": "01985d20-1b2c-7a3d-8e4f-5061728394a5",
           *           "name": "Oat & Co",
           *           "plan_tier": "growth",
           *           "insights_enabled": true,
           *           "contract": {
           *             "agent_count_ceiling": null,
           *             "requests_per_minute": null,
           *             "simulations_per_month": null,
           *             "agent_runs_per_month": null,
           *             "reading_ceiling_usd": null
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
           *           "agent_count_ceiling": null,
           *           "requests_per_minute": null,
           *           "simulations_per_month": null,
           *           "agent_runs_per_month": null,
           *           "reading_ceiling_usd": null
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
           *           "agent_count_ceiling": null,
           *           "requests_per_minute": null,
           *           "simulations_per_month": null,
           *           "agent_runs_per_month": null,
           *           "reading_ceiling_usd": null
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
           *           "agent_count_ceiling": null,
           *           "requests_per_minute": null,
           *           "simulations_per_month": null,
           *           "agent_runs_per_month": null,
           *           "reading_ceiling_usd": null
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
           *           "simulations:read",
           *           "webhooks:read"
           *         ],
           *         "created_at": "2026-12-01T09:00:00.000Z",
           *         "last_used_at": null,
           *         "expires_at": null,
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
           *           "request_id": "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
           *           "at": "2026-12-01T09:00:00.000Z",
           *           "method": "GET",
           *           "route": "/v1/simulations/{id}",
           *           "status": 404,
           *           "error": "simulation_not_found",
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
           *           "held_out_rows": 12,
           *           "accuracy_pct": 91.2,
           *           "confirm_mean_pct": 44.7,
           *           "baseline_pct": 83.5,
           *           "computed_at": "2026-12-01T09:00:00.000Z"
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
      /** @description The endpoint is gone: the service disables the subscription */
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
      /** @description The endpoint is gone: the service disables the subscription */
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
      /** @description The endpoint is gone: the service disables the subscription */
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
      /** @description The endpoint is gone: the service disables the subscription */
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
      /** @description The endpoint is gone: the service disables the subscription */
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
