import Type from "typebox";
import { type OwnAuditRow, pageOfOwnAudit } from "#db/organizations/audit-log.ts";
import { requestDeletion } from "#db/organizations/erase.ts";
import {
  changeRole,
  isOwner,
  pageOfMembers,
  type RefusedChange,
  removeMember as removePerson,
} from "#db/organizations/members.ts";
import { findOrganization, renameOrganization } from "#db/organizations/organizations.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, forPeople } from "../http/define-route.ts";
import { Id, namedObject, nullable, oneOf, periodQuery, text, Timestamp } from "../http/fields.ts";
import { actorOf, clearedCookie, personOf } from "../http/identity.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import {
  ChangeMember,
  forOwners,
  foundOrganization,
  Member,
  nameRefused,
  OrganizationName,
  OwnOrganization,
} from "./schema.ts";

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
