import { shortName, type WorkflowStart } from "./command.ts";
import { TRAINING_RUN_WORKFLOW, type TrainingRunInput, trainingWorkflowId } from "./names.ts";

/** What Temporal is told of a training run. */
export interface TrainingRunToStart {
  readonly id: string;
  readonly organization: { readonly id: string; readonly name: string };
  /** The API's, for the link that operators follow. */
  readonly baseUrl: string;
}

/** How Temporal is asked to carry a training run, and what its UI says of it. The customer's own words stay out of it. */
export function trainingRunStart({ id, organization, baseUrl }: TrainingRunToStart): WorkflowStart {
  const input: TrainingRunInput = { training_id: id };
  const name = shortName(organization.name);
  return {
    kind: "start",
    workflow_type: TRAINING_RUN_WORKFLOW,
    workflow_id: trainingWorkflowId(id),
    task_queue: "training",
    input: { ...input },
    summary: `training run, ${name}`,
    details: [
      `**Organization** ${name} (\`${organization.id}\`)`,
      `**Training run** \`${id}\`, ${baseUrl}/v1/training/${id}`,
      "Cancelling or terminating it fails the training run; a reset of a finished one ends at once. What is wrong with an uploaded " +
      "file stands in the training run's `failure_message`, not here.",
    ].join("\n\n"),
    search_attributes: { OrganizationId: organization.id, Stage: "scoring" },
  };
}
