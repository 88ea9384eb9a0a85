import assert from "node:assert/strict";
import {
  type ResponseInfo,
  ServiceError,
  SimulationService,
  TimeoutError,
  verifyWebhook,
  WebhookInbox,
} from "#client/index.ts";
import { eventually } from "#testing/times.ts";
import { newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  createDatabase,
  startApi,
  startTcpProxy,
  type TestDatabase,
  type TestProcess,
} from "#testing/processes.ts";
import { HEADER, KPI, QUESTION } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

const SMALL = {
  workflow_id: "product-purchase-intent",
  agent_count: 60,
  question: QUESTION,
  generate_insights: false,
};

/** What the service refused a call with. */
async function refusal(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(() => null, (error) => error);
  assert.ok(error instanceof ServiceError, `${error}`);
  return error;
}

describe("The client and the service", function () {
  this.timeout(120_000);
  let own: TestOrganization;
  let service: SimulationService;
  let receiver: Receiver;
  before(async () => {
    own = await newOrganization();
    service = new SimulationService({ baseUrl: stack().baseUrl, apiKey: own.call.key });
    receiver = await startReceiver();
  });
  after(() => receiver.close());

  it("ask, wait, read and compare", async () => {
    const { simulations } = service;
    const [one, other] = await Promise.all(
      [QUESTION, `${QUESTION} It costs 9 dollars.`].map((question) =>
        simulations.create({ ...SMALL, question, seed: 7, metadata: { flow: "compare" } })
      ),
    );
    const ended = await Promise.all([one!, other!].map(({ id }) => simulations.wait(id)));
    assert.deepEqual(ended.map(({ status }) => status), ["completed", "completed"]);
    const { verdict, agents } = await simulations.results(one!.id);
    assert.deepEqual([verdict.total, agents.length], [60, 60]);
    assert.equal((await simulations.results(one!.id, { agents: false })).agents, undefined);
    const csv = await simulations.resultsCsv(one!.id);
    assert.equal(csv.trim().split(/\r?\n/).length, 61);
    const { paired } = await simulations.compare(one!.id, other!.id, { by_segment: false });
    assert.equal(paired, true);
    const found = await simulations.list({ metadata: { flow: "compare" }, status: ["completed"] }).take(9);
    assert.deepEqual(new Set(found.map(({ id }) => id)), new Set([one!.id, other!.id]));
  });

  it("route, preview and read a Reading", async () => {
    const { simulations, insights, workflows } = service;
    assert.equal(
      (await simulations.preview({ question: KPI })).routed_via?.workflow_id,
      "product-purchase-intent",
    );
    const seen: ResponseInfo[] = [];
    const { id } = await simulations.auto({ question: KPI, agent_count: 60 }, {
      onResponse: (info) => seen.push(info),
    });
    assert.equal(typeof seen[0]?.meta["request_id"], "string");
    const reading = await insights.wait(id, { timeoutMs: 60_000 });
    // Compiles since the status tells the states' content apart.
    assert.ok(reading.insights_status === "completed" && reading.post_hoc.synthesis !== null);
    assert.equal((await refusal(insights.generate(id))).code, "insights_already_generated");
    const all = await workflows.list().take(1_000);
    assert.ok(all.length > 12);
    assert.equal((await workflows.get(all[0]!.workflow_id)).workflow_id, all[0]!.workflow_id);
  });

  it("wait for a webhook instead of asking", async () => {
    const { webhooks, deliveries, simulations } = service;
    const { id: webhookId, secret } = await webhooks.create({ url: `${receiver.url}/inbox`, events: ["*"] });
    const inbox = new WebhookInbox();
    receiver.behave("/inbox", async ({ body, headers }) => {
      inbox.accept(await verifyWebhook(body, String(headers["x-service-signature"]), secret));
      return 204;
    });
    const { id } = await simulations.create(SMALL);
    assert.equal((await simulations.wait(id, { inbox, timeoutMs: 60_000 })).status, "completed");
    const test = await webhooks.test(webhookId);
    await inbox.waitFor(({ type }) => type === "webhook.test", { timeoutMs: 30_000 });
    await deliveries.retry(test.id);
    await webhooks.retryDelivery(webhookId, test.id);
    const listed = await deliveries.list({ webhook_id: webhookId }).take(10);
    assert.deepEqual(listed.map(({ event_type }) => event_type), ["webhook.test", "simulation.completed"]);
    assert.equal((await webhooks.deliveries(webhookId).take(1))[0]?.id, test.id);
    assert.equal((await deliveries.get(test.id)).webhook_id, webhookId);
    assert.ok((await deliveries.attempts(test.id).take(10)).length >= 1);
    assert.equal((await webhooks.update(webhookId, { enabled: false })).enabled, false);
    assert.notEqual((await webhooks.rotateSecret(webhookId)).secret, secret);
    await webhooks.delete(webhookId);
    assert.equal((await refusal(webhooks.get(webhookId))).code, "not_found");
    assert.match((await service.callbackSecret.rotate()).secret, /^whsec_/);
    assert.equal((await service.callbackSecret.get()).exists, true);
  });

  it("page through more than one page, and follow events from the oldest on", async () => {
    const { webhooks, events } = service;
    const { id } = await webhooks.create({ url: `${receiver.url}/paged`, events: ["*"], enabled: false });
    await webhooks.test(id);
    const [first] = await events.list({ type: "webhook.test" }).take(1);
    for (let sent = 0; sent < 120; sent += 10) {
      await Promise.all(Array.from({ length: 10 }, () => webhooks.test(id)));
    }
    const newestFirst = await events.list({ type: "webhook.test", after: first!.id }).take(500);
    assert.equal(newestFirst.length, 120);
    assert.equal((await events.get(first!.id)).type, "webhook.test");
    const followed: string[] = [];
    for await (const event of events.follow({ after: first!.id, type: "webhook.test" })) {
      followed.push(event.id);
      if (followed.length === 120) await webhooks.test(id);
      if (followed.length === 121) break;
    }
    assert.deepEqual(followed.slice(0, 120), newestFirst.map((event) => event.id).reverse());
    const [last] = await events.list({ type: "webhook.test" }).take(1);
    assert.equal(followed[120], last?.id);
    await webhooks.delete(id);
  });

  it("upload a calibration file and read what it gives", async () => {
    const { training } = service;
    const { training_id, upload_url } = await training.create({ workflow_name: "Oat drinks" });
    await training.upload(upload_url, `${HEADER}\nage=18-24,"${KPI}",41\nage=65+,"${KPI}",33\n`);
    assert.equal((await training.get(training_id)).upload_received, true);
    await training.start(training_id);
    assert.equal((await training.wait(training_id, { timeoutMs: 60_000 })).status, "COMPLETED");
    assert.equal((await training.results(training_id)).by_segment.length, 2);
    assert.deepEqual((await training.list().take(5)).map((run) => run.training_id), [training_id]);
  });

  it("create one simulation, although its answer was lost and the call repeated", async () => {
    const proxy = await startTcpProxy({ port: Number(new URL(stack().baseUrl).port) });
    try {
      const baseUrl = `http://127.0.0.1:${proxy.port}`;
      let sent = 0;
      const unlucky = new SimulationService({
        baseUrl,
        apiKey: own.call.key,
        attemptTimeoutMs: 1_000,
        fetch: (...request) => {
          sent++;
          return fetch(...request);
        },
      });
      proxy.set("mute");
      const metadata = { flow: crypto.randomUUID() };
      const seen: ResponseInfo[] = [];
      const created = unlucky.simulations.create({ ...SMALL, metadata }, {
        onResponse: (info) => seen.push(info),
      });
      const list = () => service.simulations.list({ metadata }).take(5);
      await eventually("the service to accept it", async () => (await list())[0]);
      // An answer that the proxy still held would not be lost.
      await eventually("the client to call again", () => Promise.resolve(sent > 1 || undefined));
      proxy.set("pass");
      const { id } = await created;
      assert.deepEqual((await list()).map((each) => each.id), [id]);
      assert.ok(seen[0]!.attempts > 1, `${seen[0]!.attempts}`);
      assert.equal(seen[0]!.headers.get("Idempotency-Replayed"), "true");
    } finally {
      await proxy.close();
    }
  });

  it("tell whose key it is, what it used, and rotate it", async () => {
    const key = await newKey(own.id);
    const mine = new SimulationService({ baseUrl: stack().baseUrl, apiKey: key.key });
    assert.equal((await mine.me()).organization.id, own.id);
    assert.equal((await mine.usage()).plan_tier, "studio");
    assert.ok((await mine.requests().take(3)).length > 0);
    assert.notEqual((await mine.apiKeys.rotate(key.id)).key, key.key);
    assert.equal((await refusal(mine.me())).code, "invalid_credentials");
    assert.equal(typeof (await mine.status()).status, "string");
  });

  it("refuse with the meta that the code's type promises", async () => {
    const { simulations, training } = service;
    const invalid = await refusal(simulations.create({ ...SMALL, agent_count: 0 }));
    assert.ok(invalid.code === "validation_error" && invalid.meta.errors[0]?.field === "/agent_count");
    const unknown = await refusal(simulations.create({ ...SMALL, workflow_id: "none-such" }));
    assert.ok(unknown.code === "invalid_workflow" && unknown.meta.field === "/workflow_id");
    const vague = await refusal(simulations.auto({ question: "Zxcv qwer asdf uiop hjkl?" }));
    assert.ok(vague.code === "routing_low_confidence" && typeof vague.meta.floor === "number");
    for (const { workflow_id, confidence } of vague.meta.alternatives) {
      assert.deepEqual([typeof workflow_id, typeof confidence], ["string", "number"]);
    }
    const small = await newOrganization({ plan_tier: "sandbox" });
    const sandbox = new SimulationService({ baseUrl: stack().baseUrl, apiKey: small.call.key });
    const large = await refusal(sandbox.simulations.create({ ...SMALL, agent_count: 501 }));
    assert.ok(large.code === "agent_count_exceeds_plan" && large.meta.ceiling === 500);
    const { key } = await newKey(own.id, ["insights:read"]);
    const scoped = new SimulationService({ baseUrl: stack().baseUrl, apiKey: key });
    const lacking = await refusal(scoped.usage().then(() => scoped.simulations.get(crypto.randomUUID())));
    assert.ok(
      lacking.code === "forbidden_missing_scope" && lacking.meta.required_scope === "simulations:read",
    );
    const { training_id } = await training.create({ workflow_name: "Oat drinks" });
    const early = await refusal(training.results(training_id));
    assert.ok(early.code === "training_not_complete" && early.meta.status === "QUEUED");
    assert.equal(early.requestId, early.headers.get("X-Request-Id"));
  });
});

describe("The client and a service whose simulations stay queued", function () {
  this.timeout(90_000);
  let database: TestDatabase;
  let api: TestProcess & { baseUrl: string };
  let service: SimulationService;
  before(async () => {
    database = await createDatabase();
    api = await startApi({ DATABASE_URL: database.url, TEMPORAL_ADDRESS: "127.0.0.1:9" });
    const { call } = await newOrganization({ baseUrl: api.baseUrl });
    service = new SimulationService({ baseUrl: api.baseUrl, apiKey: call.key });
  });
  after(async () => {
    await api?.stop();
    await database?.drop();
  });

  it("wait over several windows of ?wait=, until it is cancelled", async () => {
    const { simulations } = service;
    const { id } = await simulations.create(SMALL);
    const answers: string[] = [];
    const waiting = simulations.wait(id, {
      progressEveryMs: 1_000,
      onProgress: ({ status }) => {
        answers.push(status);
        if (answers.length === 3) void simulations.cancel(id);
      },
    });
    const { status, failure_code } = await waiting;
    assert.deepEqual([status, failure_code], ["failed", "cancelled"]);
    assert.deepEqual(answers, ["queued", "queued", "queued", "failed"]);
    const early = await refusal(simulations.results(id));
    assert.ok(early.code === "simulation_not_complete" && early.meta.failure_code === "cancelled");
  });

  it("end a wait in its time while the simulation goes on", async () => {
    const { id } = await service.simulations.create(SMALL);
    await assert.rejects(service.simulations.wait(id, { timeoutMs: 1_500 }), TimeoutError);
    assert.equal((await service.simulations.get(id)).status, "queued");
  });
});
