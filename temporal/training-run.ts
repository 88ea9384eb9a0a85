import { workflowIdOf, type WorkflowStart } from "./command.ts";

/** The contract of the training workflow: its input, what its activities return, and the command that starts it. */

export interface TrainingRunInput {
  readonly training_id: string;
}

export interface TrainingResult {
  /** `failed`: the file cannot be scored. `terminal`: the run had ended before, and stays as it was. */
  readonly outcome: "completed" | "failed" | "terminal";
  /** Rows read from the file; 0 without one. */
  readonly rows: number;
}

/** A training run whose workflow is to be started. */
export interface TrainingRunToStart {
  readonly id: string;
  readonly organization_id: string;
  /** The API's, for the link that operators follow. */
  readonly baseUrl: string;
}

/** The command that starts a training run's workflow. The Temporal UI shows all of it, so it holds no text of the customer's. */
export function trainingRunStart({ id, organization_id, baseUrl }: TrainingRunToStart): WorkflowStart {
  return {
    kind: "start",
    workflow_type: "trainingRun",
    workflow_id: workflowIdOf("trainingRun", id),
    task_queue: "training",
    input: { training_id: id } satisfies TrainingRunInput,
    summary: `training run, organization ${organization_id}`,
    details: [
      `**Organization** \`${organization_id}\``,
      `**Training run** \`${id}\`, ${baseUrl}/v1/training/${id}`,
      "Cancelling or terminating it fails the training run; a reset of a finished one ends at once. The training run's " +
      "`failure_message` says what is wrong with an uploaded file; Temporal does not show it.",
    ].join("\n\n"),
    search_attributes: { OrganizationId: organization_id, Stage: "scoring" },
  };
}
