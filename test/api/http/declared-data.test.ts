import assert from "node:assert/strict";
import Type, { type TSchema } from "typebox";
import { defineRoute, forEverybody, routesOf } from "#api/http/define-route.ts";
import { namedObject, nullable, oneOf, unionBy } from "#api/http/fields.ts";
import { inOrderOf } from "#api/http/json.ts";
import { replyOf } from "#testing/caller.ts";
import { type OwnApi, startOwnApi } from "./own-api.ts";

const answers = (path: string, schema: TSchema, data: object) =>
  defineRoute({
    ...forEverybody("Test"),
    endpoint: `GET /test/${path}`,
    responses: { 200: { description: "A row", data: schema } },
    read: () => Promise.resolve({ status: 200, data }),
  });

const Row = namedObject("Row", { id: Type.Integer(), name: nullable(Type.String()) });
const kind = <const Kind extends string>(name: Kind) =>
  namedObject(name, { kind: oneOf([name]), [name]: Row });
const Shape = unionBy("Shape", "kind", { circle: kind("circle"), square: kind("square") });

describe("What a route answers with", () => {
  let api: OwnApi;
  before(async () => {
    api = await startOwnApi([
      answers("whole", Row, { secret: "s", name: undefined, id: 1 }),
      answers("lacking", Row, { id: 1, nmae: "a" }),
      answers("lacking-in-list", Type.Array(Row), [{ id: 1, name: "a" }, { id: 2 }]),
      answers("stored", namedObject("Stored", { row: Row }), { row: { id: 1 } }),
    ]);
  });
  after(() => api?.close());

  const get = async (path: string) => await replyOf(await fetch(`${api.baseUrl}/test/${path}`));

  it("is what its schema declares, in its order, with null for what is undefined", async () => {
    assert.equal(JSON.stringify((await get("whole")).data), '{"id":1,"name":null}');
  });

  it("is an error where the handler's object, or one of its list, lacks a key", async () => {
    for (const path of ["lacking", "lacking-in-list"]) {
      assert.deepEqual([(await get(path)).status, path], [500, path]);
      const { message } = api.log.map(({ err }) => err as Error).filter(Boolean).at(-1) ?? {};
      assert.equal(message, `GET /test/${path} answers without name, which its 200 requires`);
    }
  });

  it("has no keys that a stored value lacks", async () => {
    assert.deepEqual((await get("stored")).data, { row: { id: 1 } });
  });
});

describe("A value in its schema's order", () => {
  it("is a union's member, by the text that tells them apart", () => {
    const square = { square: { name: "a", id: 1, secret: "s" }, secret: "s", kind: "square" };
    const shown = '{"kind":"square","square":{"id":1,"name":"a"}}';
    assert.equal(JSON.stringify(inOrderOf(Shape, square)), shown);
    assert.equal(JSON.stringify(inOrderOf(Type.Array(nullable(Shape)), [null, square])), `[null,${shown}]`);
    assert.throws(() => inOrderOf(Shape, { kind: "cube" }), {
      message: "Shape has no member whose kind is cube",
    });
  });

  it("is none of a union's whose members nothing tells apart", () => {
    assert.throws(() => inOrderOf(Type.Union([Row, Type.Object({})]), {}), { message: /does not tell/ });
  });
});

describe("The route table", () => {
  const route = answers("named", Row, {});

  it("names each route by its export, and refuses a second one of that name", () => {
    const names = routesOf([{ second: route, first: route }, { another: route }]).map(({ operationId }) =>
      operationId
    );
    assert.deepEqual(names, ["second", "first", "another"]);
    assert.throws(() => routesOf([{ show: route }, { show: route }]), {
      message: "Two modules export a route show",
    });
  });
});
