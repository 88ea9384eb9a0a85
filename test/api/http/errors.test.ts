import assert from "node:assert/strict";
import { assertRefused, type Caller, callerWith, replyOf } from "#testing/caller.ts";
import { newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { newSimulation, simulationBody } from "#testing/simulations.ts";
import { withApiAlone } from "#testing/processes.ts";
import { stack } from "#testing/stack.ts";

const NOBODY = "00000000-0000-7000-8000-000000000000";

describe("Errors", () => {
  let own: TestOrganization;
  let post: (body: unknown, headers?: Record<string, string>) => ReturnType<Caller>;
  before(async () => {
    own = await newOrganization();
    post = (body, headers = {}) => own.call("POST", "/v1/simulations", { body, headers });
  });

  describe("of authentication", () => {
    it("missing_authorization: no Authorization header", async () => {
      const refused = await callerWith(null)("GET", "/v1/simulations");
      assertRefused(refused, 401, "missing_authorization");
      assert.equal(refused.headers.get("WWW-Authenticate"), "Bearer");
    });

    it("invalid_credentials: a mistyped, an unknown, a revoked and an expired key", async () => {
      const { id, key } = await newKey(own.id);
      const swapped = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
      assertRefused(await callerWith(swapped)("GET", "/v1/simulations"), 401, "invalid_credentials");
      assert.equal((await callerWith(key)("GET", "/v1/simulations")).status, 200);
      const operator = callerWith(stack().operatorKey);
      assert.equal((await operator("DELETE", `/v1/admin/api-keys/${id}`)).status, 204);
      assertRefused(await callerWith(key)("GET", "/v1/simulations"), 401, "invalid_credentials");
      assertRefused(await operator("DELETE", `/v1/admin/api-keys/${id}`), 404, "not_found");
      const faulty = [
        ["Bearer", /must be the word Bearer and an API key/],
        ["Basic dXNlcg==", /must be the word Bearer and an API key/],
        [`Bearer ${key} ${key}`, /must be the word Bearer and an API key/],
        ["Bearer sk_short", /mistyped or cut/],
        [`Bearer ${swapped}`, /mistyped or cut/],
        [`Bearer ${key}`, /not an active one/],
      ] as const;
      for (const [header, message] of faulty) {
        const response = await fetch(`${stack().baseUrl}/v1/simulations`, {
          headers: { Authorization: header },
        });
        const refused = await replyOf(response);
        assertRefused(refused, 401, "invalid_credentials");
        assert.match(refused.meta.message, message);
      }
    });

    it("forbidden_missing_scope names the scope", async () => {
      const { key } = await newKey(own.id, ["webhooks:read"]);
      const refused = await callerWith(key)("GET", "/v1/simulations");
      assertRefused(refused, 403, "forbidden_missing_scope");
      assert.equal(refused.meta.required_scope, "simulations:read");
    });

    it("forbidden_operator_only: a customer's key on an operators' endpoint", async () => {
      assertRefused(await own.call("GET", "/v1/admin/organizations"), 403, "forbidden_operator_only");
      assertRefused(
        await own.call("POST", "/v1/admin/organizations", { body: { name: "mine" } }),
        403,
        "forbidden_operator_only",
      );
    });
  });

  describe("of paths and methods", () => {
    it("not_found: an unknown path", async () => {
      for (
        const path of ["/v1/simulation", "/v1", "/", "/v1/simulations/", "/v2/simulations", "/V1/simulations"]
      ) {
        assertRefused(await own.call("GET", path), 404, "not_found");
      }
    });

    it("405 not_found with Allow: a known path, another method", async () => {
      const refused = await own.call("DELETE", "/v1/simulations");
      assertRefused(refused, 405, "not_found");
      assert.deepEqual(refused.headers.get("Allow")?.split(", ").sort(), ["GET", "POST"]);
    });

    it("simulation_not_found: a missing simulation, on each of its paths", async () => {
      assertRefused(await own.call("GET", `/v1/simulations/${NOBODY}`), 404, "simulation_not_found");
      assertRefused(await own.call("GET", `/v1/simulations/${NOBODY}/results`), 404, "simulation_not_found");
      assertRefused(await own.call("POST", `/v1/simulations/${NOBODY}/cancel`), 404, "simulation_not_found");
    });

    it("validation_error: a malformed id", async () => {
      for (const id of ["1", "sim_1", `evt_${NOBODY}`, `sim_sim_${NOBODY}`, "%00", "%F0%9F", `${NOBODY}x`]) {
        const refused = await own.call("GET", `/v1/simulations/${id}`);
        assertRefused(refused, 400, "validation_error");
        assert.equal(refused.meta.field, "/path/id");
      }
    });
  });

  describe("of bodies", () => {
    const faulty: readonly [what: string, change: object, field: string][] = [
      ["an unknown field", { agents: 5 }, "/agents"],
      ["a missing field", { agent_count: undefined }, "/agent_count"],
      ["a missing workflow", { workflow_id: undefined }, "/workflow_id"],
      ["a number as text", { agent_count: "100" }, "/agent_count"],
      ["a fraction", { agent_count: 1.5 }, "/agent_count"],
      ["no agents", { agent_count: 0 }, "/agent_count"],
      ["too many agents", { agent_count: 10_001 }, "/agent_count"],
      ["null for a count", { agent_count: null }, "/agent_count"],
      ["an empty question", { question: "" }, "/question"],
      ["a blank question", { question: "  \n" }, "/question"],
      ["a long question", { question: "x".repeat(2_001) }, "/question"],
      ["a NUL character", { question: "a\0b" }, "/question"],
      ["half a surrogate pair", { question: "a\ud800b" }, "/question"],
      ["a negative seed", { seed: -1 }, "/seed"],
      ["a seed over 2^53 − 1", { seed: 2 ** 53 }, "/seed"],
      ["a fractional seed", { seed: 0.5 }, "/seed"],
      ["a flag as text", { generate_insights: "no" }, "/generate_insights"],
      ["a callback over plain HTTP", { callback_url: "http://example.com/hook" }, "/callback_url"],
      ["a callback to a private address", { callback_url: "https://10.0.0.1/hook" }, "/callback_url"],
      ["a callback to a decimal address", { callback_url: "https://167772161/hook" }, "/callback_url"],
      ["a callback that is no URL", { callback_url: "hook" }, "/callback_url"],
      ["a list as scenario", { scenario_context: [] }, "/scenario_context"],
      [
        "a scenario over 16 KiB",
        { scenario_context: { product_name: "x".repeat(17_000) } },
        "/scenario_context",
      ],
      ["an unknown scenario field", { scenario_context: { nonsense: 1 } }, "/scenario_context/nonsense"],
    ];
    for (const [what, change, field] of faulty) {
      it(`validation_error: ${what}`, async () => {
        const refused = await post(simulationBody(change));
        assertRefused(refused, 400, "validation_error");
        assert.equal(refused.meta.field, field);
        assert.ok(refused.meta.errors.some((fault: { field: string }) => fault.field === field));
      });
    }

    it("validation_error names every fault of a body", async () => {
      const refused = await post({ agent_count: "x", question: 5, extra: true });
      const fields = refused.meta.errors.map(({ field }: { field: string }) => field).sort();
      assert.deepEqual(fields, ["/agent_count", "/extra", "/question", "/workflow_id"]);
    });

    it("validation_error: what is not JSON, not an object, or not UTF-8", async () => {
      for (
        const body of ["{", "", "[]", "null", '"text"', "{'a':1}", '{"a":1}}', "NaN", `${"[".repeat(5_000)}`]
      ) {
        assertRefused(await post(body), 400, "validation_error");
      }
      const text = JSON.stringify(simulationBody({ question: "Is it x or not?" }));
      const bytes = new TextEncoder().encode(text);
      bytes[text.indexOf("Is it x") + 6] = 0xff;
      const response = await fetch(`${stack().baseUrl}/v1/simulations`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${own.call.key}`,
          "Content-Type": "application/json",
          "Idempotency-Key": crypto.randomUUID(),
        },
        body: bytes,
      });
      const refused = await replyOf(response);
      assertRefused(refused, 400, "validation_error");
      assert.match(refused.meta.message, /must be UTF-8/);
    });

    it("validation_error: an encoding, over 32 levels or 10,000 values, a wait over 30 seconds", async () => {
      const body = JSON.stringify(simulationBody());
      const call = (body: string, headers = {}) => own.call("POST", "/v1/simulations", { body, headers });
      const encoded = await call(body, { "Content-Encoding": "gzip" });
      assertRefused(encoded, 400, "validation_error");
      assert.equal(encoded.meta.field, "/headers/content-encoding");
      const withContext = (context: string) => call(`{"scenario_context":{"a":${context}}}`);
      const nested = (levels: number) => withContext("[".repeat(levels - 2) + "]".repeat(levels - 2));
      assert.match((await nested(33)).meta.message, /nested more than 32 levels/);
      assert.doesNotMatch((await nested(32)).meta.message, /levels/);
      const listed = (values: number) => withContext(`[${Array(values).fill(1).join(",")}]`);
      assert.match((await listed(10_001)).meta.message, /at most 10000 values/);
      assert.doesNotMatch((await listed(9_000)).meta.message, /values/);
      const late = await own.call("GET", `/v1/simulations/${NOBODY}?wait=31`);
      assertRefused(late, 400, "validation_error");
      assert.equal(late.meta.field, "/query/wait");
      assertRefused(
        await own.call("GET", `/v1/simulations/${NOBODY}?wait=30`),
        404,
        "simulation_not_found",
      );
    });

    it("validation_error: the same key twice", async () => {
      const text = JSON.stringify(simulationBody());
      const refused = await post(text.replace("{", '{"agent_count":5,'));
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, "/agent_count");
    });

    it("validation_error: another content type", async () => {
      const refused = await post(simulationBody(), { "Content-Type": "text/plain" });
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, "/headers/content-type");
    });

    it("413 validation_error: a body over 1 MiB", async () => {
      const body = JSON.stringify({ ...simulationBody(), filler: "x".repeat(1024 * 1024) });
      assertRefused(await post(body), 413, "validation_error");
    });

    it("accepts no body or {} on a POST without fields, and nothing else", async () => {
      const id = await newSimulation(own.call);
      const path = `/v1/simulations/${id}/cancel`;
      assertRefused(await own.call("POST", path, { body: { now: true } }), 400, "validation_error");
      for (const options of [{}, { body: {} }]) {
        const { status } = await own.call("POST", path, options);
        assert.ok(status === 202 || status === 409);
      }
    });

    it("invalid_workflow: an unknown methodology", async () => {
      for (const workflow_id of ["no-such-thing", "__proto__", "brand trust"]) {
        assertRefused(await post(simulationBody({ workflow_id })), 400, "invalid_workflow");
      }
    });
  });

  describe("of queries", () => {
    const faulty: readonly [query: string, field: string, message?: string][] = [
      ["limit=0", "/query/limit"],
      ["limit=101", "/query/limit"],
      ["limit=ten", "/query/limit"],
      ["limit=1e1", "/query/limit"],
      ["limit=0x1", "/query/limit"],
      ["limit=%201", "/query/limit"],
      ["limit=%2B1", "/query/limit"],
      ["limit=1&limit=2", "/query/limit", "must be given once"],
      ["page=1&page=2", "/query/page", "is not a known field"],
      ["metadata[a]=b&metadata[a]=c", "/query/metadata/a", "must be given once"],
      ["metadata=a", "/query/metadata", "must name a key: metadata[key]=value"],
      ["limit=", "/query/limit"],
      ["page=2", "/query/page"],
      ["status=done", "/query/status"],
      ["workflow_id=a%00b", "/query/workflow_id"],
      ["cursor=tampered", "/query/cursor"],
      ["cursor=%00", "/query/cursor"],
    ];
    for (const [query, field, message] of faulty) {
      it(`validation_error: ?${query}`, async () => {
        const refused = await own.call("GET", `/v1/simulations?${query}`);
        assertRefused(refused, 400, "validation_error");
        assert.equal(refused.meta.field, field);
        if (message !== undefined) assert.equal(refused.meta.errors[0].message, message);
      });
    }
  });

  it("simulation_not_complete: results of a queued simulation", async () => {
    const refused = await withApiAlone(async (baseUrl) => {
      const call = callerWith(stack().apiKey, baseUrl);
      const id = await newSimulation(call);
      return await call("GET", `/v1/simulations/${id}/results`);
    });
    assertRefused(refused, 409, "simulation_not_complete");
    assert.equal(refused.meta.status, "queued");
  });

  it("organization_name_taken: the same name in capitals", async () => {
    const operator = callerWith(stack().operatorKey);
    const refused = await operator("POST", "/v1/admin/organizations", {
      body: { name: own.name.toUpperCase() },
    });
    assertRefused(refused, 409, "organization_name_taken");
  });

  it("not_found: an organization that does not exist", async () => {
    const operator = callerWith(stack().operatorKey);
    const path = `/v1/admin/organizations/${NOBODY}`;
    assertRefused(await operator("GET", path), 404, "not_found");
    assertRefused(await operator("PATCH", path, { body: {} }), 404, "not_found");
    assertRefused(
      await operator("POST", `${path}/api-keys`, { body: { name: "k", scopes: ["webhooks:read"] } }),
      404,
      "not_found",
    );
  });

  it("return an X-Request-Id that fits, and a new one in place of one that does not", async () => {
    const kept = await own.call("GET", "/v1/simulations", { headers: { "X-Request-Id": "order-66_a.b" } });
    assert.equal(kept.meta.request_id, "order-66_a.b");
    for (const wrong of ["two words", "x".repeat(129), "ü"]) {
      const replaced = await own.call("GET", "/v1/simulations", {
        headers: { "X-Request-Id": encodeURI(wrong) },
      });
      assert.match(replaced.meta.request_id, /^[0-9a-f-]{36}$/);
    }
  });
});
