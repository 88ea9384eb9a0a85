import assert from "node:assert/strict";
import fc from "fast-check";
import { MAX_API_KEYS } from "#db/organizations/api-keys.ts";
import { signIn } from "#testing/accounts.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask } from "#testing/database.ts";
import { active, end, liveliest, type Model, pick, type Real, useAll } from "./key-state.ts";

type Command = fc.AsyncCommand<Model, Real>;

class Create implements Command {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  constructor(
    name: string,
    scopes: readonly string[] = ["simulations:read"],
    expiresAt: string | null = null,
  ) {
    this.name = name;
    this.scopes = scopes;
    this.expiresAt = expiresAt;
  }
  check = () => true;
  async run(model: Model, { person }: Real): Promise<void> {
    const { scopes, expiresAt } = this;
    const body = { name: this.name, scopes, expires_at: expiresAt };
    const created = await person.call("POST", "/v1/api-keys", { body });
    if (active(model).length >= MAX_API_KEYS) return assertRefused(created, 409, "limit_reached");
    assert.equal(created.status, 201, JSON.stringify(created.meta));
    const { id, key: secret } = created.data;
    assert.deepEqual([created.data.name, created.data.revoked_at], [this.name.trim(), null]);
    const name = this.name.trim();
    model.keys.push({
      ...{ id, name, scopes, expiresAt, secret, previous: null, dead: [], state: "active" },
    });
  }
  toString = () => `create(${JSON.stringify(this.name)}, ${this.scopes}, until ${this.expiresAt})`;
}

/** Rotates by a person, by the key's newest secret, or by the one before it. */
class Rotate implements Command {
  readonly at: number;
  readonly grace: number;
  readonly by: "person" | "key" | "previous secret";
  constructor(at: number, grace: number, by: "person" | "key" | "previous secret") {
    this.at = at;
    this.grace = grace;
    this.by = by;
  }
  check = ({ keys }: Readonly<Model>) => keys.length > 0;
  async run(model: Model, { person }: Real): Promise<void> {
    const key = pick(this.at % 2 === 0 ? liveliest(model) : model.keys, this.at);
    const path = `/v1/api-keys/${key.id}/rotate`;
    const secret = this.by === "previous secret" ? key.previous ?? key.dead[0] ?? key.secret : key.secret;
    const call = this.by === "person" ? person.call : callerWith(secret);
    const rotated = await call("POST", path, { body: { grace_period_seconds: this.grace } });
    if (this.by === "person" && key.state !== "active") return assertRefused(rotated, 404, "not_found");
    if (this.by !== "person" && secret !== key.secret && secret === key.previous) {
      return assertRefused(rotated, 409, "api_key_already_rotated");
    }
    if (this.by !== "person" && (key.state !== "active" || secret !== key.secret)) {
      return assertRefused(rotated, 401, "invalid_credentials");
    }
    assert.equal(rotated.status, 201, JSON.stringify(rotated.meta));
    assert.deepEqual([rotated.data.id, rotated.data.name], [key.id, key.name]);
    if (key.previous !== null) key.dead.push(key.previous);
    key.previous = this.grace > 0 ? key.secret : null;
    if (this.grace === 0) key.dead.push(key.secret);
    key.secret = rotated.data.key;
    await useAll(key, person);
  }
  toString = () => `rotate(${this.at}, ${this.grace} s, by ${this.by})`;
}

class Revoke implements Command {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
  check = ({ keys }: Readonly<Model>) => keys.length > 0;
  async run(model: Model, { person }: Real): Promise<void> {
    const key = pick(model.keys, this.at);
    const revoked = await person.call("DELETE", `/v1/api-keys/${key.id}`);
    if (key.state === "revoked") return assertRefused(revoked, 404, "not_found");
    assert.equal(revoked.status, 204, JSON.stringify(revoked.meta));
    end(key, "revoked");
    await useAll(key, person);
  }
  toString = () => `revoke(${this.at})`;
}

/** The key's time comes, or the grace period of its former secret ends: by Postgres' clock. */
class TimePasses implements Command {
  readonly at: number;
  readonly for: "key" | "grace period";
  constructor(at: number, what: "key" | "grace period") {
    this.at = at;
    this.for = what;
  }
  #ending = (model: Readonly<Model>) =>
    active(model).filter(({ previous }) => this.for === "key" || previous !== null);
  check = (model: Readonly<Model>) => this.#ending(model).length > 0;
  async run(model: Model, { person }: Real): Promise<void> {
    const key = pick(this.#ending(model), this.at);
    const column = this.for === "key" ? "expires_at" : "previous_valid_until";
    const [row] = await ask<{ expires_at: Date | null }>(
      `UPDATE api_keys SET ${column} = date_trunc('milliseconds', now()) WHERE id = $1 RETURNING expires_at`,
      [key.id],
    );
    key.expiresAt = row?.expires_at?.toISOString() ?? null;
    if (this.for === "key") end(key, "expired");
    else {
      key.dead.push(...(key.previous === null ? [] : [key.previous]));
      key.previous = null;
    }
    await useAll(key, person);
  }
  toString = () => `timePasses(${this.at}, ${this.for})`;
}

class Use implements Command {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
  check = ({ keys }: Readonly<Model>) => keys.length > 0;
  async run(model: Model, { person }: Real): Promise<void> {
    await useAll(pick(model.keys, this.at), person);
  }
  toString = () => `use(${this.at})`;
}

class List implements Command {
  check = () => true;
  async run({ keys }: Model, { person }: Real): Promise<void> {
    const { status, data } = await person.call("GET", "/v1/api-keys?limit=100");
    assert.equal(status, 200);
    // deno-lint-ignore no-explicit-any -- the API's answer
    const listed = data.map((row: any) => [
      ...[row.id, row.name, row.revoked_at !== null, row.prefix, row.scopes, row.expires_at],
    ]);
    const known = keys.map(({ id, name, state, secret, scopes, expiresAt }) => [
      ...[id, name, state === "revoked", secret.slice(0, 8), scopes, expiresAt],
    ]);
    assert.deepEqual(listed, known.reverse().slice(0, 100));
  }
  toString = () => "list";
}

/** Fills the organization up to the bound, and finds no room for one more until a key has ended. */
class Fill implements Command {
  check = (model: Readonly<Model>) => model.keys.length < MAX_API_KEYS / 2;
  async run(model: Model, real: Real): Promise<void> {
    while (active(model).length < MAX_API_KEYS) {
      await new Create("fill").run(model, real);
    }
    const oneMore = new Create("one more");
    await oneMore.run(model, real);
    await new Revoke(model.keys.length - 1).run(model, real);
    await oneMore.run(model, real);
    await new TimePasses(0, "key").run(model, real);
    await oneMore.run(model, real);
    await oneMore.run(model, real);
  }
  toString = () => "fill";
}

/** Commands over API keys, each of which predicts the service's answer. */
export const apiKeys = {
  name: "api-keys",
  commands: (): fc.Arbitrary<Command>[] => {
    // Few keys, so that one of them meets several commands.
    const at = fc.nat(2);
    const by = fc.constantFrom("person", "key", "previous secret" as const) as fc.Arbitrary<Rotate["by"]>;
    // Several times: what a rotation leaves behind shows with the next one.
    const rotated = fc.tuple(at, fc.constantFrom(0, 60, 86_400), by).map((choice) => new Rotate(...choice));
    return [
      fc.tuple(
        fc.constantFrom("a key", " spaced ", "ключ", "🔑"),
        fc.constantFrom(["simulations:read"], ["insights:read", "webhooks:write"]),
        fc.constantFrom(null, "2099-12-31T00:00:00.000Z"),
      )
        .map((choice) => new Create(...choice)),
      rotated,
      rotated,
      rotated,
      at.map((choice) => new Revoke(choice)),
      fc.tuple(at, fc.constantFrom("key", "grace period" as const) as fc.Arbitrary<TimePasses["for"]>)
        .map((choice) => new TimePasses(...choice)),
      at.map((choice) => new Use(choice)),
      fc.constant(new List()),
      // Rare: it makes a hundred calls.
      fc.nat(7).map((choice) => choice === 0 ? new Fill() : new Use(choice)),
    ];
  },
  start: async (): Promise<{ model: Model; real: Real }> => {
    const state = { model: { keys: [] }, real: { person: await signIn() } };
    await new Create("first").run(state.model, state.real);
    return state;
  },
  /** Every secret is used once more, but those of keys that only fill the organization. */
  finish: async (model: Model, real: Real): Promise<void> => {
    await new List().run(model, real);
    for (const key of model.keys.filter(({ name }) => name !== "fill")) await useAll(key, real.person);
  },
};
