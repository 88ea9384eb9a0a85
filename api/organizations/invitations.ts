import Type from "typebox";
import { invite, MAX_MEMBERS, pageOfInvitations, revokeInvitation } from "#db/organizations/members.ts";
import { sha256 } from "#shared/crypto.ts";
import { ApiError } from "#shared/errors.ts";
import { displayName } from "#shared/accounts.ts";
import { defineRoute, forPeople } from "../http/define-route.ts";
import { addressOf, Email, name, namedObject, nullable } from "../http/fields.ts";
import { personOf } from "../http/identity.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { hourly } from "../http/rate-limiter.ts";
import { Invitation, limitReached } from "./schema.ts";

/** As many as an organization has members at most, so that it may invite all of them at once. */
const INVITATIONS_PER_HOUR = MAX_MEMBERS;
const INVITATIONS_PER_ADDRESS = 5;

/** Of a sign-up that has not proved its address: the service does not know who sends these mails. */
const UNPROVED_INVITATIONS_PER_HOUR = 10;

export const createInvitation = defineRoute({
  ...forPeople("Organization"),
  endpoint: "POST /v1/organization/invitations",
  description:
    "The mailed link signs the person in as a member of your organization; it works once, for seven days. Inviting an address again mails another " +
    `link. At most ${INVITATIONS_PER_HOUR} an hour, ${UNPROVED_INVITATIONS_PER_HOUR} of a sign-up whose address nobody has proved, ${INVITATIONS_PER_ADDRESS} to one address whoever invites it, and ${MAX_MEMBERS} people and invitations together.`,
  body: namedObject("CreateInvitation", {
    email: Email,
    name: Type.Optional(nullable(name(100, "The person's name; by default the address' first part"))),
  }),
  responses: { 201: { description: "Invited; the mail is on its way", data: Invitation } },
  errors: ["email_already_registered", "limit_reached"],
  write: async ({ body, identity, services: { limiter, isRegistered } }, tx) => {
    const { emailNormalized } = addressOf(body.email);
    const own = identity.isUnproved ? UNPROVED_INVITATIONS_PER_HOUR : INVITATIONS_PER_HOUR;
    const address = sha256(emailNormalized).toString("base64url");
    await limiter.count([
      hourly(`invitations:${tx.organizationId}`, own),
      hourly(`invitation:email:${address}`, INVITATIONS_PER_ADDRESS),
    ]);
    if (await isRegistered(emailNormalized, tx.organizationId)) {
      throw new ApiError("email_already_registered", "A person with this address has an account already.");
    }
    const invited = await invite(tx, {
      email: body.email,
      emailNormalized,
      name: body.name?.trim() ?? nameOf(body.email),
      invitedBy: personOf(identity).userId,
    });
    if (invited === null) {
      throw limitReached(MAX_MEMBERS, `At most ${MAX_MEMBERS} people are members or invited.`);
    }
    await tx.record("invitation.create", invited.id);
    return { data: invited };
  },
});

/** The first part of an address, or all of it where nothing of that is visible. */
function nameOf(email: string): string {
  const [local = ""] = email.split("@", 1);
  return displayName(local) || displayName(email);
}

export const listInvitations = defineRoute({
  ...forPeople("Organization"),
  ...listOf(Invitation),
  endpoint: "GET /v1/organization/invitations",
  read: (request) => answerRows(request, (tx, _, page) => pageOfInvitations(tx, page)),
});

export const deleteInvitation = defineRoute({
  ...forPeople("Organization"),
  endpoint: "DELETE /v1/organization/invitations/{invitation_id}",
  responses: { 204: { description: "Revoked" } },
  write: async ({ params }, tx) => {
    if (!await revokeInvitation(tx, params.invitation_id)) {
      throw new ApiError("not_found", "There is no such invitation.");
    }
    await tx.record("invitation.revoke", params.invitation_id);
  },
});
