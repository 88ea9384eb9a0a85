import Type from "typebox";
import { isUniqueViolation } from "#db/errors.ts";
import { requestDeletion } from "#db/organizations/erase.ts";
import { pageOfMembers, removeMember } from "#db/organizations/members.ts";
import { findOrganization, renameOrganization } from "#db/organizations/organizations.ts";
import { ApiError } from "#shared/errors.ts";
import { clearedCookie } from "../accounts/session-authenticator.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, namedObject, oneOf, PageMeta, pageQuery, strictObject } from "../http/fields.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { Member, OrganizationName, OwnOrganization } from "./schema.ts";
import {
  memberResource,
  organizationNameTaken,
  organizationNotFound,
  ownOrganizationResource,
} from "./serialize.ts";

/** What people do with their own organization. */
const ofPeople = { tag: "Organization", fence: "organization", access: "person" } as const;

export const showOwnOrganization = defineRoute({
  ...ofPeople,
  method: "GET",
  path: "/v1/organization",
  operationId: "showOrganization",
  summary: "Show your organization",
  responses: { 200: { description: "The organization", data: OwnOrganization } },
  read: async ({ identity, services }) => {
    const row = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => findOrganization(tx, identity.organizationId),
    );
    if (row === null) throw organizationNotFound();
    return { status: 200, data: ownOrganizationResource(row) };
  },
});

export const changeOwnOrganization = defineRoute({
  ...ofPeople,
  method: "PATCH",
  path: "/v1/organization",
  operationId: "changeOrganization",
  summary: "Rename your organization",
  description: "Names are compared without regard to case and Unicode form. An empty body changes nothing.",
  body: namedObject("RenameOrganization", { name: Type.Optional(OrganizationName) }),
  responses: { 200: { description: "The organization as it is now", data: OwnOrganization } },
  errors: ["organization_name_taken"],
  write: async ({ body }, tx) => {
    const row = body.name === undefined
      ? await findOrganization(tx, tx.organizationId)
      : await renameOrganization(tx, body.name.trim()).catch((error: unknown) => {
        throw isUniqueViolation(error, "organizations_name") ? organizationNameTaken() : error;
      });
    if (row === null) throw organizationNotFound();
    return { status: 200, data: ownOrganizationResource(row) };
  },
});

export const deleteOwnOrganization = defineRoute({
  ...ofPeople,
  method: "DELETE",
  path: "/v1/organization",
  operationId: "deleteOrganization",
  summary: "Delete your organization with all that it owns",
  description:
    "From the response on its keys and sessions are refused. Its runs are cancelled, then its uploads and all of its rows are deleted, for good. " +
    "That takes seconds, or minutes for a large organization; its name is free afterwards, its people's addresses at once.",
  responses: {
    202: {
      description: "Accepted",
      data: namedObject("OrganizationDeletion", { id: Id, status: oneOf(["deleting"]) }),
      headers: ["Set-Cookie"],
    },
  },
  errors: ["not_found"],
  write: async ({ services: { config, sessions } }, tx) => {
    const requested = await requestDeletion(tx);
    if (requested === null) throw organizationNotFound();
    tx.dispatchAfterCommit(requested.outbox);
    // Postgres has ended the sessions already; this forgets them.
    tx.onCommit(() => {
      for (const userId of requested.userIds) void sessions.endAll(userId).catch(() => {});
    });
    return {
      status: 202,
      data: { id: tx.organizationId, status: "deleting" },
      headers: { "Set-Cookie": clearedCookie(config.baseUrl) },
    };
  },
});

export const listMembers = defineRoute({
  ...ofPeople,
  method: "GET",
  path: "/v1/organization/members",
  operationId: "listMembers",
  summary: "List the people of your organization, newest first",
  query: strictObject(pageQuery),
  responses: { 200: { description: "A page", data: Type.Array(Member), meta: PageMeta } },
  read: async ({ query, identity, services }) => {
    const page = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => pageOfMembers(tx, pageRequest(query, services)),
    );
    return pageResult(page, memberResource, services);
  },
});

export const removeOrganizationMember = defineRoute({
  ...ofPeople,
  method: "DELETE",
  path: "/v1/organization/members/{user_id}",
  operationId: "removeMember",
  summary: "Remove a person from your organization",
  description:
    "All sessions of that person end. API keys stay: they are the organization's. Whoever removes the last person deletes the organization instead.",
  params: strictObject({ user_id: Id }),
  responses: { 204: { description: "Removed" } },
  errors: ["not_found", "forbidden"],
  write: async ({ params, services }, tx) => {
    const result = await removeMember(tx, params.user_id);
    if (result === "missing") throw new ApiError("not_found", "There is no such member.");
    if (result === "last") {
      throw new ApiError("forbidden", "This is the last member: delete the organization instead.");
    }
    // Postgres has ended the sessions already; this forgets them.
    tx.onCommit(() => void services.sessions.endAll(params.user_id).catch(() => {}));
    return { status: 204 };
  },
});
