import Type from "typebox";
import { type OwnAuditRow, pageOfOwnAudit } from "#db/organizations/audit-log.ts";
import { requestDeletion } from "#db/organizations/erase.ts";
import {
  changeRole,
  invite,
  isOwner,
  MAX_MEMBERS,
  MEMBER_ROLES,
  pageOfInvitations,
  pageOfMembers,
  type RefusedChange,
  removeMember as removePerson,
  revokeInvitation,
} from "#db/organizations/members.ts";
import {
  findOrganization,
  namesOfOrganizations,
  renameOrganization,
} from "#db/organizations/organizations.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { isUniqueViolation } from "#db/postgres/errors.ts";
import { displayName } from "#shared/accounts.ts";
import { sha256 } from "#shared/crypto.ts";
import { ApiError, foundOr } from "#shared/errors.ts";
import { PLAN_TIERS } from "#shared/plans.ts";
import { defineRoute, forPeople } from "../http/define-route.ts";
import {
  addressOf,
  Email,
  Id,
  name,
  named,
  namedObject,
  nullable,
  oneOf,
  periodQuery,
  text,
  Timestamp,
} from "../http/fields.ts";
import { actorOf, clearedCookie, personOf } from "../http/identity.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { hourly } from "../http/rate-limiter.ts";

export const OrganizationName = name();
export const Plan = named("PlanTier", oneOf(PLAN_TIERS));

/** An organization as its people see it. */
export const OwnOrganization = namedObject("Organization", {
  id: Id,
  name: Type.String(),
  plan_tier: Plan,
  insights_enabled: Type.Boolean(),
  created_at: Timestamp,
});

export const showOrganization = defineRoute({
  ...forPeople("Organization"),
  endpoint: "GET /v1/organization",
  responses: { 200: { description: "The organization", data: OwnOrganization } },
  read: async ({ identity, inTransaction }) => {
    const row = await inTransaction((tx) => findOrganization(tx, identity.organizationId));
    return { data: foundOrganization(row) };
  },
});

export const changeOrganization = defineRoute({
  ...forPeople("Organization"),
  endpoint: "PATCH /v1/organization",
  body: namedObject("RenameOrganization", { name: Type.Optional(OrganizationName) }),
  responses: { 200: { description: "The organization as it is now", data: OwnOrganization } },
  errors: ["organization_name_taken"],
  write: async ({ body }, tx) => {
    const before = foundOrganization(await findOrganization(tx, tx.organizationId));
    const name = body.name?.trim() ?? before.name;
    if (name === before.name) return { data: before };
    const row = foundOrganization(await renameOrganization(tx, name).catch(nameRefused("/name")));
    await tx.record("organization.rename", tx.organizationId);
    return { data: row };
  },
});

export const deleteOrganization = defineRoute({
  ...forPeople("Organization"),
  endpoint: "DELETE /v1/organization",
  responses: {
    202: {
      description: "Accepted",
      data: namedObject("OrganizationDeletion", { id: Id, status: oneOf(["deleting"]) }),
      headers: ["Set-Cookie"],
    },
  },
  errors: ["not_found"],
  write: async ({ identity, requestId, services: { config, forgetSessions } }, tx) => {
    if (!await isOwner(tx, personOf(identity).userId)) throw forOwners();
    const userIds = foundOrganization(
      await requestDeletion(tx, { ...actorOf(identity), request_id: requestId }),
    );
    tx.onCommit(() => userIds.forEach(forgetSessions));
    return {
      data: { id: tx.organizationId, status: "deleting" },
      headers: { "Set-Cookie": clearedCookie(config.baseUrl) },
    };
  },
});

const Role = named("MemberRole", oneOf(MEMBER_ROLES));
const ChangeMember = namedObject("ChangeMember", { role: Role });

const Member = namedObject("Member", {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  role: Role,
  created_at: Timestamp,
  last_login_at: nullable(Timestamp),
});

export const listMembers = defineRoute({
  ...forPeople("Organization"),
  ...listOf(Member),
  endpoint: "GET /v1/organization/members",
  read: (request) => answerRows(request, (tx, _, page) => pageOfMembers(tx, page)),
});

export const removeMember = defineRoute({
  ...forPeople("Organization"),
  endpoint: "DELETE /v1/organization/members/{user_id}",
  responses: { 204: { description: "Removed" } },
  write: async ({ params, identity, services }, tx) => {
    const result = await removePerson(tx, { actorId: personOf(identity).userId, userId: params.user_id });
    if (result !== "removed") throw changeRefused(result);
    await tx.record("member.remove", params.user_id);
    tx.onCommit(() => services.forgetSessions(params.user_id));
  },
});

export const changeMember = defineRoute({
  ...forPeople("Organization"),
  endpoint: "PATCH /v1/organization/members/{user_id}",
  body: ChangeMember,
  responses: { 200: { description: "The person as it is now", data: Member } },
  write: async ({ params, body, identity }, tx) => {
    const change = { actorId: personOf(identity).userId, userId: params.user_id };
    const changed = await changeRole(tx, change, body.role);
    if (typeof changed === "string") throw changeRefused(changed);
    if (changed.hasChanged) await tx.record("member.change_role", params.user_id, { role: body.role });
    return { data: changed.member };
  },
});

function changeRefused(reason: RefusedChange): ApiError {
  switch (reason) {
    case "forbidden":
      return forOwners();
    case "missing":
      return new ApiError("not_found", "There is no such member.");
    case "last":
      return new ApiError(
        "forbidden",
        "This is the last owner: make somebody else an owner first, or delete the organization.",
      );
  }
}

const Invitation = namedObject("Invitation", {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  invited_by: text("The member who invited the person last", { format: "uuid" }),
  sent_at: nullable(text("When a mail server took the mail; null until then", { format: "date-time" })),
  created_at: Timestamp,
  expires_at: Timestamp,
});

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

const OwnAuditEntry = namedObject("OwnAuditEntry", {
  id: Id,
  at: Timestamp,
  actor: namedObject("AuditActor", {
    kind: oneOf(["user", "key", "operator", "service"]),
    id: nullable(text("Of your organization's person or key")),
    name: nullable(text("Null once the person or key is gone")),
  }, "`operator`: whoever operates the service. `service`: what it does by itself, such as after a payment"),
  action: text("Such as `api_key.create`"),
  subject: text("The id of the changed thing"),
  request_id: nullable(text("Null where no request of yours changed it")),
});

export const listAudit = defineRoute({
  ...forPeople("Organization"),
  ...listOf(OwnAuditEntry, periodQuery),
  endpoint: "GET /v1/audit",
  read: (request) => answerRows(request, pageOfOwnAudit, ownAuditResource),
});

function ownAuditResource(row: OwnAuditRow) {
  const request_id = row.by_operator ? null : row.request_id;
  return { ...row, at: row.created_at, actor: shownActor(row), request_id };
}

function shownActor({ by_operator, actor_user_id, actor_key_id, actor_command, actor_name }: OwnAuditRow) {
  if (by_operator) return { kind: "operator", id: null, name: null };
  if (actor_user_id !== null) return { kind: "user", id: actor_user_id, name: actor_name };
  if (actor_key_id !== null) return { kind: "key", id: actor_key_id, name: actor_name };
  return { kind: "service", id: null, name: actor_command };
}

/** Rows of several organizations, each with the name of its own; null while that is being deleted. */
export async function withNames<Row extends { readonly organization_id: string }>(
  tx: Transaction,
  rows: readonly Row[],
): Promise<(Row & { readonly organization_name: string | null })[]> {
  const names = await namesOfOrganizations(tx, rows.map(({ organization_id }) => organization_id));
  return rows.map((row) => ({ ...row, organization_name: names.get(row.organization_id) ?? null }));
}

export const foundOrganization = foundOr("There is no such organization.");

/** The 403 of what owners alone may do. */
export function forOwners(): ApiError {
  return new ApiError("forbidden", "Only an owner of the organization may do this.");
}

/** The 409 of a collection that has no room for one more. */
export function limitReached(limit: number, message: string): ApiError {
  return new ApiError("limit_reached", message, { meta: { limit } });
}

/** The 409 of a name that another organization has. @param field where it was given */
export function organizationNameTaken(field: `/${string}`): ApiError {
  return new ApiError("organization_name_taken", "Another organization has this name.", { meta: { field } });
}

/** Fails as writing an organization's name did; with 409 where another organization has it. */
export function nameRefused(field: `/${string}`): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolation(error, "organizations_name") ? organizationNameTaken(field) : error;
  };
}
