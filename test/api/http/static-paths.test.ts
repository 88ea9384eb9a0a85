import assert from "node:assert/strict";
import Type from "typebox";
import { defineRoute, type Method } from "#api/http/define-route.ts";
import { type OwnApi, startOwnApi } from "./own-api.ts";

function route(method: Method, path: `/${string}`) {
  return defineRoute({
    endpoint: `${method} ${path}` as const,
    tag: "",
    routeScope: "public",
    responses: { 200: { description: "Its path", data: Type.Object({}) } },
    read: () => Promise.resolve({ status: 200, data: { path } }),
  });
}

describe("A static path", () => {
  const ID = "/v1/webhooks/{webhook_id}";
  let api: OwnApi;
  before(async () => {
    // Routes with ids come first in this table: the order must not matter.
    api = await startOwnApi([
      route("GET", ID),
      route("POST", ID),
      route("PATCH", ID),
      route("POST", "/v1/webhooks/payments"),
    ]);
  });
  after(() => api?.close());

  const send = (method: string, path: string) => fetch(api.baseUrl + path, { method });

  it("is served by its own route, never by a route with an id in its place", async () => {
    const reply = await send("POST", "/v1/webhooks/payments");
    assert.deepEqual((await reply.json()).data, { path: "/v1/webhooks/payments" });
    const other = await send("POST", `/v1/webhooks/${crypto.randomUUID()}`);
    assert.deepEqual((await other.json()).data, { path: ID });
  });

  for (const method of ["GET", "PATCH"]) {
    it(`answers 405 to ${method}, although a route with an id in its place has it`, async () => {
      const reply = await send(method, "/v1/webhooks/payments");
      assert.deepEqual([reply.status, reply.headers.get("Allow")], [405, "POST"]);
      assert.equal((await reply.json()).error, "not_found");
    });
  }
});
