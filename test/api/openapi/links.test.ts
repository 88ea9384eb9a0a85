import assert from "node:assert/strict";
import { apiDocument } from "#api/document.ts";
import operationWords from "#api/openapi/operations.json" with { type: "json" };
import { ROUTES } from "#api/routes.ts";

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Response {
  readonly links?: Readonly<Record<string, Link>>;
  readonly content?: { readonly "application/json"?: { readonly example?: unknown } };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, Response>>;
}

function operationsOf(routes = ROUTES): Operation[] {
  const { paths } = apiDocument("http://localhost", routes) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return Object.values(paths).flatMap((path) => Object.values(path));
}

/** What stands at a pointer of an example; each index of its lists is the first, as examples have one row. */
function at(example: unknown, pointer: string): unknown {
  const keys = pointer.split("/").slice(1).map((key) => /^\d+$/.test(key) ? "0" : key);
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], example);
}

describe("The links of the OpenAPI document", () => {
  const operations = operationsOf();
  const linked = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, response]) =>
      Object.values(response.links ?? {}).map((link) => ({ from: operationId, status, response, link }))
    )
  );

  it("lead from successes alone, and all those of the table are there", () => {
    assert.ok(linked.every(({ status }) => status.startsWith("2")));
    const inTable = Object.entries(operationWords).flatMap(([from, words]) =>
      Object.keys("links" in words ? words.links : {}).map((operationId) => `${from} ${operationId}`)
    );
    assert.deepEqual(linked.map(({ from, link }) => `${from} ${link.operationId}`).sort(), inTable.sort());
  });

  it("name operations and parameters that exist, with every parameter of the path", () => {
    for (const { from, link } of linked) {
      const target = operations.find(({ operationId }) => operationId === link.operationId);
      assert.ok(target !== undefined, `${from} leads to ${link.operationId}`);
      const names = target.parameters.map(({ name }) => name);
      const inPath = target.parameters.filter((parameter) => parameter.in === "path");
      const given = Object.keys(link.parameters);
      assert.deepEqual(given.filter((name) => !names.includes(name)), [], `${from} to ${link.operationId}`);
      const missing = inPath.filter(({ name }) => !given.includes(name));
      assert.deepEqual(missing, [], `${from} to ${link.operationId}`);
    }
  });

  it("take values that stand in the answer's example", () => {
    for (const { from, response, link } of linked) {
      const { example } = response.content?.["application/json"] ?? {};
      for (const expression of Object.values(link.parameters)) {
        const value = at(example, expression.replace("$response.body#", ""));
        assert.equal(typeof value, "string", `${from}: nothing at ${expression}`);
      }
    }
  });

  it("lead to no operation that a document of fewer routes lacks", () => {
    const [create] = operationsOf(ROUTES.filter(({ operationId }) => operationId === "createSimulation"));
    assert.equal(create?.responses["202"]?.links, undefined);
  });
});
