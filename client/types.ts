import type { operations } from "./generated/api.ts";

/** The names that this client gives to the document's types. What an operation takes and answers is looked up by its operationId. */

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;
type Envelope<Id extends keyof operations> = {
  [Status in keyof operations[Id]["responses"]]: Json<operations[Id]["responses"][Status]>;
}[keyof operations[Id]["responses"]];

/** The `data` of an operation's success. */
export type DataOf<Id extends keyof operations> = Envelope<Id> extends { data: infer Data } ? Data : never;
/** The query of an operation. */
export type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]["parameters"]["query"]>;
/** The body of an operation. */
export type BodyOf<Id extends keyof operations> = Json<NonNullable<operations[Id]["requestBody"]>>;
/** The filters of a list, and its `limit`: the rows of one page, 1 to 100. */
export type FiltersOf<Id extends keyof operations> = Omit<QueryOf<Id>, "cursor" | "wait">;
/** An item of a list. */
export type ItemOf<Id extends keyof operations> = DataOf<Id> extends readonly (infer Item)[] ? Item : never;

/** The `meta` of every error. */
export interface ErrorMeta {
  readonly request_id: string;
  /** A sentence for people. */
  readonly message: string;
  /** On every 5xx: finds the line in the service's log. */
  readonly correlation_id?: string;
}

export type NewSimulation = BodyOf<"createSimulation">;
export type NewAutoSimulation = BodyOf<"autoSimulation">;
export type AcceptedSimulation = DataOf<"createSimulation">;
export type Simulation = DataOf<"showSimulation">;
export type SimulationFilters = FiltersOf<"listSimulations">;
export type SimulationPreview = DataOf<"previewSimulation">;
export type SimulationResults = DataOf<"simulationResults">;
/** With every agent. */
export type FullResults = SimulationResults & Required<Pick<SimulationResults, "agents">>;
export type Comparison = DataOf<"compareSimulations">;

export type Insights = DataOf<"showInsights">;

export type NewWebhook = BodyOf<"createWebhook">;
export type WebhookChanges = BodyOf<"changeWebhook">;
export type CreatedWebhook = DataOf<"createWebhook">;
export type Webhook = DataOf<"showWebhook">;
export type Delivery = DataOf<"showDelivery">;
export type ListedDelivery = ItemOf<"listDeliveries">;
export type DeliveryAttempt = ItemOf<"listDeliveryAttempts">;
/** A recorded event. A delivery's body is one too: see `WebhookEvent`, which `verifyWebhook` returns. */
export type ServiceEvent = DataOf<"showEvent">;
/** Which events; `type` takes one or several. */
export interface EventFilters extends Omit<FiltersOf<"listEvents">, "type"> {
  readonly type?: ServiceEvent["type"] | readonly ServiceEvent["type"][] | undefined;
}

export type NewTrainingRun = BodyOf<"createTrainingUpload">;
export type CreatedTrainingRun = DataOf<"createTrainingUpload">;
export type TrainingRun = DataOf<"showTraining">;
export type TrainingResults = DataOf<"trainingResults">;

export type Workflow = DataOf<"showWorkflow">;
export type ListedWorkflow = ItemOf<"listWorkflows">;
export type RotatedApiKey = DataOf<"rotateApiKey">;
export type Usage = DataOf<"showUsage">;
export type Identity = DataOf<"showMe">;
export type RecentRequest = ItemOf<"listRequests">;
export type ServiceStatus = DataOf<"showStatus">;

/** What the last argument of every call can hold. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The time of the call with all its attempts, in milliseconds; the client's own unless given. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first, 0 to 10; the client's own unless given. */
  readonly maxRetries?: number | undefined;
  /** Is called with the final answer, a refusal included. */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
}

/** What the last argument of a write can hold. */
export interface WriteOptions extends CallOptions {
  /** A ULID, a UUID or 32–255 printable ASCII characters; a new UUID unless given. Every attempt sends the same one. */
  readonly idempotencyKey?: string | undefined;
}

/** A call's final answer, beside its data. */
export interface ResponseInfo {
  /** The document's operationId. */
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  /** The envelope's `meta`: `request_id`, `rate_limit`, `deprecations` and what the operation adds. Empty where there is no envelope. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Requests that were sent. */
  readonly attempts: number;
}
