import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { s3Settings } from "#dev/services/s3.ts";
import { signIn } from "#testing/accounts.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import { eventually } from "#testing/times.ts";
import { type CollectedSpan, type Collector, startCollector } from "./otlp-collector.ts";
import { type OwnService, startOwnService, startS3 } from "#testing/processes.ts";
import { HEADER, KPI, startRun, uploadedRun } from "#testing/simulations.ts";

const CLIENT = 3;

/** A billing provider's API, which opens a portal or fails. */
async function startPortal() {
  const state = { status: 200, traceparents: [] as (string | undefined)[] };
  const server = createServer((request, response) => {
    state.traceparents.push(request.headers.traceparent?.toString());
    const page = JSON.stringify({
      object: "billing_portal.session",
      url: "https://pay.example/planted-secret",
    });
    request.resume().on("end", () => response.writeHead(state.status).end(page));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, state, close: () => server.close() };
}

describe("A trace of calls to an object store and to the billing provider", function () {
  // The first start builds the store.
  this.timeout(600_000);
  let collector: Collector;
  let s3: Awaited<ReturnType<typeof startS3>>;
  let portal: Awaited<ReturnType<typeof startPortal>>;
  let service: OwnService;

  before(async () => {
    [collector, s3, portal] = await Promise.all([startCollector(), startS3(), startPortal()]);
    const settings = {
      ...collector.settings("api"),
      ...s3Settings(s3.port),
      BILLING_API_URL: portal.url,
      BILLING_API_KEY: "rk_planted-secret",
    };
    service = await startOwnService(settings, collector.settings("worker"));
  });
  after(async () => {
    await service?.stop();
    await s3?.stop();
    portal?.close();
    await collector?.close();
  });

  /** Waits for a span of this name in a trace whose root has that name, and returns both with the parent's name. */
  const callOf = (root: string, name: string, found: (span: CollectedSpan) => boolean = () => true) =>
    eventually(`${name} under ${root}`, () => {
      const { spans } = collector;
      for (const span of spans.filter((span) => span.name === name && found(span))) {
        const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)?.name;
        const isRooted = spans.some((other) =>
          other.traceId === span.traceId && other.parentSpanId === "" && other.name === root
        );
        if (isRooted && parent !== undefined) return Promise.resolve({ span, parent });
      }
      return Promise.resolve(undefined);
    });

  it("has a span where API and worker call the store, in the request's trace", async () => {
    const { id } = await uploadedRun(service.call, `${HEADER}\noverall,${KPI},40\n`);
    assert.equal((await service.call("GET", `/v1/training/${id}`)).data.upload_received, true);
    assert.equal((await startRun(service.call, id)).data.status, "COMPLETED");
    const shown = await callOf("GET /v1/training/{id}", "S3 HeadObject");
    assert.deepEqual([shown.span.service, shown.parent], ["api", "GET /v1/training/{id}"]);
    const read = await callOf("POST /v1/training/{id}/start", "S3 GetObject");
    assert.deepEqual([read.span.service, read.parent], ["worker", "activity scoreTrainingRun"]);
    const spans = collector.spans.filter(({ name }) => name.startsWith("S3 "));
    for (const { kind, attributes } of spans) {
      assert.deepEqual([kind, attributes["server.address"]], [CLIENT, "127.0.0.1"]);
    }
  });

  it("has a span of the portal's opening, which shows a failure, and sends no trace to the provider", async () => {
    const person = await signIn({
      baseUrl: service.api.baseUrl,
      databaseUrl: service.databaseUrl,
      planTier: "sandbox",
    });
    const billing = new BillingProvider(service.api.baseUrl);
    await billing.buy(person, billing.newCustomer());
    assert.equal((await person.call("POST", "/v1/billing/portal")).status, 200);
    const { span, parent } = await callOf("POST /v1/billing/portal", "billing POST");
    assert.deepEqual([span.service, span.kind, parent], ["api", CLIENT, "POST /v1/billing/portal"]);
    assert.equal(span.attributes["server.address"], "127.0.0.1");
    assert.equal(span.attributes["error.type"], undefined);
    portal.close();
    assert.equal((await person.call("POST", "/v1/billing/portal")).status, 503);
    await callOf("POST /v1/billing/portal", "billing POST", ({ attributes }) => "error.type" in attributes);
    assert.deepEqual(portal.state.traceparents, [undefined]);
  });

  it("has no key, path or signature of theirs", async () => {
    await Promise.all([service.api.stop(), service.worker.stop()]);
    assert.ok(collector.spans.length > 50);
    for (
      const text of ["planted-secret", s3.secretKey, s3.accessKey, "X-Amz", "uploads/", "billing_portal"]
    ) {
      assert.equal(collector.received.filter((body) => body.includes(text)).length, 0, text);
    }
  });
});
