import { type OwnAuditRow, pageOfOwnAudit } from "#db/organizations/audit-log.ts";
import { defineRoute, forPeople } from "../http/define-route.ts";
import { Id, namedObject, nullable, oneOf, periodQuery, text, Timestamp } from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";

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
  read: (request) =>
    answerRows(request, (tx, page) => pageOfOwnAudit(tx, request.query, page), ownAuditResource),
});

function ownAuditResource(row: OwnAuditRow) {
  const request_id = row.by_operator ? null : row.request_id;
  return { ...row, at: row.created_at, actor: actorOf(row), request_id };
}

function actorOf({ by_operator, actor_user_id, actor_key_id, actor_command, actor_name }: OwnAuditRow) {
  if (by_operator) return { kind: "operator", id: null, name: null };
  if (actor_user_id !== null) return { kind: "user", id: actor_user_id, name: actor_name };
  if (actor_key_id !== null) return { kind: "key", id: actor_key_id, name: actor_name };
  return { kind: "service", id: null, name: actor_command };
}
