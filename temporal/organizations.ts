import { operationStart, workflowIdOf, type WorkflowStart } from "./command.ts";

export interface OrganizationInput {
  readonly organization_id: string;
}

/** The rows deleted so far; from the run before, when the workflow continued as new. */
export interface OrganizationDeletionInput extends OrganizationInput {
  readonly rows?: number;
}

/** `force`: terminates what a cancellation has not ended. */
export interface StopRunsInput extends OrganizationInput {
  readonly force: boolean;
}

/** Deletes an organization with all that it owns. */
export function organizationDeletionStart(organizationId: string): WorkflowStart {
  return operationStart({
    workflow_type: "deleteOrganization",
    workflow_id: workflowIdOf("deleteOrganization", organizationId),
    input: { organization_id: organizationId },
    summary: `delete organization ${organizationId}`,
    details:
      "Cancels the organization's runs, then deletes its uploads and every row that it owns. Terminated, it leaves the organization locked: reset it to go on.",
    search_attributes: { OrganizationId: organizationId, Stage: "stopping" },
  });
}

export interface InvitationInput {
  readonly invitation_id: string;
}

/** Whether a server took the mail; it did not where the invitation has ended, or the address is refused for good. */
export interface MailResult {
  readonly sent: boolean;
}

/** How long an invitation can be accepted, and its mail is tried. */
export const INVITATION_DAYS = 7;

/** Mails an invitation's link. @param mail counts the mails that were asked for: each is sent by a workflow of its own. */
export function invitationStart(
  { id, organization_id }: { readonly id: string; readonly organization_id: string },
  mail: number,
): WorkflowStart {
  return operationStart({
    workflow_type: "mailInvitation",
    workflow_id: `invitation/${id}/${mail}`,
    input: { invitation_id: id },
    summary: `mail invitation ${id}`,
    details: "Mails the invitation's link, and tries again for as long as the invitation can be accepted.",
    search_attributes: { OrganizationId: organization_id, Stage: "mailing" },
  });
}
