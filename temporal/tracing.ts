import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { WorkflowClientInterceptor } from "@temporalio/client";
import { defaultPayloadConverter, type Headers } from "@temporalio/common";
import type { ActivityInterceptorsFactory, InjectedSinks } from "@temporalio/worker";
import type { WorkflowInfo } from "@temporalio/workflow";
import { contextOf, inSpan, traceparent, TRACING } from "#shared/tracing.ts";
import { type RunOutcome, TRACE_HEADER, type TraceCarrier, type TraceSinks } from "./command.ts";

/** Traces across Temporal: the client gives a run the present span, its activities continue from there, and its end records the run. */

/** Gives each run that a client starts the present span; nothing where nothing is traced. */
export function clientInterceptors(): WorkflowClientInterceptor[] {
  if (!TRACING) return [];
  return [{
    startWithDetails: (input, next) => next({ ...input, headers: withTrace(input.headers) }),
    signalWithStart: (input, next) => next({ ...input, headers: withTrace(input.headers) }),
  }];
}

function withTrace(headers: Headers): Headers {
  const present = traceparent();
  if (present === undefined) return headers;
  return { ...headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload({ traceparent: present }) };
}

/** Makes a span of each activity, within the trace that started its run. */
export function activityInterceptors(): ActivityInterceptorsFactory[] {
  if (!TRACING) return [];
  return [({ info }) => ({
    inbound: {
      execute(input, next) {
        const header = input.headers[TRACE_HEADER];
        if (header === undefined) return next(input);
        const carrier = defaultPayloadConverter.fromPayload<TraceCarrier>(header);
        const attributes = {
          "temporal.workflow_type": info.workflowType ?? "",
          "temporal.workflow_id": info.workflowExecution?.workflowId ?? "",
          "temporal.attempt": info.attempt,
          "temporal.local": info.isLocal,
        };
        const terms = { kind: SpanKind.CONSUMER, parent: contextOf(carrier.traceparent), attributes };
        return inSpan(`activity ${info.activityType}`, terms, () => next(input));
      },
    },
  })];
}

/** Makes a span of a run when it has ended: from its start on, in whatever process that was. */
export const TRACE_SINKS: InjectedSinks<TraceSinks> = {
  trace: { ended: { fn: recordRun, callDuringReplay: false } },
};

function recordRun(
  { workflowType, workflowId, startTime }: WorkflowInfo,
  carrier: TraceCarrier,
  outcome: RunOutcome,
): Promise<void> {
  const attributes = { "temporal.workflow_id": workflowId, "temporal.outcome": outcome };
  const terms = { parent: contextOf(carrier.traceparent), attributes, startTime };
  return inSpan(`workflow ${workflowType}`, terms, (span) => {
    if (outcome === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
    return Promise.resolve();
  });
}
