import Type from "typebox";
import { forAnyCaller, defineRoute } from "../http/define-route.ts";
import { ErrorCode } from "../openapi/error-guide.ts";
import { Id, namedObject, nullable, Timestamp } from "../http/fields.ts";
import { answerPage, listOf } from "../http/pagination.ts";

const RecentRequest = namedObject("RecentRequest", {
  request_id: Type.String(),
  at: Timestamp,
  method: Type.String(),
  route: nullable(Type.String({ description: "The path's template; null where nothing has the path" })),
  status: Type.Integer(),
  error: nullable(ErrorCode),
  duration_ms: Type.Number(),
  key_id: nullable(Type.String({ ...Id, description: "Null for a person" })),
});

export const listRequests = defineRoute({
  ...forAnyCaller("Usage"),
  ...listOf(RecentRequest),
  path: "/v1/requests",
  operationId: "listRequests",
  summary: "List the organization's requests of the last 24 hours, newest first",
  description: "The newest 10,000, by whichever key or person. The list itself appears in the next one.",
  read: (request) =>
    answerPage(
      request,
      (page) => request.services.requestHistory.page(request.identity.organizationId, page),
      ({ created_at: _, id: __, ...recorded }) => recorded,
    ),
});
