import type { EventType } from "#shared/webhooks/events.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";
import { firstPage, type Page, type PageRequest } from "../postgres/paginate.ts";
import { firstOwn } from "../postgres/queries.ts";

/** A recorded event. */
export interface EventRow {
  id: string;
  /** bigint: Postgres sends text. Of two events of an organization the later one has the higher position. */
  position: string;
  /** The text that deliveries send: id, type, time and data. */
  body: string;
}

export interface EventFilters {
  /** Any of these; all of them where absent. */
  readonly types?: readonly EventType[] | undefined;
  readonly simulation_id?: string | undefined;
  /** Only events after this position. */
  readonly afterPosition?: string | undefined;
}

// Positions are drawn under a lock of the organization: no event appears later before one that a page has shown. An index answers each form:
// a simulation has four events at most, and the others are read in the index's order.
const PAGE_OF_EVENTS = {
  name: "page_of_events",
  text: `
    SELECT id, position, body FROM events
    WHERE organization_id = $1 AND position < coalesce($2::bigint, 9223372036854775807) AND position > coalesce($3::bigint, 0)
    ORDER BY position DESC LIMIT $4`,
};
// The index has each type in order: of each no more rows are read than one page has.
const PAGE_OF_TYPES = {
  name: "page_of_events_of_types",
  text: `
    SELECT id, position, body FROM unnest($5::text[]) AS wanted (type) CROSS JOIN LATERAL
    (${PAGE_OF_EVENTS.text.replace("ORDER BY", "AND events.type = wanted.type ORDER BY")}) AS page
    ORDER BY position DESC LIMIT $4`,
};
const PAGE_OF_SIMULATION = {
  name: "page_of_events_of_simulation",
  text: PAGE_OF_EVENTS.text.replace(
    "ORDER BY",
    "AND simulation_id = $5 AND ($6::text[] IS NULL OR type = ANY ($6)) ORDER BY",
  ),
};

/** A page of the organization's events, newest first; its position is an event's. */
export async function pageOfEvents(
  tx: OrganizationTransaction,
  { types, simulation_id, afterPosition }: EventFilters,
  { limit, after }: PageRequest<number>,
): Promise<Page<EventRow, number>> {
  const range = [tx.organizationId, after, afterPosition ?? null, limit + 1];
  const read = () => {
    if (simulation_id !== undefined) {
      return tx.query<EventRow>(PAGE_OF_SIMULATION, [...range, simulation_id, types ?? null]);
    }
    return types === undefined
      ? tx.query<EventRow>(PAGE_OF_EVENTS, range)
      : tx.query<EventRow>(PAGE_OF_TYPES, [...range, types]);
  };
  return firstPage(await read(), limit, ({ position }) => Number(position));
}

/** @param id without its prefix */
export const findEvent = firstOwn<EventRow, [id: string]>({
  name: "find_event",
  text: "SELECT id, position, body FROM events WHERE organization_id = $1 AND id = $2",
});
