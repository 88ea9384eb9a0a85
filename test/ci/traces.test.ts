import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import process from "node:process";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { respondentSettings, startRespondent, type StubServer } from "#testing/stub-server.ts";
import { callerWith } from "#testing/caller.ts";
import { freePort } from "#dev/services/service.ts";
import { type CollectedSpan, type Collector, startCollector } from "./otlp-collector.ts";
import { eventually } from "#testing/times.ts";
import { newFolder, type OwnService, startApi, startOwnService } from "#testing/processes.ts";
import { recordHistory } from "#test/workflows/record-history.ts";
import { ended, newSimulation, uploadedRun } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

/** The trace of a stranger, who wants it sampled. */
const STRANGER = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT = `00-${STRANGER}-b7ad6b7169203331-01`;
const SECRET = "planted-secret";

describe("A trace", function () {
  this.timeout(120_000);
  let collector: Collector;
  let service: OwnService;
  let model: StubServer;
  let receiver: Receiver;

  before(async () => {
    collector = await startCollector();
    receiver = await startReceiver();
    model = await startRespondent();
    service = await startOwnService(
      { ...collector.settings("api"), WEBHOOK_ALLOW_LOOPBACK: "1" },
      { ...collector.settings("worker"), ...respondentSettings(model) },
    );
  });
  after(async () => {
    await service?.stop();
    await receiver.close();
    await model?.close();
    await collector?.close();
  });

  /** Waits for a span. */
  const spanOf = (what: string, find: (span: CollectedSpan) => boolean) =>
    eventually(`a span of ${what}`, () => Promise.resolve(collector.spans.find(find)));
  /** The spans of a trace by their names; of several of a name the last. */
  const traceOf = (traceId: string) =>
    new Map(collector.spans.filter((span) => span.traceId === traceId).map((span) => [span.name, span]));
  const runOf = (workflowId: string) =>
    spanOf(
      workflowId,
      ({ name, attributes }) =>
        name.startsWith("workflow ") && attributes["temporal.workflow_id"] === workflowId,
    );
  /** The names from a span up to its root, each by its service. */
  const pathOf = (trace: ReadonlyMap<string, CollectedSpan>, name: string): string[] => {
    const path: string[] = [];
    for (let span = trace.get(name); span !== undefined;) {
      const { service, parentSpanId } = span;
      path.unshift(`${service}: ${span.name}`);
      span = collector.spans.find(({ spanId }) => spanId === parentSpanId);
    }
    return path;
  };
  const simulate = async (agents: number) => {
    const callback_url = `${receiver.url}/hook?token=${SECRET}`;
    const id = await newSimulation(service.call, { agent_count: agents, callback_url });
    await ended(service.call, id);
    return id;
  };
  const deliveryOf = (traceId: string) =>
    spanOf("the delivery", (span) => span.traceId === traceId && span.name === "workflow webhookDelivery");

  it("goes from a request through outbox, run, activities, SQL and the model to the webhook that reports the end", async () => {
    const id = await simulate(400);
    const { traceId } = await runOf(`simulation/${id}`);
    await deliveryOf(traceId);
    const trace = traceOf(traceId);
    const start = ["api: POST /v1/simulations", "api: start simulation"];
    assert.deepEqual(pathOf(trace, "workflow simulation"), [...start, "worker: workflow simulation"]);
    const chunk = [...start, "worker: activity answerChunk"];
    assert.deepEqual(pathOf(trace, "model POST"), [...chunk, "worker: model POST"]);
    const end = [...start, "worker: activity completeSimulation"];
    assert.deepEqual(pathOf(trace, "sql complete_run"), [...end, "worker: sql complete_run"]);
    const delivery = [...end, "worker: start webhookDelivery"];
    assert.deepEqual(pathOf(trace, "workflow webhookDelivery"), [
      ...delivery,
      "worker: workflow webhookDelivery",
    ]);
    const attempt = [...delivery, "worker: activity takeStep"];
    assert.deepEqual(pathOf(trace, "webhook POST"), [...attempt, "worker: webhook POST"]);
    assert.deepEqual(pathOf(trace, "sql end_attempt"), [...attempt, "worker: sql end_attempt"]);
    assert.equal(trace.get("webhook POST")?.attributes["http.response.status_code"], 204);
    const request = trace.get("POST /v1/simulations");
    assert.equal(request?.parentSpanId, "");
    assert.equal(request?.attributes["service.organization_id"], stack().organizationId);
    await recordHistory("simulation-traced", `simulation/${id}`, service.temporal.address);
  });

  it("has no span without its parent, and no id in a name", () => {
    const known = new Set(collector.spans.map(({ spanId }) => spanId));
    const orphans = collector.spans.filter(({ parentSpanId }) =>
      parentSpanId !== "" && !known.has(parentSpanId)
    );
    assert.deepEqual(orphans.map(({ name }) => name), []);
    const roots = new Set(
      collector.spans.filter(({ parentSpanId, kind }) => parentSpanId === "" && kind !== 2).map((span) =>
        span.name
      ),
    );
    assert.deepEqual([...roots], []);
    const names = new Set(collector.spans.map(({ name }) => name));
    assert.deepEqual([...names].filter((name) => /[0-9a-f]{8}-|\d{3}/.test(name)), []);
  });

  it("is named by each line of the log that a request writes", async () => {
    const lines = await eventually("the log", () =>
      Promise.resolve(
        service.api.log().includes("POST")
          ? service.api.log().trim().split("\n").map((line) => JSON.parse(line))
          : undefined,
      ));
    // The probes have no trace.
    const ofRequests = lines.filter(({ route }) => typeof route === "string");
    assert.ok(ofRequests.length > 1);
    for (const { trace_id, method, route } of ofRequests) {
      await spanOf(
        `${method} ${route}`,
        ({ traceId, kind, name }) => traceId === trace_id && kind === 2 && name === `${method} ${route}`,
      );
    }
  });

  it("goes on where another process executes the command", async () => {
    await service.api.stop();
    await service.startApi({ TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` });
    const { traceId } = await runOf(`simulation/${await simulate(100)}`);
    const path = pathOf(traceOf(traceId), "workflow simulation");
    assert.deepEqual(path, [
      "api: POST /v1/simulations",
      "worker: start simulation",
      "worker: workflow simulation",
    ]);
    await service.api.stop();
    await service.startApi();
  });

  it("links to the trace of a stranger, in which nothing is written", async () => {
    await fetch(`${service.api.baseUrl}/v1/status`, { headers: { traceparent: TRACEPARENT } });
    const span = await spanOf(
      "the request",
      ({ links }) => links.some(({ traceId }) => traceId === STRANGER),
    );
    assert.equal(span.parentSpanId, "");
    assert.deepEqual(collector.spans.filter(({ traceId }) => traceId === STRANGER), []);
  });

  it("begins where our own sampler says so, not where a stranger does", async () => {
    const settings = { ...collector.settings("unsampled"), OTEL_TRACES_SAMPLER: "always_off" };
    const api = await startApi(settings);
    const answer = await fetch(`${api.baseUrl}/v1/status`, { headers: { traceparent: TRACEPARENT } });
    assert.equal(answer.status, 200);
    await newSimulation(callerWith(stack().apiKey, api.baseUrl));
    await api.stop();
    assert.deepEqual(collector.spans.filter(({ service }) => service === "unsampled"), []);
  });

  it("is not taken beside Deno's own spans, which carry whole URLs: such a process does not start", async () => {
    await assert.rejects(
      startApi({ ...collector.settings("both"), OTEL_DENO: "true" }),
      /OTEL_DENO must be unset/,
    );
  });

  it("continues the trace of a proxy that is trusted with it", async () => {
    const api = await startApi({ ...collector.settings("trusting"), TRUST_TRACEPARENT: "1" });
    const caller = { headers: { traceparent: TRACEPARENT.replace(STRANGER, "1".repeat(32)) } };
    await fetch(`${api.baseUrl}/v1/status`, caller);
    const span = await spanOf(
      "the request",
      ({ traceId, kind }) => traceId === "1".repeat(32) && kind === 2,
    );
    assert.equal(span.parentSpanId, "b7ad6b7169203331");
    await api.stop();
  });

  it("is named by the meta of a 5xx, which has no trace where nothing is traced", async () => {
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
    for (
      const [change, expected] of [[collector.settings("broken"), /^[0-9a-f]{32}$/], [
        {},
        /^undefined$/,
      ]] as const
    ) {
      const api = await startApi({ ...change, REDIS_URL });
      const { status, meta } = await callerWith(stack().apiKey, api.baseUrl)("GET", "/v1/simulations");
      assert.equal(status, 503);
      assert.match(String(meta.trace_id), expected);
      if (meta.trace_id !== undefined) {
        const span = await spanOf("the 503", ({ traceId, kind }) => traceId === meta.trace_id && kind === 2);
        assert.equal(span.attributes["error.type"], "rate_limiter_unavailable");
      }
      await api.stop();
    }
  });

  it("carries no secret, no query, no address of a person and no question to the collector", async () => {
    const { call, api } = service;
    const email = `${SECRET}@example.com`;
    await call("GET", `/v1/simulations?cursor=${SECRET}`);
    await call("POST", "/v1/auth/magic-link/request", {
      body: { email, name: SECRET, organization_name: SECRET },
    });
    await fetch(`${api.baseUrl}/uploads/${SECRET}?signature=${SECRET}`, { method: "PUT", body: SECRET });
    await fetch(`${api.baseUrl}/${SECRET}?key=${SECRET}`);
    await uploadedRun(call, "segment,question,observed_yes_pct,n\n");
    await ended(call, await newSimulation(call, { question: `Would you buy ${SECRET} for your breakfast?` }));
    await fetch(`${api.baseUrl}/v1/status`, {
      headers: { authorization: `Bearer ${SECRET}`, traceparent: "last" },
    });
    await spanOf("the upload", ({ name }) => name.startsWith("PUT "));
    await Promise.all([api.stop(), service.worker.stop()]);
    assert.ok(collector.spans.length > 100);
    assert.deepEqual(collector.spans.filter(({ scope }) => scope === "deno"), []);
    const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    assert.deepEqual([...keys].filter((key) => key.startsWith("url.")), []);
    for (const text of [SECRET, stack().apiKey, stack().operatorKey, "sig="]) {
      assert.deepEqual(
        collector.received.filter((body) => body.includes(text)).map((body) => body.slice(0, 300)),
        [],
        text,
      );
    }
  });

  it("leaves the replay of stored histories as it is, with and without traces in them", async () => {
    const before = collector.spans.length;
    // Without the services of this run.
    const config = `${newFolder("mocha")}.json`;
    writeFileSync(config, JSON.stringify({ timeout: 60_000, exit: true }));
    const { exitCode, stdout } = await execa(
      process.execPath,
      ["run", "-A", "npm:mocha", "--config", config, "test/workflows/replay.test.ts"],
      { cwd: ROOT, env: collector.settings("replay"), reject: false },
    );
    assert.equal(exitCode, 0, stdout);
    assert.match(stdout, /simulation-traced\.json replays/);
    assert.match(stdout, /simulation-chunked\.json replays/);
    assert.deepEqual(collector.spans.slice(before).map(({ name }) => name), []);
  });
});
