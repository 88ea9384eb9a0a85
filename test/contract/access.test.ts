import assert from "node:assert/strict";
import { codesOf } from "#api/openapi/responses.ts";
import { ROUTES } from "#api/routes.ts";
import { signIn } from "#testing/accounts.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { ALL_SCOPES, newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ANSWERS_ALWAYS, ENDPOINTS, KEY_IGNORED, UNPROCESSABLE } from "./access.ts";
import { BY_SCOPE } from "./endpoints.ts";
import { BY_OPERATORS } from "./operations.ts";
import { BY_ANY_KEY, BY_EVERYBODY, BY_PEOPLE } from "./people.ts";

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const scopeOf = (name: string) => Object.keys(BY_SCOPE).find((scope) => name in BY_SCOPE[scope]!);
const ownCodesOf = (name: string) => (ENDPOINTS[name]?.codes ?? "").split(" ").filter((code) => code !== "");

/** Every code that the contract has for a route: those of who may call it, those of all routes, and its own. */
function codesOfContract(name: string): Set<string> {
  const method = name.split(" ")[0]!;
  const isPublic = name in BY_EVERYBODY;
  const always = ANSWERS_ALWAYS.includes(name);
  const isPost = method === "POST" && !KEY_IGNORED.includes(name);
  const caller = isPublic
    ? []
    : name in BY_PEOPLE
    ? ["not_authenticated", "invalid_credentials", "forbidden"]
    : ["missing_authorization", "invalid_credentials", "not_authenticated"];
  return new Set([
    ...caller,
    ...(scopeOf(name) === undefined ? [] : ["forbidden_missing_scope"]),
    ...(name in BY_OPERATORS ? ["forbidden_operator_only"] : []),
    // Of a write with a cookie from another site's page.
    ...(method === "GET" ? [] : ["forbidden"]),
    ...(isPost ? ["idempotency_key_invalid", "idempotency_conflict"] : []),
    ...ownCodesOf(name),
    ..."validation_error rate_limit_exceeded internal_error service_unavailable".split(" "),
    ...(always ? [] : ["rate_limiter_unavailable"]),
    ...(always || name in BY_OPERATORS ? [] : ["maintenance"]),
  ]);
}

describe("The contract's list of who may call", () => {
  it("has every route of the service once, and no other", () => {
    const listed = [...Object.values(BY_SCOPE), BY_ANY_KEY, BY_PEOPLE, BY_OPERATORS, BY_EVERYBODY]
      .flatMap((endpoints) => Object.keys(endpoints));
    assert.deepEqual(listed.sort(), ROUTES.map(nameOf).sort());
  });

  for (const route of ROUTES) {
    const name = nameOf(route);
    it(`has the fence, access, idempotency and every code of ${name}`, () => {
      const fence = name in BY_OPERATORS ? "operator" : name in BY_EVERYBODY ? "public" : "organization";
      assert.equal(route.routeScope, fence);
      const scope = scopeOf(name);
      const access = scope !== undefined
        ? { scope }
        : name in BY_PEOPLE
        ? "person"
        : name in BY_ANY_KEY
        ? "any"
        : undefined;
      assert.deepEqual(route.access, access);
      const isKeyRequired = ownCodesOf(name).includes("idempotency_key_required");
      assert.equal(route.idempotencyKey, isKeyRequired ? "required" : undefined);
      assert.equal(route.unprocessable !== undefined, UNPROCESSABLE.includes(name));
      assert.deepEqual([...codesOf(route)].sort(), [...codesOfContract(name)].sort());
    });
  }
});

describe("The service, route by route,", () => {
  let own: TestOrganization;
  let nobody: Caller;
  let person: Caller;
  before(async () => {
    own = await newOrganization();
    nobody = callerWith(null);
    person = (await signIn()).call;
  });
  /** A call with ids that nothing has, and without a body: it is refused before anybody looks at these. */
  const call = (by: Caller, name: string) => {
    const [method = "", path = ""] = name.split(" ");
    return by(method, path.replaceAll(/\{\w+\}/g, "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"));
  };

  for (const [scope, endpoints] of Object.entries(BY_SCOPE)) {
    const names = Object.keys(endpoints);
    it(`needs ${scope} of a key, and credentials, for ${names.length} routes`, async () => {
      const others = ALL_SCOPES.filter((each) => each !== scope);
      const lacking = callerWith((await newKey(own.id, others)).key);
      const single = callerWith((await newKey(own.id, [scope])).key);
      for (const name of names) {
        const refused = await call(lacking, name);
        assertRefused(refused, 403, "forbidden_missing_scope");
        assert.equal(refused.meta.required_scope, scope, name);
        assertRefused(await call(nobody, name), 401, "missing_authorization");
        const { status } = await call(single, name);
        assert.ok(status !== 401 && status !== 403, `${name} ${status}`);
      }
    });
  }

  it("lets people alone call what is theirs", async () => {
    for (const name of Object.keys(BY_PEOPLE)) {
      assertRefused(await call(own.call, name), 403, "forbidden");
      assertRefused(await call(nobody, name), 401, "not_authenticated");
    }
  });

  it("lets operators alone call what is theirs", async () => {
    for (const name of Object.keys(BY_OPERATORS)) {
      assertRefused(await call(own.call, name), 403, "forbidden_operator_only");
      assertRefused(await call(person, name), 403, "forbidden_operator_only");
      assertRefused(await call(nobody, name), 401, "missing_authorization");
    }
  });

  it("asks for credentials wherever any key will do, and nowhere of everybody", async () => {
    const single = callerWith((await newKey(own.id, ["webhooks:read"])).key);
    for (const name of Object.keys(BY_ANY_KEY)) {
      assertRefused(await call(nobody, name), 401, "missing_authorization");
      const { error } = await call(single, name);
      assert.ok(error !== "forbidden_missing_scope", name);
    }
    for (const name of Object.keys(BY_EVERYBODY)) {
      const { error } = await call(nobody, name);
      assert.ok(error !== "missing_authorization" && error !== "not_authenticated", `${name} ${error}`);
    }
  });
});
