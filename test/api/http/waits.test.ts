import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Waits } from "#api/http/waits.ts";
import { showSimulation } from "#api/simulations/read.ts";
import { newId } from "#shared/ids.ts";
import { callerWith, type Reply } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { newOrganization, type TestOrganization } from "#test/support/organizations.ts";
import { type OwnApi, startOwnApi } from "#test/support/own-api.ts";
import { createDatabase, startApi, type TestDatabase, type TestProcess } from "#test/support/processes.ts";
import { newSimulation } from "#test/support/simulations.ts";
import { stack } from "#test/support/stack.ts";

/** Connections of the API's two pools; the second has four at least. */
const POOL = 6;
const SYSTEM_POOL = 4;

/** A call and how long it took, in seconds. */
async function timed<T>(call: Promise<T>): Promise<{ reply: T; seconds: number }> {
  const began = performance.now();
  return { reply: await call, seconds: (performance.now() - began) / 1_000 };
}

describe("Calls with ?wait=", function () {
  this.timeout(90_000);
  let database: TestDatabase;
  let api: TestProcess & { baseUrl: string };
  let own: TestOrganization;
  // Without Temporal: simulations stay queued until they are cancelled.
  before(async () => {
    database = await createDatabase();
    api = await startApi({
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: "127.0.0.1:9",
      DATABASE_POOL: `${POOL}`,
    });
    own = await newOrganization({ baseUrl: api.baseUrl });
    await listening();
  });
  after(async () => {
    await api?.stop();
    await database?.drop();
  });

  const connections = (where: string) =>
    ask<{ pid: number; application_name: string; query: string }>(
      `SELECT pid, application_name, query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${where}`,
      [],
      database.url,
    );
  const listening = () =>
    eventually("the API to listen", async () => (await connections("application_name = 'api-waits'"))[0]);
  /** Waits until nobody works on a connection: the first reads of all that wait are over. */
  const allWait = () =>
    eventually("all connections to be idle", async () => {
      const busy = await connections("state <> 'idle'");
      return busy.length === 0 || undefined;
    });
  /** Calls again while Redis is too busy to count the call. */
  const persistently = async (id: string): Promise<Reply> => {
    const reply = await status(id, 30);
    return reply.error === "rate_limiter_unavailable" ? persistently(id) : reply;
  };
  const status = (id: string, wait: number) => own.call("GET", `/v1/simulations/${id}?wait=${wait}`);

  it("answer when the simulation ends", async () => {
    const id = await newSimulation(own.call);
    const waiting = timed(status(id, 30));
    await allWait();
    await own.call("POST", `/v1/simulations/${id}/cancel`);
    const { reply, seconds } = await waiting;
    assert.deepEqual([reply.status, reply.data.status, reply.data.failure_code], [
      200,
      "failed",
      "cancelled",
    ]);
    assert.equal(reply.headers.get("Retry-After"), null);
    assert.ok(seconds < 15, `${seconds} s`);
    assert.ok((await timed(status(id, 30))).seconds < 5, "an ended one answers at once");
  });

  it("answer after the time with the state of then, and never for progress", async () => {
    const id = await newSimulation(own.call);
    const waiting = timed(status(id, 2));
    await allWait();
    await ask(
      "UPDATE simulations SET status = 'running', started_at = now(), agents_completed = 50 WHERE id = $1",
      [id],
      database.url,
    );
    const { reply, seconds } = await waiting;
    assert.ok(seconds >= 2, `${seconds} s`);
    assert.deepEqual([reply.data.status, reply.data.agents_completed], ["running", 50]);
    const retryAfter = Number(reply.headers.get("Retry-After"));
    assert.ok(retryAfter >= 1 && retryAfter <= 30);
    assert.equal(reply.meta.next_poll_after_seconds, retryAfter);
  });

  it("of insights answer at once where none will come, and when the simulation has failed", async () => {
    const insights = (id: string) => own.call("GET", `/v1/simulations/${id}/insights?wait=30`);
    const disabled = await timed(insights(await newSimulation(own.call)));
    assert.equal(disabled.reply.data.insights_status, "disabled");
    assert.ok(disabled.seconds < 5);
    const id = await newSimulation(own.call, { generate_insights: true });
    const waiting = insights(id);
    await allWait();
    await own.call("POST", `/v1/simulations/${id}/cancel`);
    const { data, meta } = await waiting;
    assert.deepEqual([data.insights_status, meta.reason, meta.generate_url], [
      "not_started",
      "simulation_failed",
      undefined,
    ]);
  });

  it("of events answer with the one that is newer, by their filters", async () => {
    const [one, two] = await Promise.all([newSimulation(own.call), newSimulation(own.call)]);
    await own.call("POST", `/v1/simulations/${one}/cancel`);
    const { data: [event] } = await own.call("GET", "/v1/events");
    const waiting = own.call("GET", `/v1/events?after=${event.id}&wait=30`);
    const other = timed(own.call("GET", `/v1/events?after=${event.id}&wait=3&type=webhook.test`));
    await allWait();
    await own.call("POST", `/v1/simulations/${two}/cancel`);
    const { data } = await waiting;
    assert.deepEqual(data.map((each: { data: { simulation_id: string } }) => each.data.simulation_id), [two]);
    const { reply, seconds } = await other;
    assert.ok(seconds >= 3);
    assert.deepEqual(reply.data, []);
  });

  it("hold no connection, 300 of them, and all answer the change", async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => newSimulation(own.call)));
    const memory = residentMegabytes(api.pid);
    const waiting: Promise<Reply>[] = [];
    while (waiting.length < 300) {
      waiting.push(...Array.from({ length: 25 }, (_, i) => persistently(ids[i % 3]!)));
      await allWait();
    }
    const during = await connections("true");
    assert.equal(during.filter(({ application_name }) => application_name === "api-waits").length, 1);
    // Both pools at their bounds, for the first reads, and the one that listens.
    assert.ok(during.length <= POOL + SYSTEM_POOL + 1, `${during.length} connections`);
    const { seconds } = await timed(own.call("GET", "/v1/simulations?limit=1"));
    assert.ok(seconds < 5, "another call gets a connection");
    assert.ok(residentMegabytes(api.pid) - memory < 100);
    for (const id of ids) await own.call("POST", `/v1/simulations/${id}/cancel`);
    const replies = await Promise.all(waiting);
    assert.deepEqual([...new Set(replies.map(({ data }) => data.status))], ["failed"]);
  });

  it("answer at once when the connection that listens breaks, and wait again on a new one", async () => {
    const id = await newSimulation(own.call);
    const waiting = timed(status(id, 30));
    await allWait();
    const { pid } = await listening();
    await ask("SELECT pg_terminate_backend($1)", [pid], database.url);
    const { reply, seconds } = await waiting;
    assert.equal(reply.data.status, "queued");
    assert.ok(seconds < 15);
    await eventually("a new connection", async () => (await listening()).pid !== pid || undefined);
    const again = await eventually("a call to wait", async () => {
      const call = await timed(status(id, 1));
      return call.seconds >= 1 ? call : undefined;
    });
    assert.equal(again.reply.data.status, "queued");
  });

  it("answer at once when the API shuts down", async () => {
    const id = await newSimulation(own.call);
    const waiting = timed(status(id, 30));
    await allWait();
    await api.stop();
    const { reply, seconds } = await waiting;
    assert.deepEqual([reply.status, reply.data.status], [200, "queued"]);
    assert.ok(seconds < 15);
  });
});

describe("The callers that wait", () => {
  let api: OwnApi;
  before(async () => {
    api = await startOwnApi([showSimulation]);
  });
  after(() => api.close());

  it("are let go when they close the connection", async () => {
    const id = newId();
    await ask(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
         insights_status, created_at) VALUES ($1, $2, 'brand-trust', 1, 1, 1, false, 'disabled', now())`,
      [id, stack().organizationId],
    );
    const hangUp = new AbortController();
    const calls: Promise<unknown>[] = [];
    const statuses: (number | string)[] = [];
    await eventually("20 to wait", () => {
      if (api.waits.count >= 20) return Promise.resolve(true);
      calls.push(
        fetch(`${api.baseUrl}/v1/simulations/${id}?wait=30`, {
          headers: { Authorization: `Bearer ${stack().apiKey}` },
          signal: hangUp.signal,
        }).then(({ status }) => statuses.push(status), (error) => statuses.push(String(error))),
      );
      return Promise.resolve(undefined);
    }).catch((error) => {
      throw new Error(`${api.waits.count} wait; answers: ${statuses.join(" ")}`, { cause: error });
    });
    hangUp.abort();
    await Promise.all(calls);
    await eventually("all to be gone", () => Promise.resolve(api.waits.count === 0 || undefined), 10);
    await ask("DELETE FROM simulations WHERE id = $1", [id]);
  });

  it("are 1,000 of an organization at most: the next one is answered at once", async () => {
    const waits = new Waits(stack().databaseUrl);
    waits.start();
    const open = new AbortController();
    const wait = (organizationId: string) =>
      waits.until({
        organizationId,
        seconds: 30,
        closed: () => open.signal,
        concerns: () => false,
        read: () => Promise.resolve("read"),
        isFinal: () => false,
      });
    const [own, other] = [newId(), newId()];
    const calls = [] as Promise<string>[];
    await eventually("it to listen", async () => {
      void wait(own);
      await Promise.resolve();
      return waits.count > 0 || undefined;
    });
    while (waits.count < 1_000) calls.push(wait(own));
    assert.equal(await wait(own), "read");
    assert.equal(waits.count, 1_000);
    calls.push(wait(other));
    assert.equal(waits.count, 1_001);
    await waits.close();
    assert.deepEqual([...new Set(await Promise.all(calls))], ["read"]);
    assert.equal(waits.count, 0);
    assert.equal(await wait(own), "read");
  });

  it("need no scope but that of their route", async () => {
    const reply = await callerWith(null, api.baseUrl)("GET", `/v1/simulations/${newId()}?wait=30`);
    assert.equal(reply.status, 401);
  });
});

/** A process's memory in MB. */
function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000;
}
