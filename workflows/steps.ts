import {
  ActivityFailure,
  type ActivityInterfaceFor,
  type ActivityOptions,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  type LocalActivityInterfaceFor,
  type LocalActivityOptions,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from "@temporalio/workflow";
import { OUTCOME, STAGE } from "#temporal/search-attributes.ts";

/** The steps that workflows are made of: how an activity runs, and how a run ends. */

/** Retries of an activity that writes rows: through an outage of the database, at most every 30 s. */
const RETRY = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" } as const;

/** Regular activities of at most 30 s an attempt, retried without end unless `options` say otherwise. */
export function regularActivities<Activities>(
  summary: string,
  options: ActivityOptions = {},
): ActivityInterfaceFor<Activities> {
  return proxyActivities<Activities>({ startToCloseTimeout: "30s", retry: RETRY, ...options, summary });
}

export interface StepOptions {
  /** How the local activity runs where it differs from {@link LOCAL}. */
  readonly local?: LocalActivityOptions;
  /** How the regular activity runs, such as how long it is retried before the step fails. */
  readonly regular: () => ActivityOptions;
  /** Whether a non-retryable error of the local activity fails the step; otherwise the regular activity runs after it too. */
  readonly stopAtNonRetryable: boolean;
}

const LOCAL: LocalActivityOptions = {
  startToCloseTimeout: "5s",
  scheduleToCloseTimeout: "7s",
  retry: { maximumAttempts: 2, initialInterval: "200ms" },
};

/**
 * Runs a step as a local activity; falls back to a regular one, whose retries the Temporal UI shows. A local activity runs inside the
 * workflow task, which spares the server two thirds of a step's work.
 */
export function localThenRegular<Activities>({ local, regular, stopAtNonRetryable }: StepOptions) {
  const localActivities = proxyLocalActivities<Activities>({ ...LOCAL, ...local });
  type Step<T> = (
    activities: ActivityInterfaceFor<Activities> | LocalActivityInterfaceFor<Activities>,
  ) => Promise<T>;
  return async <T>(summary: string, step: Step<T>): Promise<T> => {
    try {
      return await step(localActivities);
    } catch (error) {
      if (isCancellation(error) || (stopAtNonRetryable && isNonRetryable(error))) throw error;
      return await step(regularActivities(summary, regular()));
    }
  };
}

function isNonRetryable(error: unknown): boolean {
  return error instanceof ActivityFailure && error.cause instanceof ApplicationFailure &&
    error.cause.nonRetryable === true;
}

/** Shows operators how a run ended: in its details, and in the search attributes that they filter by. */
export function finish<Result extends { readonly outcome: string }>(result: Result, details = ""): Result {
  setCurrentDetails(`Ended: ${result.outcome}${details}.`);
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: result.outcome }]);
  return result;
}

/**
 * Ends a run that has thrown: records the failure even after a cancellation, and closes the workflow as cancelled or failed, by which
 * operators find it.
 *
 * @param error what the run has thrown.
 * @param record writes the failure to the row and finishes the run.
 * @returns the result where the row had ended before.
 * @throws `error` if it is a cancellation, `failure` otherwise.
 */
export function finishAsFailed<Result extends { readonly outcome: string }>(
  error: unknown,
  failure: ApplicationFailure,
  record: () => Promise<Result>,
): Promise<Result> {
  return CancellationScope.nonCancellable(async () => {
    const result = await record();
    if (result.outcome === "terminal") return result;
    throw isCancellation(error) ? error : failure;
  });
}
