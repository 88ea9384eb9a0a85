import { v7 as uuidv7 } from "uuid";

/** A lower-case UUIDv7. Time-ordered, so that newer rows sort after older ones in every index. */
export function newId(): string {
  return uuidv7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for a lower-case UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Reads an id from a path. UUIDs are accepted in either case; with a prefix, `sim_<uuid>` is accepted as well.
 * Returns null for anything else.
 */
export function parseId(text: string, prefix?: string): string | null {
  const bare = prefix !== undefined && text.startsWith(`${prefix}_`) ? text.slice(prefix.length + 1) : text;
  const id = bare.toLowerCase();
  return isUuid(id) ? id : null;
}

/** The id under which an event is sent: `evt_<uuid>`. */
export function eventId(uuid: string): string {
  return `evt_${uuid}`;
}
