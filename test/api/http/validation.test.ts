import assert from "node:assert/strict";
import { ROUTES } from "#api/routes.ts";
import { signIn } from "#testing/accounts.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { newSimulation, simulationBody } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

/** A schema of the document; the specs read those of any shape. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly additionalProperties?: boolean | Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

function* partsOf(schema: Schema, at: string): Generator<readonly [at: string, schema: Schema]> {
  yield [at, schema];
  const parts = { ...schema.properties, ...schema.patternProperties };
  for (const [name, part] of Object.entries(parts)) yield* partsOf(part, `${at}/${name}`);
  for (const part of schema.anyOf ?? []) yield* partsOf(part, at);
  if (schema.items !== undefined) yield* partsOf(schema.items, `${at}/*`);
}

/** Every schema that a request is checked by. */
function* requestSchemas() {
  for (const { operationId, params, query, body } of ROUTES) {
    for (const schema of [params, query, body]) {
      if (schema !== undefined) yield* partsOf(schema as Schema, operationId);
    }
  }
}

describe("Validation", () => {
  let own: TestOrganization;
  let post: (body: unknown) => ReturnType<Caller>;
  before(async () => {
    own = await newOrganization();
    post = (body) => own.call("POST", "/v1/simulations", { body });
  });

  describe("of a faulty body", () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, i]));

    it("names 20 faults at most, of however many", async () => {
      for (const count of [20, 21, 9_000]) {
        const refused = await post({ ...simulationBody(), ...unknown(count) });
        assertRefused(refused, 400, "validation_error");
        assert.equal(refused.meta.errors.length, 20);
        assert.equal(refused.meta.field, refused.meta.errors[0].field);
      }
      assert.equal((await post({ ...simulationBody(), ...unknown(19) })).meta.errors.length, 19);
    });

    it("names 20 faults at most of a query", async () => {
      const query = new URLSearchParams(Object.keys(unknown(500)).map((name) => [name, "1"]));
      const refused = await own.call("GET", `/v1/simulations?${query}`);
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.errors.length, 20);
    });

    it("stops at a field's first fault: a list of 9,000 wrong items is one", async () => {
      const refused = await own.call("POST", "/v1/webhooks", {
        body: { url: "https://example.com/", events: Array(9_000).fill(7), custom_headers: unknown(9) },
      });
      assertRefused(refused, 400, "validation_error");
      assert.deepEqual(refused.meta.errors.map(({ field }: { field: string }) => field), [
        "/events",
        "/custom_headers/x0",
      ]);
      assert.match(refused.meta.errors[0].message, /at most 8 items/);
    });

    it("looks at no body of over 10,000 values", async () => {
      for (const filler of [Array(10_000).fill(1), unknown(10_000)]) {
        const refused = await post({ ...simulationBody(), scenario_context: filler });
        assertRefused(refused, 400, "validation_error");
        assert.deepEqual(refused.meta.errors, [{ field: "", message: "must hold at most 10000 values" }]);
      }
    });

    it("names the faults inside an object too", async () => {
      const operator = callerWith(stack().operatorKey);
      const limits = { agent_count_ceiling: 0, requests_per_minute: "x", reading_ceiling_usd: -1, other: 1 };
      const refused = await operator("PATCH", `/v1/admin/organizations/${own.id}`, { body: { limits } });
      const fields = new Set(refused.meta.errors.map(({ field }: { field: string }) => field));
      assert.deepEqual([...fields].sort(), [
        "/limits/agent_count_ceiling",
        "/limits/other",
        "/limits/reading_ceiling_usd",
        "/limits/requests_per_minute",
      ]);
    });
  });

  describe("of a key that is given twice", () => {
    const body = JSON.stringify(simulationBody({ scenario_context: {} }));
    const twice = (member: string) => body.replace("{", `{${member},`);

    it("accepts it with the same value, however it is spelled", async () => {
      for (
        const member of [
          '"agent_count":100',
          '"agent_count" : 1e2',
          '"agent\\u005fcount":100.0',
          '"scenario_context":{ }',
        ]
      ) {
        const { status, meta } = await post(twice(member));
        assert.equal(status, 202, `${member}: ${JSON.stringify(meta)}`);
      }
    });

    it("compares long values as text, so that objects within objects are not read again and again", async () => {
      const long = `{"a":"${"x".repeat(20_000)}"}`;
      assert.match(
        (await post(twice(`"x":${long},"x":${long}`))).meta.message,
        /is not a known field/,
      );
      assert.match((await post(twice(`"x":${long},"x": ${long} `))).meta.message, /must not be given twice/);
    });

    it("refuses it with another value", async () => {
      const members = {
        '"agent_count":101': "/agent_count",
        '"agent_count":"100"': "/agent_count",
        '"agent_count":100,"agent_count":5': "/agent_count",
        '"scenario_context":null': "/scenario_context",
        '"scenario_context":{"a":1}': "/scenario_context",
        '"x":{"y":[{"z":1,"z":2}]}': "/x/y/0/z",
      };
      for (const [member, field] of Object.entries(members)) {
        const refused = await post(twice(member));
        assertRefused(refused, 400, "validation_error");
        assert.equal(refused.meta.field, field, member);
      }
    });
  });

  it("of a path answers 400 to urn:uuid:… in place of any id", async () => {
    const id = await newSimulation(own.call);
    const operator = callerWith(stack().operatorKey);
    const person = await signIn({ organizationId: own.id });
    for (const { method, path, routeScope, access, params, body } of ROUTES) {
      const ids = Object.entries(params?.properties ?? {}).filter(([, schema]) =>
        (schema as Schema).format === "uuid"
      );
      for (const [name] of ids) {
        const call = routeScope === "operator" ? operator : access === "person" ? person.call : own.call;
        const url = path.replace(`{${name}}`, `urn:uuid:${id}`).replaceAll(/\{\w+\}/g, id);
        const refused = await call(method, url, body === undefined ? {} : { body: {} });
        assertRefused(refused, 400, "validation_error");
        assert.equal(refused.meta.field, `/path/${name}`);
      }
    }
  });

  describe("by the schemas of all requests", () => {
    it("bounds every list", () => {
      for (const [at, { type, maxItems }] of requestSchemas()) {
        if (type === "array") assert.ok(maxItems !== undefined && maxItems <= 100, at);
      }
    });

    it("bounds every text, but where any other is a failed login or names nothing: those have the bounds of body and URL", () => {
      const others = ["logIn/password", "showWorkflow/workflow_id", "adminChangeWorkflow/workflow_id"];
      for (const [at, { type, enum: values, format, maxLength }] of requestSchemas()) {
        if (type !== "string" || values !== undefined || format !== undefined || others.includes(at)) {
          continue;
        }
        assert.ok(maxLength !== undefined && maxLength <= 4_096, at);
      }
    });

    it("types every enum", () => {
      for (const [at, { type, enum: values }] of requestSchemas()) {
        if (values !== undefined) assert.equal(type, "string", at);
      }
    });
  });

  describe("of names", () => {
    const operator = callerWith(stack().operatorKey);
    const create = (name: string) => operator("POST", "/v1/admin/organizations", { body: { name } });
    const unique = () => crypto.randomUUID().slice(0, 8);

    it("accepts 1 to 100 characters of any script, joined emoji too", async () => {
      const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
      const names = [
        "株式会社",
        "شركة",
        "Ελλάδα",
        family.repeat(4),
        "\u{1f469}\u{1f3fd}\u200d\u{1f680}",
        "x".repeat(91),
        "O’Neill & Søns <GmbH>",
      ];
      for (const name of names) {
        const { status, data, meta } = await create(`${name} ${unique()}`);
        assert.equal(status, 201, `${name}: ${JSON.stringify(meta)}`);
        assert.ok(data.name.startsWith(name));
      }
    });

    it("refuses more than 100 characters, none to see, and control characters", async () => {
      for (
        const name of ["", " ", "\u3000", "x".repeat(101), "a\nb", "a\tb", "a\u007fb", "a\u0085b", "a\u001bb"]
      ) {
        const refused = [
          await create(name),
          await operator("POST", `/v1/admin/organizations/${own.id}/api-keys`, {
            body: { name, scopes: ["webhooks:read"] },
          }),
          await own.call("POST", "/v1/webhooks", {
            body: { url: "https://example.com/", events: ["*"], description: name },
          }),
        ];
        for (const [i, reply] of refused.entries()) {
          assertRefused(reply, 400, "validation_error");
          assert.equal(reply.meta.field, i === 2 ? "/description" : "/name", JSON.stringify(name));
        }
      }
      const named = await own.call("POST", "/v1/training/uploads", { body: { workflow_name: "a\nb" } });
      assertRefused(named, 400, "validation_error");
      assert.match(named.meta.message, /must have a visible character, and no control characters/);
    });

    it("counts code points, as the document's maxLength does: a joined emoji is several", async () => {
      const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
      assertRefused(await create(family.repeat(21)), 400, "validation_error");
      assert.equal((await create(`${family.repeat(18)} ${unique()}`)).status, 201);
    });

    it("refuses control characters in a training run's description, which may be empty", async () => {
      const described = (description: string) =>
        own.call("POST", "/v1/training/uploads", { body: { workflow_name: "w", description } });
      for (const description of ["bell\u0007", "two\nlines", "a\u0085b"]) {
        const refused = await described(description);
        assertRefused(refused, 400, "validation_error");
        assert.equal(refused.meta.field, "/description");
        assert.match(refused.meta.message, /must have no control characters/);
      }
      for (const description of ["", "Frühjahr 👩🏽‍🚀", "x".repeat(1_000)]) {
        assert.equal((await described(description)).status, 201);
      }
    });
  });
});
