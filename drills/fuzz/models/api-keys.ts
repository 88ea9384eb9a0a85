import assert from "node:assert/strict";
import fc from "fast-check";
import { MOST_API_KEYS } from "#db/organizations/api-keys.ts";
import { type Person, signIn } from "#test/support/accounts.ts";
import { assertRefused, callerWith } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";

/** What the model knows of a key. */
interface Key {
  readonly id: string;
  readonly name: string;
  secret: string;
  /** The secret before the last rotation, while its grace period runs; null where none works. */
  previous: string | null;
  /** Secrets that work no more. */
  readonly dead: string[];
  state: "active" | "revoked" | "expired";
}

interface Model {
  /** Oldest first. */
  readonly keys: Key[];
}

interface Real {
  readonly person: Person;
}

type Command = fc.AsyncCommand<Model, Real>;

const active = ({ keys }: Model) => keys.filter(({ state }) => state === "active");
const pick = (keys: readonly Key[], at: number): Key => {
  const key = keys[at % keys.length];
  if (key === undefined) throw new Error("The command's check let an empty list through");
  return key;
};

/** The status of a call with a secret. */
const statusWith = async (secret: string) => (await callerWith(secret)("GET", "/v1/auth/me")).status;

/** Revokes or expires a key in the model: none of its secrets works any more. */
function end(key: Key, state: "revoked" | "expired"): void {
  key.state = state;
  key.dead.push(key.secret, ...(key.previous === null ? [] : [key.previous]));
  key.previous = null;
}

class Create implements Command {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  check = () => true;
  async run(model: Model, { person }: Real): Promise<void> {
    const body = { name: this.name, scopes: ["simulations:read"] };
    const created = await person.call("POST", "/v1/api-keys", { body });
    if (active(model).length >= MOST_API_KEYS) return assertRefused(created, 400, "validation_error");
    assert.equal(created.status, 201, JSON.stringify(created.meta));
    const { id, key: secret } = created.data;
    assert.deepEqual([created.data.name, created.data.revoked_at], [this.name.trim(), null]);
    model.keys.push({ id, name: this.name.trim(), secret, previous: null, dead: [], state: "active" });
  }
  toString = () => `create(${JSON.stringify(this.name)})`;
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
    const key = pick(model.keys, this.at);
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
  check = (model: Readonly<Model>) => active(model).length > 0;
  async run(model: Model): Promise<void> {
    const key = pick(active(model), this.at);
    if (this.for === "grace period" && key.previous === null) return;
    const column = this.for === "key" ? "expires_at" : "previous_valid_until";
    await ask(`UPDATE api_keys SET ${column} = now() WHERE id = $1`, [key.id]);
    if (this.for === "key") return end(key, "expired");
    key.dead.push(...(key.previous === null ? [] : [key.previous]));
    key.previous = null;
  }
  toString = () => `timePasses(${this.at}, ${this.for})`;
}

/** Calls with every secret that the key had. */
class Use implements Command {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
  check = ({ keys }: Readonly<Model>) => keys.length > 0;
  async run(model: Model): Promise<void> {
    const key = pick(model.keys, this.at);
    assert.equal(await statusWith(key.secret), key.state === "active" ? 200 : 401);
    if (key.previous !== null) assert.equal(await statusWith(key.previous), 200);
    for (const secret of key.dead) assert.equal(await statusWith(secret), 401);
  }
  toString = () => `use(${this.at})`;
}

class List implements Command {
  check = () => true;
  async run({ keys }: Model, { person }: Real): Promise<void> {
    const { status, data } = await person.call("GET", "/v1/api-keys?limit=100");
    assert.equal(status, 200);
    // deno-lint-ignore no-explicit-any -- the API's answer
    const listed = data.map((row: any) => [row.id, row.name, row.revoked_at !== null, row.prefix]);
    const known = keys.map((
      { id, name, state, secret },
    ) => [id, name, state === "revoked", secret.slice(0, 8)]);
    assert.deepEqual(listed, known.reverse().slice(0, 100));
  }
  toString = () => "list";
}

/** Fills the organization up to the bound, and finds no room for one more. */
class Fill implements Command {
  check = (model: Readonly<Model>) => model.keys.length < MOST_API_KEYS / 2;
  async run(model: Model, real: Real): Promise<void> {
    while (active(model).length < MOST_API_KEYS) await new Create("fill").run(model, real);
    await new Create("one too many").run(model, real);
  }
  toString = () => "fill";
}

/** Commands over API keys, each of which predicts the service's answer. */
export const apiKeys = {
  name: "api-keys",
  commands: (): fc.Arbitrary<Command>[] => {
    const at = fc.nat(9);
    const by = fc.constantFrom("person", "key", "previous secret" as const) as fc.Arbitrary<Rotate["by"]>;
    return [
      fc.constantFrom("a key", " spaced ", "ключ", "🔑").map((name) => new Create(name)),
      fc.tuple(at, fc.constantFrom(0, 60, 86_400), by).map((choice) => new Rotate(...choice)),
      at.map((choice) => new Revoke(choice)),
      fc.tuple(at, fc.constantFrom("key", "grace period" as const) as fc.Arbitrary<TimePasses["for"]>)
        .map((choice) => new TimePasses(...choice)),
      at.map((choice) => new Use(choice)),
      fc.constant(new List()),
      // Rare: it makes a hundred calls.
      fc.nat(7).map((choice) => choice === 0 ? new Fill() : new Use(choice)),
    ];
  },
  start: async (): Promise<{ model: Model; real: Real }> => ({
    model: { keys: [] },
    real: { person: await signIn() },
  }),
};
