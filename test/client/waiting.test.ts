import assert from "node:assert/strict";
import {
  SimulationService,
  type SimulationService as Service,
  TimeoutError,
  WebhookInbox,
} from "#client/index.ts";
import type { WebhookEvent } from "#client/verify-webhook.ts";
import { type Behaviour, type Receiver, startReceiver } from "#testing/webhooks.ts";

const answer = (data: object, meta: object = {}): Behaviour => ({
  status: 200,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ data, error: null, meta: { request_id: "r", ...meta } }),
});
/** As the service holds a call with `?wait=1`. Whoever waited for the next poll would wait longer than a spec may. */
const held = (data: object): Behaviour => async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return answer(data, { next_poll_after_seconds: 60 });
};

const RUNNING = { id: "s1", status: "running", agents_completed: 3 };
const COMPLETED = { id: "s1", status: "completed", agents_completed: 10 };
const completion = (id: string): WebhookEvent => ({
  ...{ id: `evt_${id}`, type: "simulation.completed", created: 1 },
  data: {
    ...{ simulation_id: id, workflow_id: "w", agent_count: 1, results_url: "u", completed_at: "t" },
    ...{ status: "completed", failure_code: null, failure_message: null },
  },
});

describe("Waiting by the client", () => {
  let server: Receiver;
  let service: Service;
  beforeEach(async () => {
    server = await startReceiver();
    service = new SimulationService({ baseUrl: server.url });
  });
  afterEach(() => server.close());

  it("asks again after each window that the service held, at once", async () => {
    server.behave("/v1/simulations/s1?wait=1", held(RUNNING), held(RUNNING), answer(COMPLETED));
    const seen: number[] = [];
    const ended = await service.simulations.wait("s1", {
      progressEveryMs: 1_000,
      onProgress: ({ agents_completed }) => seen.push(agents_completed),
    });
    assert.equal(ended.status, "completed");
    assert.deepEqual(seen, [3, 3, 10]);
  });

  it("asks for thirty seconds unless its own time is shorter", async () => {
    server.behave("/v1/simulations/s1?wait=30", answer(COMPLETED));
    await service.simulations.wait("s1");
    server.behave("/v1/simulations/s1?wait=4", answer(COMPLETED));
    await service.simulations.wait("s1", { timeoutMs: 5_000 });
    assert.equal(server.received.length, 2);
  });

  it("waits as the answer says where the service did not hold the call", async () => {
    server.behave(
      "/v1/simulations/s1?wait=30",
      answer(RUNNING, { next_poll_after_seconds: 1 }),
      answer(COMPLETED),
    );
    await service.simulations.wait("s1");
    const [first, second] = server.received;
    assert.ok(second!.at - first!.at >= 950);
  });

  it("outlives a service that is away for longer than a single call would", async function () {
    this.timeout(30_000);
    server.behave("/v1/usage", "reset");
    await assert.rejects(service.usage(), { attempts: 5 });
    server.behave("/v1/simulations/s1?wait=30", 503, 503, 503, 503, 503, answer(COMPLETED));
    assert.equal((await service.simulations.wait("s1")).status, "completed");
  });

  it("ends in its time with a TimeoutError, and at its signal", async () => {
    server.behave("/v1/simulations/s1?wait=1", "hang");
    server.behave("/v1/simulations/s1?wait=30", "hang");
    server.behave("/v1/simulations/s1", answer(RUNNING));
    const late = await service.simulations.wait("s1", { timeoutMs: 1_500 }).catch((error) => error);
    assert.ok(late instanceof TimeoutError, `${late}`);
    assert.match(late.message, /the simulation did not end within 1500 ms/);
    const short = await service.simulations.wait("s1", { timeoutMs: 200 }).catch((error) => error);
    assert.match(short.message, /the simulation did not end within 200 ms/);
    const reason = new Error("enough");
    const signal = AbortSignal.timeout(50);
    await assert.rejects(
      service.simulations.wait("s1", { signal }),
      signal.reason ?? { name: "TimeoutError" },
    );
    await assert.rejects(service.simulations.wait("s1", { signal: AbortSignal.abort(reason) }), reason);
  });

  it("ends for insights that will not come, and waits for those that start by themselves", async () => {
    const path = "/v1/simulations/s1/insights?wait=30";
    const notStarted = { insights_status: "not_started" };
    server.behave(
      path,
      answer(notStarted, { reason: "simulation_not_complete", next_poll_after_seconds: 1 }),
      answer({ insights_status: "running" }, { next_poll_after_seconds: 1 }),
      answer({ insights_status: "completed" }),
    );
    assert.equal((await service.insights.wait("s1")).insights_status, "completed");
    server.behave(path, answer(notStarted, { reason: "insights_cost_cap_reached" }));
    assert.equal((await service.insights.wait("s1")).insights_status, "not_started");
    assert.equal(server.received.length, 4);
  });

  it("by an inbox reads once before the event and once after it", async () => {
    server.behave("/v1/simulations/s1", answer(RUNNING), answer(COMPLETED));
    const inbox = new WebhookInbox();
    const waiting = service.simulations.wait("s1", { inbox, timeoutMs: 5_000 });
    await server.until("/v1/simulations/s1", 1);
    assert.equal(inbox.accept(completion("another")), true);
    assert.equal(inbox.accept(completion("s1")), true);
    assert.equal(inbox.accept(completion("s1")), false);
    assert.equal((await waiting).status, "completed");
    assert.equal(server.received.length, 2);
  });

  it("by an inbox sees an event that came earlier, and ends in its time without one", async () => {
    const inbox = new WebhookInbox();
    inbox.accept(completion("s1"));
    server.behave("/v1/simulations/s1", answer(RUNNING), answer(COMPLETED));
    assert.equal((await service.simulations.wait("s1", { inbox })).status, "completed");
    server.behave("/v1/simulations/s2", answer({ ...RUNNING, id: "s2" }));
    const late = await service.simulations.wait("s2", { inbox, timeoutMs: 100 }).catch((error) => error);
    assert.match(late.message, /the simulation's event did not come within 100 ms/);
    const signal = AbortSignal.timeout(100);
    await assert.rejects(service.simulations.wait("s2", { inbox, signal }), { name: "TimeoutError" });
  });

  it("an inbox remembers the newest 10,000 events", async () => {
    const inbox = new WebhookInbox();
    for (let count = 0; count <= 10_000; count++) inbox.accept(completion(`${count}`));
    assert.equal(inbox.accept(completion("10000")), false);
    assert.equal(inbox.accept(completion("0")), true);
    await assert.rejects(inbox.waitFor(({ id }) => id === "evt_none", { timeoutMs: 10 }), TimeoutError);
  });
});

describe("A list of the client", () => {
  let server: Receiver;
  before(async () => {
    server = await startReceiver();
  });
  after(() => server.close());

  it("asks for nothing until it is used, and for a page only when it is needed", async () => {
    const { simulations } = new SimulationService({ baseUrl: server.url });
    const page = (items: number[], next_cursor: string | null) =>
      answer(items.map((id) => ({ id })), { next_cursor });
    server.behave("/v1/simulations?limit=2", page([1, 2], "a"));
    server.behave("/v1/simulations?limit=2&cursor=a", page([3, 4], "b"));
    server.behave("/v1/simulations?limit=2&cursor=b", page([5], null));
    const list = simulations.list({ limit: 2 });
    assert.equal(server.received.length, 0);
    assert.deepEqual((await list.take(2)).map(({ id }) => id as unknown), [1, 2]);
    assert.equal(server.received.length, 1);
    const ids: unknown[] = [];
    for await (const { id } of list) ids.push(id);
    assert.deepEqual(ids, [1, 2, 3, 4, 5]);
    assert.equal(server.received.length, 4);
    const first = await list.page();
    assert.deepEqual([first.nextCursor, first.hasMore], ["a", true]);
    assert.deepEqual((await list.page("b")).hasMore, false);
    assert.deepEqual(await list.take(0), []);
    await assert.rejects(list.take(10_001), RangeError);
  });
});
