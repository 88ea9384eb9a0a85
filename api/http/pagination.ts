import type { Page, PageRequest } from "#db/paginate.ts";
import type { HandlerResult } from "./define-route.ts";
import type { Services } from "./services.ts";

const DEFAULT_LIMIT = 20;

/** What a list's query asks for. @throws ApiError 400 for a cursor that is not ours. */
export function pageRequest(
  query: { limit?: number | undefined; cursor?: string | undefined },
  { cursors }: Services,
): PageRequest {
  return {
    limit: query.limit ?? DEFAULT_LIMIT,
    after: query.cursor === undefined ? null : cursors.read(query.cursor),
  };
}

/** A list's answer: its rows as resources, and where the next page begins. */
export function pageAnswer<Row>(
  { rows, next }: Page<Row>,
  resource: (row: Row) => object,
  { cursors }: Services,
): HandlerResult {
  return {
    status: 200,
    data: rows.map(resource),
    meta: { next_cursor: next === null ? null : cursors.write(next), has_more: next !== null },
  };
}
