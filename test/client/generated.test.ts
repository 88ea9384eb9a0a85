import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROUTES } from "#api/routes.ts";
import { ERROR_CODES, SimulationService } from "#client/index.ts";
import { clientTypes, GENERATED_FILES, isForKeys } from "#dev/client-types.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { ERROR_STATUS } from "#shared/errors.ts";

describe("the client's types", () => {
  for (const file of GENERATED_FILES) {
    it(`are in ${file} what the document gives: after a change run \`deno task generate-client\``, async function () {
      this.timeout(120_000);
      assert.ok(await clientTypes(file) === readFileSync(join(ROOT, file), "utf8"), file);
    });
  }

  it("list every error code of the service, and no other", () => {
    assert.deepEqual([...ERROR_CODES].sort(), Object.keys(ERROR_STATUS).sort());
  });
});

/** The PATCH of a subscription: the client sends its POST, which takes an Idempotency-Key. */
const NOT_CALLED: readonly string[] = ["changeWebhook"];

describe("the client", () => {
  it("calls every operation that a key may call, by the method and path of the route table", async () => {
    const sent: string[] = [];
    const service = new SimulationService({
      baseUrl: "http://service",
      fetch: (url, init) => {
        sent.push(`${init?.method} ${new URL(String(url)).pathname}`);
        const envelope = { data: [], error: null, meta: { request_id: "r" } };
        return Promise.resolve(Response.json(envelope));
      },
    });
    const { simulations, insights, workflows, webhooks, deliveries, events, callbackSecret, training } =
      service;
    const calls = [
      ...[simulations.create({ workflow_id: "w", agent_count: 1 }), simulations.auto({ question: "q" })],
      ...[simulations.preview({ question: "q" }), simulations.get("1"), simulations.results("1")],
      ...[simulations.compare("1", "2"), simulations.cancel("1"), simulations.list().page()],
      ...[insights.get("1"), insights.generate("1"), workflows.list().page(), workflows.get("w")],
      ...[webhooks.create({ url: "u", events: ["*"] }), webhooks.list().page(), webhooks.get("1")],
      ...[webhooks.update("1", {}), webhooks.delete("1"), webhooks.rotateSecret("1"), webhooks.test("1")],
      ...[webhooks.deliveries("1").page(), webhooks.retryDelivery("1", "2"), deliveries.list().page()],
      ...[deliveries.get("1"), deliveries.attempts("1").page(), deliveries.retry("1")],
      ...[events.list().page(), events.get("1"), callbackSecret.get(), callbackSecret.rotate()],
      ...[training.create({ workflow_name: "w" }), training.start("1"), training.get("1")],
      ...[training.results("1"), training.list().page(), service.apiKeys.rotate("1")],
      ...[service.usage(), service.me(), service.requests().page(), service.status()],
      ...[simulations.update("1", {}), simulations.delete("1"), training.delete("1"), service.dailyUsage()],
      ...[webhooks.recover("1", new Date()), deliveries.retryAll({ webhook_id: "1" })],
      simulations.batch({ simulations: [{ question: "q" }, { question: "r" }] }),
      simulations.disclosure("1"),
      ...[simulations.share("1"), simulations.unshare("1"), service.events.types(), webhooks.stats()],
    ];
    await Promise.all(calls);
    // Parameters come as 1, 2 or w.
    const called = sent.map((line) => line.replaceAll(/\/(1|2|w)(?=\/|$)/g, "/{}"));
    const routes = ROUTES.filter((route) => isForKeys(route) && !NOT_CALLED.includes(route.operationId))
      .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);
    assert.deepEqual(called.sort(), routes.sort());
  });
});
