import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Type from "typebox";
import { createApp } from "#api/app.ts";
import { defineRoute, type Method, type Route } from "#api/http/define-route.ts";
import type { Services } from "#api/http/services.ts";
import { createLogger } from "#shared/log.ts";

function route(method: Method, path: string): Route {
  return defineRoute({
    method,
    path,
    operationId: `${method} ${path}`,
    summary: "",
    tag: "",
    access: "public",
    params: Type.Object(path.includes("{") ? { webhook_id: Type.String() } : {}),
    responses: {},
    read: () => Promise.resolve({ status: 200, data: { path } }),
  });
}

describe("A static path", () => {
  const ID = "/v1/webhooks/{webhook_id}";
  const services = {
    log: createLogger("test", "silent"),
    config: { trustedProxies: 0, anonymousRequestsPerMinute: 1 },
    limiter: { peek: () => Promise.resolve({ allowed: true }) },
  } as unknown as Services;
  // Routes with ids come first in this table: the order must not matter.
  const app = createApp({
    routes: [route("GET", ID), route("POST", ID), route("PATCH", ID), route("POST", "/v1/webhooks/payments")],
    plainRouters: [],
    services,
    readiness: { draining: false },
  });
  const server = createServer(app.callback());
  let url = "";
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => new Promise<void>((resolve) => void server.close(() => resolve())));

  it("is served by its own route, never by a route with an id in its place", async () => {
    const reply = await fetch(`${url}/v1/webhooks/payments`, { method: "POST" });
    assert.deepEqual((await reply.json()).data, { path: "/v1/webhooks/payments" });
    const other = await fetch(`${url}/v1/webhooks/7`, { method: "POST" });
    assert.deepEqual((await other.json()).data, { path: ID });
  });

  for (const method of ["GET", "PATCH"]) {
    it(`answers 405 to ${method}, although a route with an id in its place has it`, async () => {
      const reply = await fetch(`${url}/v1/webhooks/payments`, { method });
      assert.deepEqual([reply.status, reply.headers.get("Allow")], [405, "POST"]);
      assert.equal((await reply.json()).error, "not_found");
    });
  }
});
