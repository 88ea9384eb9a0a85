import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { codesOf } from "#api/openapi/responses.ts";
import { ROUTES } from "#api/routes.ts";
import { ERROR_STATUS, type ErrorCode } from "#shared/errors.ts";
import { stack } from "#testing/stack.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  // deno-lint-ignore no-explicit-any -- the specs read schemas of many shapes
  readonly responses: Record<string, any>;
}

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly additionalProperties?: unknown;
  // deno-lint-ignore no-explicit-any -- the specs read schemas of many shapes
  readonly properties?: any;
}

const refIn = ({ $ref = "" }: Schema) => $ref.replace("#/components/schemas/", "");

describe("The OpenAPI document", () => {
  let document: {
    readonly paths: Record<string, Record<string, Operation>>;
    readonly tags: readonly { readonly name: string; readonly description: string }[];
    readonly servers: readonly { readonly url: string }[];
    readonly components: {
      readonly securitySchemes: object;
      readonly schemas: Record<string, Schema>;
    };
  };
  let operations: Operation[];
  before(async () => {
    const response = await fetch(`${stack().baseUrl}/openapi.json`);
    assert.equal(response.headers.get("Content-Type"), "application/json; charset=utf-8");
    document = await response.json();
    operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  });

  /** What a reference to a component stands for, or the thing itself. */
  // deno-lint-ignore no-explicit-any -- responses, examples and headers
  function resolved(node: any): any {
    const [kind, name] = (node.$ref ?? "").replace("#/components/", "").split("/");
    return node.$ref === undefined ? node : document.components[kind as "schemas"][name];
  }

  /** The schema that a reference names. */
  function named({ $ref = "" }: Schema): Schema {
    const found = document.components.schemas[refIn({ $ref })];
    assert.ok(found, `${$ref} is no named schema`);
    return found;
  }

  it("conforms to OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document) as never);
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, "3.1");
  });

  it("describes each group of operations, and no other", () => {
    assert.deepEqual(
      new Set(document.tags.map(({ name }) => name)),
      new Set(operations.flatMap(({ tags }) => tags)),
    );
    assert.equal(document.tags.length, new Set(document.tags.map(({ name }) => name)).size);
    for (const { name, description } of document.tags) assert.match(description, /\w.*\.$/, name);
  });

  it("resolves each $ref inside itself", () => {
    const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, pointer]) =>
      pointer ?? ""
    );
    assert.ok(pointers.length > 0);
    for (const pointer of new Set(pointers)) {
      assert.match(pointer, /^#\//);
      const found = pointer.slice(2).split("/").reduce<unknown>(
        (at, key) => (at as Record<string, unknown>)?.[key],
        document,
      );
      assert.ok(found !== undefined, pointer);
    }
  });

  it("tells a Reading's states apart by insights_status, each state with a schema of its own", () => {
    const { Insights, InsightsStatus } = document.components.schemas as Record<
      string,
      Schema & {
        oneOf?: Schema[];
        discriminator?: { propertyName: string; mapping: Record<string, string> };
      }
    >;
    const { propertyName, mapping = {} } = Insights?.discriminator ?? {};
    assert.equal(propertyName, "insights_status");
    assert.deepEqual(Object.keys(mapping).toSorted(), [...InsightsStatus?.enum ?? []].sort());
    assert.deepEqual(new Set(Insights?.oneOf?.map(({ $ref }) => $ref)), new Set(Object.values(mapping)));
    for (const [status, $ref] of Object.entries(mapping)) {
      const { insights_status, post_hoc } = named({ $ref }).properties;
      assert.ok(insights_status.enum.includes(status));
      assert.equal(post_hoc.type === "null", status !== "completed");
    }
  });

  it("has only schemas that compile as JSON Schema 2020-12", () => {
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      strictRequired: false,
      strictTypes: false,
    });
    ajvFormats.default(ajv);
    // An annotation: the prefix that an id may have on input.
    ajv.addKeyword("x-id-prefix");
    ajv.addKeyword("x-visible");
    // As "#/…" is the schema's own root for the validator.
    const within = (schema: object) =>
      JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "document#/$defs/"));
    ajv.addKeyword("discriminator");
    ajv.addSchema({ $id: "document", $defs: within(document.components.schemas) });
    const schemas = operations.flatMap(({ parameters, requestBody, responses }) => [
      ...parameters.map(({ schema }) => schema),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(responses).map(resolved).flatMap(({ content = {} }) =>
        Object.values(content).map((body) => (body as { schema: object }).schema)
      ),
    ]);
    assert.ok(schemas.length > operations.length);
    for (const schema of schemas) ajv.compile(within(schema));
  });

  it("has every route, and no other", () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
    );
    assert.deepEqual(documented.sort(), ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
    assert.equal(new Set(documented).size, ROUTES.length);
    assert.equal(document.servers[0]?.url, stack().baseUrl);
  });

  it("names each operation once, as a program's identifier, with a summary and a tag", () => {
    const ids = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids.map((id) => id.toLowerCase())).size, ids.length);
    for (const { operationId, summary, tags } of operations) {
      assert.match(operationId, /^[a-z][A-Za-z0-9]*$/);
      assert.ok(summary.length > 5 && !summary.endsWith("."), `${operationId}: ${summary}`);
      assert.equal(tags.length, 1, operationId);
    }
  });

  it("has each path's parameters, and no other", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { operationId, parameters } of Object.values(methods)) {
        const inPath = parameters.filter((parameter) => parameter.in === "path");
        assert.deepEqual(inPath.map(({ name }) => name), names, operationId);
        assert.ok(inPath.every(({ required }) => required), operationId);
      }
    }
  });

  it("names the scope that each operation needs of a key, and that a session has them all", () => {
    const { securitySchemes } = document.components;
    for (const route of ROUTES) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      const scopes = typeof route.access === "object" ? [route.access.scope] : [];
      const byKey = route.access === "person" ? [] : [{ apiKey: scopes }];
      assert.deepEqual(operation?.security, route.routeScope === "public" ? [] : [...byKey, { session: [] }]);
      for (const scheme of operation?.security ?? []) {
        for (const name of Object.keys(scheme)) assert.ok(name in securitySchemes, name);
      }
    }
  });

  it("has every status and code that a route can answer", () => {
    for (const route of ROUTES) {
      const { responses, operationId } = document.paths[route.path]
        ?.[route.method.toLowerCase()] as Operation;
      for (const status of Object.keys(route.responses)) {
        assert.ok(responses[status], `${operationId} ${status}`);
      }
      const wanted = new Map<number, ErrorCode[]>();
      for (const code of codesOf(route)) {
        wanted.set(ERROR_STATUS[code], [...(wanted.get(ERROR_STATUS[code]) ?? []), code]);
      }
      if (route.unprocessable !== undefined) {
        wanted.set(422, [...(wanted.get(422) ?? []), "validation_error"]);
      }
      for (const [status, codes] of wanted) {
        const response = resolved(responses[status]);
        const { schema, examples } = response.content["application/json"];
        const answered = schema.discriminator === undefined
          ? named(schema).properties.error.enum
          : Object.keys(schema.discriminator.mapping);
        assert.deepEqual(answered, codes, `${operationId} ${status}`);
        assert.deepEqual(Object.keys(examples), codes, `${operationId} ${status}`);
        for (const code of codes) assert.ok(response.description.includes(`\`${code}\`: `));
      }
      const bodies = ["POST", "PUT", "PATCH"].includes(route.method);
      assert.equal(responses[413] !== undefined, bodies, operationId);
    }
  });

  it("requires an Idempotency-Key on the contract's creates, and allows one on every other POST that writes", () => {
    for (const route of ROUTES) {
      const { method, path, idempotencyKey } = route;
      const key = document.paths[path]?.[method.toLowerCase()]?.parameters.find(({ name }) =>
        name === "Idempotency-Key"
      );
      assert.equal(
        key?.required,
        // A POST that only reads stores nothing, so a key would change nothing.
        method === "POST" && "write" in route ? idempotencyKey === "required" : undefined,
        `${method} ${path}`,
      );
    }
    const required = ROUTES.filter(({ idempotencyKey }) => idempotencyKey === "required").map(({ path }) =>
      path
    );
    // The contract's list; routes that do not exist yet are left out.
    const contract = [
      "/v1/simulations",
      "/v1/simulations/auto",
      "/v1/simulations/batch",
      "/v1/training/uploads",
      "/v1/webhooks",
      "/v1/api-keys",
    ];
    assert.deepEqual(
      required.sort(),
      contract.filter((path) => ROUTES.some((route) => route.path === path && route.method === "POST"))
        .sort(),
    );
  });

  it("closes every body against unknown fields", () => {
    for (const { operationId, requestBody } of operations) {
      const schema = requestBody?.content["application/json"]?.schema;
      if (schema !== undefined) assert.equal(named(schema).additionalProperties, false, operationId);
    }
  });

  it("names the schema of every body, and leaves those of responses open for new fields", () => {
    const closed = new Set(
      Object.entries(document.components.schemas).flatMap(([name, schema]) =>
        schema.additionalProperties === false ? [name] : []
      ),
    );
    const requests = new Set(
      operations.flatMap(({ requestBody }) =>
        Object.values(requestBody?.content ?? {}).map(({ schema }) => refIn(schema))
      ),
    );
    for (const name of closed) {
      assert.ok(requests.has(name) || ["ContractChange", "BatchedSimulation"].includes(name), name);
    }
    for (const { operationId, responses } of operations) {
      for (const { content = {} } of Object.values(responses).map(resolved)) {
        const { schema } = content["application/json"] ?? {};
        if (schema?.$ref !== undefined) assert.match(schema.$ref, /(Response|Page|Error)$/, operationId);
      }
    }
  });

  it("lists the codes of the closed list", () => {
    assert.deepEqual(document.components.schemas["ErrorCode"]?.enum, Object.keys(ERROR_STATUS));
    const answered = new Set(ROUTES.flatMap(codesOf));
    for (const code of answered) assert.ok(code in ERROR_STATUS, code);
  });
});
