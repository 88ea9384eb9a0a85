import { v7 as uuidv7 } from "uuid";

/** A new lower-case UUIDv7. Its time prefix sorts newer rows after older ones in every index. */
export function newId(): string {
  return uuidv7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is a lower-case UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Reads an id from a path: a UUID in either case, with or without the prefix and an underscore (`sim_<uuid>`).
 *
 * @returns the lower-case UUID, or null where the text is none.
 */
export function parseId(text: string, prefix?: string): string | null {
  const bare = prefix !== undefined && text.startsWith(`${prefix}_`) ? text.slice(prefix.length + 1) : text;
  const id = bare.toLowerCase();
  return isUuid(id) ? id : null;
}

/** An event's id as customers see it: `evt_<uuid>`. */
export function eventId(uuid: string): string {
  return `evt_${uuid}`;
}
