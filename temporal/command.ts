import type { Json, JsonObject } from "#shared/json.ts";

/** One task queue a kind of work, so that a burst of one kind never starves another. */
export const TASK_QUEUES = ["simulations", "readings", "training", "deliveries", "operations"] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];

/** A summary has 200 bytes; the longest names a methodology or an event and its subscription beside the organization. */
const SHORT_NAME = { graphemes: 60, bytes: 100 } as const;

/**
 * An organization's name as it fits a run's summary: at most 60 graphemes and, escaped, 100 bytes, with an ellipsis where it was cut. What
 * an operator's screen would render as Markdown or as a link shows as the text that it is.
 */
export function shortName(name: string): string {
  let short = "";
  let graphemes = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name)) {
    const longer = short + segment;
    if (++graphemes > SHORT_NAME.graphemes || byteLength(asPlainText(longer)) > SHORT_NAME.bytes) {
      return `${asPlainText(short)}…`;
    }
    short = longer;
  }
  return asPlainText(short);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Escapes Markdown, breaks up what is shown as a link without any markup, and leaves out what turns the direction of the line. */
function asPlainText(text: string): string {
  return text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll(/[\\`*_[\]<>!#|~&]/g, "\\$&")
    .replaceAll(/:(?=\/\/)|www(?=\.)|@/gi, "$&\u200b");
}

/** How Temporal starts a workflow. Operators see all of it in the Temporal UI: it holds ids and counts only. */
interface WorkflowOptions {
  readonly workflow_type: string;
  /** `<kind>/<row id>`, so that a second start of the same work has no effect. */
  readonly workflow_id: string;
  readonly task_queue: TaskQueue;
  readonly input: JsonObject;
  /**
   * Temporal divides the workers' capacity evenly among the keys, however many runs of one key wait; at most 64 bytes. Without one it is the
   * organization's id.
   */
  readonly fairness_key?: string;
  /** Temporal gives a workflow task to another worker after this long; its default is 10 s. */
  readonly task_timeout_seconds?: number;
  /** One line of Markdown for the Temporal UI, at most 200 bytes. */
  readonly summary: string;
  /** Markdown for the Temporal UI: owner, links, what to do. */
  readonly details: string;
  readonly search_attributes: {
    readonly OrganizationId?: string;
    readonly SimulationId?: string;
    readonly WebhookId?: string;
    readonly Stage?: string;
  };
}

/** The header in which runs and activities carry their trace: the name that Temporal's own interceptors give it. */
export const TRACE_HEADER = "_tracer-data";

/** The content of that header. */
export interface TraceCarrier {
  /** W3C Trace Context, 3.2. */
  readonly traceparent: string;
}

export type RunOutcome = "completed" | "failed" | "cancelled" | "continued_as_new";

/** What the workflows' sandbox calls in its worker. */
export type TraceSinks = {
  readonly trace: {
    /** Records a run that has ended. It is not called again when the run is replayed. */
    ended(carrier: TraceCarrier, outcome: RunOutcome): void;
  };
};

/** A command whose trace goes on where it is executed. */
interface Traced {
  /** The span that wrote the command; absent where nothing was traced. */
  readonly traceparent?: string;
}

/** Starts a workflow, unless one ever ran under its id. */
export interface WorkflowStart extends WorkflowOptions {
  readonly kind: "start";
}

/**
 * Signals a workflow, in a new run when none is open. The outbox may execute it twice, so the signal must carry an id of its own, or be
 * idempotent.
 */
export interface WorkflowSignalWithStart extends WorkflowOptions {
  readonly kind: "signal_with_start";
  readonly signal: string;
  readonly signal_args: readonly Json[];
}

/** Signals a workflow; has no effect on one that has closed. */
export interface WorkflowSignal {
  readonly kind: "signal";
  readonly workflow_id: string;
  readonly signal: string;
  readonly signal_args: readonly Json[];
}

/** Cancels a workflow; has no effect on one that has closed. */
export interface WorkflowCancel {
  readonly kind: "cancel";
  readonly workflow_id: string;
}

/** The content of an outbox row: one call to Temporal. */
export type WorkflowCommand =
  & (WorkflowStart | WorkflowSignalWithStart | WorkflowSignal | WorkflowCancel)
  & Traced;
