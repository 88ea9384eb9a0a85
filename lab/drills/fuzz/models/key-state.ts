import assert from "node:assert/strict";
import type { Person } from "#testing/accounts.ts";
import { callerWith } from "#testing/caller.ts";

/** What the model knows of a key. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  expiresAt: string | null;
  secret: string;
  /** The secret before the last rotation, while its grace period runs; null where none works. */
  previous: string | null;
  /** Secrets that work no more. */
  readonly dead: string[];
  state: "active" | "revoked" | "expired";
}

export interface Model {
  /** Oldest first. */
  readonly keys: Key[];
}

export interface Real {
  readonly person: Person;
}

const isActive = ({ state }: Key) => state === "active";
export const active = ({ keys }: Readonly<Model>) => keys.filter(isActive);
export const pick = (keys: readonly Key[], at: number): Key => {
  const key = keys[at % keys.length];
  if (key === undefined) throw new Error("The command's check let an empty list through");
  return key;
};

/** The keys whose former secret still works, or else the active ones, or else all: they have most to lose. */
export function liveliest({ keys }: Readonly<Model>): readonly Key[] {
  const choices = [keys.filter(({ previous }) => previous !== null), keys.filter(isActive)];
  return choices.find(({ length }) => length > 0) ?? keys;
}

/** Whom a secret identifies: its organization, and what it may do; undefined where it identifies no organization. */
async function identityOf(secret: string) {
  const { status, data } = await callerWith(secret)("GET", "/v1/auth/me");
  return status === 200 ? [data.organization.id, data.scopes, data.expires_at] : assert.equal(status, 401);
}

/** Calls with every secret that the key had. */
export async function useAll(
  { secret, previous, dead, state, scopes, expiresAt }: Key,
  person: Person,
): Promise<void> {
  const identity = [person.organizationId, scopes, expiresAt];
  if (state === "active") assert.deepEqual(await identityOf(secret), identity, "the newest secret");
  if (previous !== null) {
    assert.deepEqual(await identityOf(previous), identity, "the secret before it");
  }
  for (const former of dead) assert.equal(await identityOf(former), undefined, "a former secret works");
}

/** Revokes or expires a key in the model: none of its secrets works any more. */
export function end(key: Key, state: "revoked" | "expired"): void {
  key.state = state;
  key.dead.push(key.secret, ...(key.previous === null ? [] : [key.previous]));
  key.previous = null;
}
