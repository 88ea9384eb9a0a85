import assert from "node:assert/strict";
import { connect } from "node:net";
import process from "node:process";
import fc from "fast-check";
import { SESSION_COOKIE } from "#api/http/identity.ts";
import type { Route } from "#api/http/define-route.ts";
import { ROUTES } from "#api/routes.ts";
import { signIn } from "#testing/accounts.ts";
import { callerWith, patiently, replyOf } from "#testing/caller.ts";
import { assertDocumented } from "#testing/documentation-page.ts";
import { newOrganization } from "#testing/organizations.ts";
import { createDatabase, startApi, startRedis, type TestDatabase } from "#testing/processes.ts";
import { newSimulation } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";
import { encode, oddText, requestTo } from "./odd-requests.ts";

/** A few of each kind; `FUZZ_RUNS=<integer>` sends more, as `deno task fuzz` does by the hour. */
const RUNS_PER_ROUTE = Number(process.env.FUZZ_RUNS ?? 10);
/** The same requests in every run; `FUZZ_SEED=<integer>` sends others. */
const seed = Number(process.env.FUZZ_SEED ?? 1);

/** An API, a database and a Redis of this spec's own: operators' routes change what all organizations share. It runs without Temporal. */
describe("The API never answers 5xx", function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let key: string;
  const ids: string[] = [];
  let [requests, refused400] = [0, 0];
  before(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    api = await startApi({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      LOG_LEVEL: "warn",
    });
    const { call, id } = await newOrganization({ baseUrl: api.baseUrl });
    key = call.key;
    const webhook = await call("POST", "/v1/webhooks", {
      body: { url: "https://example.com/hook", events: ["*"] },
    });
    const training = await call("POST", "/v1/training/uploads", { body: { workflow_name: "loyalty" } });
    assert.deepEqual([webhook.status, training.status], [201, 201]);
    ids.push(id, await newSimulation(call), webhook.data.id, training.data.training_id);
  });
  after(async () => {
    await api?.stop();
    await redis?.stop();
    await database?.drop();
  });

  /** A person of an organization of their own for each route that takes no key: some of these routes end the session. */
  async function credentialsFor({ access, routeScope }: Route): Promise<Record<string, string>> {
    if (access !== "person") {
      return { Authorization: `Bearer ${routeScope === "operator" ? stack().operatorKey : key}` };
    }
    const { token } = await signIn({ baseUrl: api.baseUrl, databaseUrl: database.url });
    return { Cookie: `${SESSION_COOKIE}=${token}` };
  }

  // Deletes come last, so that other routes find their rows.
  const deletingLast = [...ROUTES].sort((a, b) =>
    Number(a.method === "DELETE") - Number(b.method === "DELETE")
  );
  for (const route of deletingLast) {
    it(`to ${route.method} ${route.path} with odd parameters, headers and bodies`, async () => {
      // Starting a training run waits for its workflow: 10 s without Temporal.
      const numRuns = route.operationId === "startTraining" ? 5 : RUNS_PER_ROUTE;
      const credentials = await credentialsFor(route);
      await fc.assert(
        fc.asyncProperty(requestTo(route, ids), async ({ path, headers, body }) => {
          const reply = await patiently(async () =>
            await replyOf(
              await fetch(`${api.baseUrl}${path}`, {
                method: route.method,
                headers: {
                  ...credentials,
                  ...headers,
                },
                ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
              }),
            )
          );
          const { status, error, meta } = reply;
          requests++;
          if (status === 400) refused400++;
          assert.ok(status < 500, `${status} ${error} ${JSON.stringify(meta)}`);
          assertDocumented(route.method, path, reply);
        }),
        { seed, numRuns, endOnFailure: true, includeErrorInReport: true },
      );
      // A valid one begins a maintenance, which would refuse all that follows.
      if (route.operationId === "adminSetMaintenance") {
        await callerWith(stack().operatorKey, api.baseUrl)("DELETE", "/v1/admin/maintenance");
      }
    });
  }

  it("to dates on which JavaScript and Postgres differ", async () => {
    const operator = callerWith(stack().operatorKey, api.baseUrl);
    const dates = [
      ...[
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59.999Z",
        "9999-12-31T23:59:59-14:00",
      ],
      ...[
        "2016-12-31T23:59:60Z",
        "2016-12-31t23:59:59z",
        "2026-02-29T00:00:00Z",
        "2026-06-30T23:59:60+00:00",
      ],
      ...[
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:00:00.123456789Z",
        "2026-01-01 00:00:00Z",
        "2026-01-01T00:00:00-23:59",
      ],
    ];
    for (const date of dates) {
      const answers = [
        await operator("GET", `/v1/admin/deliveries?created_before=${encodeURIComponent(date)}`),
        await operator("GET", `/v1/admin/deliveries?created_after=${encodeURIComponent(date)}`),
        await operator("GET", `/v1/admin/simulations?created_before=${encodeURIComponent(date)}`),
        await operator("GET", `/v1/admin/simulations?created_after=${encodeURIComponent(date)}`),
        await operator("POST", "/v1/admin/deliveries/retry", { body: { created_before: date } }),
        await operator("POST", `/v1/admin/organizations/${ids[0]}/api-keys`, {
          body: { name: "dated", scopes: ["webhooks:read"], expires_at: date },
        }),
      ];
      for (const { status, meta } of answers) {
        assert.ok(status < 500, `${date}: ${status} ${JSON.stringify(meta)}`);
      }
    }
  });

  it("to any method on any path", async () => {
    const segment = fc.oneof(
      fc.constantFrom("v1", "simulations", "admin", "auto", "docs", "uploads", "..", ".", ""),
      oddText.map(encode),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"),
        fc.array(segment, { maxLength: 6 }),
        async (method, segments) => {
          const response = await fetch(`${api.baseUrl}/${segments.join("/")}`, {
            method,
            headers: { Authorization: `Bearer ${key}` },
          });
          await response.body?.cancel();
          assert.ok(response.status < 500, `${method} ${segments.join("/")}: ${response.status}`);
        },
      ),
      { seed, numRuns: 4 * RUNS_PER_ROUTE, endOnFailure: true, includeErrorInReport: true },
    );
  });

  it("to malformed HTTP", async () => {
    const { hostname, port } = new URL(api.baseUrl);
    const head = (line: string, ...headers: string[]) =>
      [line, `Host: ${hostname}`, `Authorization: Bearer ${key}`, "Connection: close", ...headers].join(
        "\r\n",
      ) + "\r\n\r\n";
    const json = "Content-Type: application/json";
    const requests = [
      head("GET /v1/simulations/%zz HTTP/1.1"),
      head("GET /v1/simulations/%C3%28 HTTP/1.1"),
      head("GET //v1//simulations HTTP/1.1"),
      head("GET /v1/simulations?limit=%zz&%=& HTTP/1.1"),
      head("GET http://other.example/v1/simulations HTTP/1.1"),
      head("GET http://[/v1/simulations HTTP/1.1"),
      head("GET * HTTP/1.1"),
      head("GET /v1/simulations?" + "a".repeat(9_000) + " HTTP/1.1"),
      "GET /v1/simulations HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET /v1/simulations HTTP/1.0\r\n\r\n",
      "BREW /v1/simulations HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "no such protocol\r\n\r\n",
      head("POST /v1/simulations HTTP/1.1", json, "Content-Length: x"),
      head("POST /v1/simulations HTTP/1.1", json, "Content-Length: -5"),
      head("POST /v1/simulations HTTP/1.1", json, "Content-Length: 2", "Content-Length: 3") + "{}",
      head("POST /v1/simulations HTTP/1.1", json, "Transfer-Encoding: chunked") + "zz\r\n{}\r\n0\r\n\r\n",
      head("POST /v1/simulations HTTP/1.1", json, "Transfer-Encoding: chunked") + "2\r\n{}\r\n0\r\n\r\n",
      head("POST /v1/simulations HTTP/1.1", json, "Content-Encoding: gzip", "Content-Length: 2") + "{}",
      head("POST /v1/simulations HTTP/1.1", json, "Expect: 200-maybe", "Content-Length: 2") + "{}",
      head(
        "POST /v1/simulations HTTP/1.1",
        "Content-Type: application/json; charset=utf-99",
        "Content-Length: 2",
      ) + "{}",
      head("GET /v1/simulations HTTP/1.1", "Authorization: Bearer x", "X-Request-Id: \u00e9\u0001"),
      head("GET /v1/simulations HTTP/1.1", "Upgrade: websocket", "Connection: upgrade"),
    ];
    for (const text of requests) {
      const status = await new Promise<number>((resolve) => {
        let answer = "";
        const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text, "latin1"));
        socket.on("data", (data) => {
          answer += data;
          // Closes connections that the server keeps open.
          if (answer.includes("\r\n\r\n")) socket.destroy();
        });
        socket.on("error", () => {});
        socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
      });
      assert.ok(status < 500, `${status} to ${text.slice(0, 200)}`);
    }
    assert.equal((await callerWith(key, api.baseUrl)("GET", "/v1/simulations")).status, 200);
  });

  it("although 30 % of the requests pass validation", () => {
    const share = 1 - refused400 / requests;
    assert.ok(share > 0.3, `${Math.round(100 * share)} % of ${requests} requests passed`);
  });

  it("and logs none", () => {
    const faults = api.log().split("\n").filter((line) =>
      line.includes('"internal_error"') || line.includes('"service_unavailable"')
    );
    assert.deepEqual(faults, []);
  });
});
