import Type from "typebox";
import type { PagePosition } from "#db/postgres/paginate.ts";
import { forAnyCaller, routesWith } from "../http/define-route.ts";
import { ErrorCode } from "../openapi/error-guide.ts";
import { Id, namedObject, nullable, PageMeta, pageQuery, strictObject, Timestamp } from "../http/fields.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import type { RecordedRequest, RequestHistory } from "../http/request-history.ts";

/** What the list of requests needs beside the framework's services. */
export interface RequestHistoryServices {
  readonly requestHistory: RequestHistory;
}

const defineRoute = routesWith<RequestHistoryServices>();

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
  method: "GET",
  path: "/v1/requests",
  operationId: "listRequests",
  summary: "List the organization's requests of the last 24 hours, newest first",
  description: "The newest 10,000, by whichever key or person. The list itself appears in the next one.",
  query: strictObject(pageQuery),
  responses: { 200: { description: "A page", data: Type.Array(RecentRequest), meta: PageMeta } },
  read: async ({ query, identity, services }) => {
    const page = await services.requestHistory.page(identity.organizationId, pageRequest(query, services));
    return pageResult(page, requestResource, services);
  },
});

function requestResource({ created_at: _, id: __, ...request }: RecordedRequest & PagePosition) {
  return request;
}
