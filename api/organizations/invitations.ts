import Type from "typebox";
import { invite, MOST_MEMBERS, pageOfInvitations, revokeInvitation } from "#db/organizations/members.ts";
import { ApiError, validationError } from "#shared/errors.ts";
import {
  countCall,
  invitationLimits,
  INVITATIONS_PER_ADDRESS,
  INVITATIONS_PER_HOUR,
} from "../accounts/limits.ts";
import { addressOf, Email } from "../accounts/schema.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, name, namedObject, nullable, PageMeta, pageQuery, strictObject } from "../http/fields.ts";
import type { Identity } from "../http/identity.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { Invitation } from "./schema.ts";
import { invitationResource } from "./serialize.ts";

/** Mails that an organization may ask for in an hour, and addresses that it may ask about. */

const ofPeople = { tag: "Organization", fence: "organization", access: "person" } as const;

export const createInvitation = defineRoute({
  ...ofPeople,
  method: "POST",
  path: "/v1/organization/invitations",
  operationId: "createInvitation",
  summary: "Invite a person by mail",
  description:
    "The mailed link signs the person in as a member of your organization; it works once, for seven days. Inviting an address again mails another " +
    `link. At most ${INVITATIONS_PER_HOUR} an hour, ${INVITATIONS_PER_ADDRESS} to one address whoever invites it, and ${MOST_MEMBERS} people and invitations together.`,
  body: namedObject("CreateInvitation", {
    email: Email,
    name: Type.Optional(nullable(name(100, "The person's name; by default the address' first part"))),
  }),
  responses: { 201: { description: "Invited; the mail is on its way", data: Invitation } },
  errors: ["email_already_registered"],
  write: async ({ body, identity, services: { limiter, isRegistered } }, tx) => {
    const { emailNormalized } = addressOf(body.email);
    await countCall(limiter, invitationLimits(tx.organizationId, emailNormalized));
    if (await isRegistered(emailNormalized)) {
      throw new ApiError("email_already_registered", "A person with this address has an account already.");
    }
    const invited = await invite(tx, {
      email: body.email,
      emailNormalized,
      name: body.name?.trim() ?? body.email.split("@", 1).join("").slice(0, 100),
      invitedBy: personOf(identity),
    });
    if (invited === null) {
      throw validationError([{
        field: "",
        message: `would be one person too many: at most ${MOST_MEMBERS} are members or invited`,
      }]);
    }
    tx.dispatchAfterCommit(invited.outbox);
    return { status: 201, data: invitationResource(invited.row) };
  },
});

/** @throws Error for a key, which the route's access refuses */
function personOf(identity: Identity): string {
  if (identity.kind !== "session") throw new Error("A key invites nobody");
  return identity.userId;
}

export const listInvitations = defineRoute({
  ...ofPeople,
  method: "GET",
  path: "/v1/organization/invitations",
  operationId: "listInvitations",
  summary: "List the invitations that can still be accepted, newest first",
  query: strictObject(pageQuery),
  responses: { 200: { description: "A page", data: Type.Array(Invitation), meta: PageMeta } },
  read: async ({ query, identity, services }) => {
    const page = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => pageOfInvitations(tx, pageRequest(query, services)),
    );
    return pageResult(page, invitationResource, services);
  },
});

export const deleteInvitation = defineRoute({
  ...ofPeople,
  method: "DELETE",
  path: "/v1/organization/invitations/{invitation_id}",
  operationId: "deleteInvitation",
  summary: "Revoke an invitation",
  description: "Its links work no longer.",
  params: strictObject({ invitation_id: Id }),
  responses: { 204: { description: "Revoked" } },
  errors: ["not_found"],
  write: async ({ params }, tx) => {
    if (!await revokeInvitation(tx, params.invitation_id)) {
      throw new ApiError("not_found", "There is no such invitation.");
    }
    return { status: 204 };
  },
});
