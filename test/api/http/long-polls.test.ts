import assert from "node:assert/strict";
import { residentMegabytes } from "#dev/machine/processes.ts";
import { LongPolls } from "#api/http/long-polls.ts";
import { showSimulation } from "#api/simulations/read.ts";
import { newId } from "#shared/ids.ts";
import { callerWith, type Reply } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { type OwnApi, startOwnApi } from "./own-api.ts";
import { createDatabase, startApi, type TestDatabase, type TestProcess } from "#testing/processes.ts";
import { newSimulation } from "#testing/simulations.ts";
import { newDelivery, newWebhook } from "#testing/webhooks.ts";

/** Connections of the API's two pools; the second has four at least. */
const POOL = 6;
const SYSTEM_POOL = 4;

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
    eventually(
      "the API to listen",
      async () =>
        (await connections("application_name = 'api-waits' AND query ILIKE 'LISTEN%' AND state = 'idle'"))[0],
    );
  /** Waits until every connection is idle: the first reads of all that wait are over. */
  const allWait = () =>
    eventually("all connections to be idle", async () => {
      const busy = await connections("state <> 'idle'");
      return busy.length === 0 || undefined;
    });
  const status = (id: string, wait: number) => own.call("GET", `/v1/simulations/${id}?wait=${wait}`);
  /** The reply of a call with `?wait=30`, which must come before that of another one for which nothing happens. */
  const early = async (waiting: Promise<Reply>, idle: Promise<Reply>): Promise<Reply> => {
    assert.equal(await Promise.race([waiting.then(() => "early"), idle.then(() => "late")]), "early");
    return await waiting;
  };

  it("answer when the simulation ends", async () => {
    const [id, other] = await Promise.all([newSimulation(own.call), newSimulation(own.call)]);
    const idle = status(other, 30);
    const waiting = status(id, 30);
    await allWait();
    await own.call("POST", `/v1/simulations/${id}/cancel`);
    const reply = await early(waiting, idle);
    assert.deepEqual([reply.status, reply.data.status, reply.data.failure_code], [
      200,
      "failed",
      "cancelled",
    ]);
    assert.equal(reply.headers.get("Retry-After"), null);
    assert.equal((await early(status(id, 30), idle)).data.status, "failed", "an ended one answers at once");
    await own.call("POST", `/v1/simulations/${other}/cancel`);
    await idle;
  });

  it("answer after the time with the state of then, and never for progress", async () => {
    const id = await newSimulation(own.call);
    const waiting = status(id, 2);
    await allWait();
    await ask(
      "UPDATE simulations SET status = 'running', started_at = now(), agents_completed = 50 WHERE id = $1",
      [id],
      database.url,
    );
    const reply = await waiting;
    assert.deepEqual([reply.data.status, reply.data.agents_completed], ["running", 50]);
    const retryAfter = Number(reply.headers.get("Retry-After"));
    assert.ok(retryAfter >= 1 && retryAfter <= 30);
    assert.equal(reply.meta.next_poll_after_seconds, retryAfter);
  });

  it("of insights answer at once where none will come, and when the simulation has failed", async () => {
    const insights = (id: string) => own.call("GET", `/v1/simulations/${id}/insights?wait=30`);
    const id = await newSimulation(own.call, { generate_insights: true });
    const waiting = insights(id);
    await allWait();
    const disabled = await early(insights(await newSimulation(own.call)), waiting);
    assert.equal(disabled.data.insights_status, "disabled");
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
    const webhook = await newWebhook(own.call, "https://hooks.example.com/never");
    const { data: [event] } = await own.call("GET", "/v1/events");
    const waiting = own.call("GET", `/v1/events?after=${event.id}&wait=30`);
    const other = own.call("GET", `/v1/events?after=${event.id}&wait=30&type=webhook.test`);
    await allWait();
    await own.call("POST", `/v1/simulations/${two}/cancel`);
    const { data } = await waiting;
    assert.deepEqual(data.map((each: { data: { simulation_id: string } }) => each.data.simulation_id), [two]);
    await newDelivery(own.call, webhook.id);
    assert.deepEqual((await other).data.map(({ type }: { type: string }) => type), ["webhook.test"]);
  });

  it("hold no connection, 300 of them, and all answer the change", async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => newSimulation(own.call)));
    const memory = residentMegabytes(api.pid);
    const waiting: Promise<Reply>[] = [];
    while (waiting.length < 300) {
      waiting.push(...Array.from({ length: 25 }, (_, i) => status(ids[i % 3]!, 30)));
      await allWait();
    }
    const during = await connections("true");
    assert.equal(during.filter(({ application_name }) => application_name === "api-waits").length, 1);
    // Both pools at their bounds, for the first reads, and the one that listens.
    assert.ok(during.length <= POOL + SYSTEM_POOL + 1, `${during.length} connections`);
    const another = own.call("GET", "/v1/simulations?limit=1");
    assert.equal((await early(another, Promise.race(waiting))).status, 200, "another call gets a connection");
    assert.ok(residentMegabytes(api.pid) - memory < 100);
    for (const id of ids) await own.call("POST", `/v1/simulations/${id}/cancel`);
    const replies = await Promise.all(waiting);
    assert.deepEqual([...new Set(replies.map(({ data }) => data.status))], ["failed"]);
  });

  it("answer at once when the connection that listens breaks, and wait again on a new one", async function () {
    // Less than the calls would wait.
    this.timeout(28_000);
    const id = await newSimulation(own.call);
    const waiting = status(id, 30);
    await allWait();
    const { pid } = await listening();
    await ask("SELECT pg_terminate_backend($1)", [pid], database.url);
    assert.equal((await waiting).data.status, "queued");
    await eventually("a new connection", async () => (await listening()).pid !== pid || undefined);
    const again = status(id, 30);
    await allWait();
    await own.call("POST", `/v1/simulations/${id}/cancel`);
    assert.equal((await again).data.status, "failed");
  });

  it("answer at once when the API shuts down", async function () {
    this.timeout(28_000);
    const id = await newSimulation(own.call);
    const waiting = status(id, 30);
    await allWait();
    await api.stop();
    const reply = await waiting;
    assert.deepEqual([reply.status, reply.data.status], [200, "queued"]);
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
      if (api.longPolls.count >= 20) return Promise.resolve(true);
      calls.push(
        fetch(`${api.baseUrl}/v1/simulations/${id}?wait=30`, {
          headers: { Authorization: `Bearer ${stack().apiKey}` },
          signal: hangUp.signal,
        }).then(({ status }) => statuses.push(status), (error) => statuses.push(String(error))),
      );
      return Promise.resolve(undefined);
    }).catch((error) => {
      throw new Error(`${api.longPolls.count} wait; answers: ${statuses.join(" ")}`, { cause: error });
    });
    hangUp.abort();
    await Promise.all(calls);
    await eventually("all to be gone", () => Promise.resolve(api.longPolls.count === 0 || undefined), 10);
    await ask("DELETE FROM simulations WHERE id = $1", [id]);
  });

  it("are 1,000 of an organization at most: the next one is answered at once", async () => {
    const longPolls = new LongPolls(stack().databaseUrl);
    longPolls.start();
    const open = new AbortController();
    const wait = (organizationId: string) =>
      longPolls.until({
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
      return longPolls.count > 0 || undefined;
    });
    while (longPolls.count < 1_000) calls.push(wait(own));
    assert.equal(await wait(own), "read");
    assert.equal(longPolls.count, 1_000);
    calls.push(wait(other));
    assert.equal(longPolls.count, 1_001);
    await longPolls.close();
    assert.deepEqual([...new Set(await Promise.all(calls))], ["read"]);
    assert.equal(longPolls.count, 0);
    assert.equal(await wait(own), "read");
  });

  it("need no scope but that of their route", async () => {
    const reply = await callerWith(null, api.baseUrl)("GET", `/v1/simulations/${newId()}?wait=30`);
    assert.equal(reply.status, 401);
  });
});
