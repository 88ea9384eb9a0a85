import { defaultPayloadConverter, type Payload } from "@temporalio/common";
import {
  ContinueAsNew,
  type Headers,
  isCancellation,
  proxySinks,
  type WorkflowInterceptorsFactory,
} from "@temporalio/workflow";
import { type RunOutcome, TRACE_HEADER, type TraceCarrier, type TraceSinks } from "#temporal/command.ts";

/**
 * Carries the trace of a run's start to its activities, in the header that it came in. No command depends on it, so that histories with and
 * without a trace replay alike, whether or not their worker traces. Temporal's own interceptor would bring a tracer into the sandbox.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let carried: Headers = {};
  const carry = <Input extends { readonly headers: Headers }, Result>(
    input: Input,
    next: (input: Input) => Result,
  ): Result => next({ ...input, headers: { ...input.headers, ...carried } });
  return {
    inbound: [{
      async execute(input, next) {
        const header = input.headers[TRACE_HEADER];
        if (header === undefined) return await next(input);
        carried = { [TRACE_HEADER]: header };
        return await recordEnd(header, () => next(input));
      },
    }],
    outbound: [{ scheduleActivity: carry, scheduleLocalActivity: carry, continueAsNew: carry }],
  };
};

async function recordEnd(header: Payload, run: () => Promise<unknown>): Promise<unknown> {
  const carrier = defaultPayloadConverter.fromPayload<TraceCarrier>(header);
  const { trace } = proxySinks<TraceSinks>();
  try {
    const result = await run();
    trace.ended(carrier, "completed");
    return result;
  } catch (error) {
    trace.ended(carrier, outcomeOf(error));
    throw error;
  }
}

function outcomeOf(error: unknown): RunOutcome {
  if (error instanceof ContinueAsNew) return "continued_as_new";
  return isCancellation(error) ? "cancelled" : "failed";
}
