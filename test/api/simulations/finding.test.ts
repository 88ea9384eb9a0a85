import assert from "node:assert/strict";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { assertRefused } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, newSimulation, newTrainingRun, QUESTION, simulationBody } from "#testing/simulations.ts";
import { newWebhook, startReceiver } from "#testing/webhooks.ts";

const METADATA = { campaign: "autumn 🍂", "odd key [x]": "a=b&c,d", empty: "" };

/** As a query names pairs of metadata. */
const pairs = (metadata: Readonly<Record<string, string>>) =>
  Object.entries(metadata).map(([key, value]) =>
    `${encodeURIComponent(`metadata[${key}]`)}=${encodeURIComponent(value)}`
  )
    .join("&");

describe("Reading back and finding", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  const list = async (path: string): Promise<string[]> => {
    const { status, data, meta } = await own.call("GET", path);
    assert.equal(status, 200, JSON.stringify(meta));
    return data.map((row: { id?: string; training_id?: string }) => row.id ?? row.training_id);
  };

  it("a simulation comes back with scenario_context, callback_url and metadata, its keys in their order", async () => {
    const given = {
      scenario_context: { price_usd: 4 },
      callback_url: "https://hooks.example.com/a",
      metadata: METADATA,
    };
    const created = await own.call("POST", "/v1/simulations", { body: simulationBody(given) });
    assert.equal(created.status, 202, JSON.stringify(created.meta));
    const { data: [listed] } = await own.call(
      "GET",
      `/v1/simulations?${pairs({ campaign: METADATA.campaign })}`,
    );
    const { data: shown } = await own.call("GET", `/v1/simulations/${created.data.id}`);
    for (const data of [created.data, listed, shown]) {
      const { scenario_context, callback_url, metadata, routed_via } = data;
      assert.deepEqual({ scenario_context, callback_url, metadata }, given);
      assert.deepEqual(Object.keys(metadata), Object.keys(METADATA));
      assert.equal(routed_via, null);
    }
    await ended(own.call, created.data.id);
    const { data: results } = await own.call(
      "GET",
      `/v1/simulations/${created.data.id}/results?agents=false`,
    );
    assert.deepEqual(Object.entries(results.metadata), Object.entries(METADATA));
  });

  it("a part of the name or the question finds a simulation, in any case, with the other filters and without", async () => {
    const other = await newOrganization();
    const asked = async (change: object) => {
      const { data } = await other.call("POST", "/v1/simulations", { body: simulationBody(change) });
      return data.id;
    };
    const milk = await asked({ question: "Would you buy Oat_Milk 100% pure?", tags: ["dairy"] });
    const named = await asked({
      question: "Would you drink it?",
      name: "Spring OAT_MILK",
      metadata: { a: "b" },
    });
    await asked({ question: "Would you buy oatmeal?" });
    const found = async (query: string) => {
      const { data } = await other.call("GET", `/v1/simulations?${query}`);
      return data.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await found("search=oat_milk"), [named, milk]);
    assert.deepEqual(await found("search=100%25%20PURE"), [milk]);
    assert.deepEqual(await found("search=oat_milk&tag=dairy"), [milk]);
    assert.deepEqual(await found(`search=oat_milk&${pairs({ a: "b" })}`), [named]);
    assert.deepEqual(await found("search=oat_milk&archived=true"), []);
    assert.deepEqual(await found("search=oat_milk&status=failed"), []);
  });

  it("a create whose callback is the organization's first shows its secret once, which signs the first delivery", async () => {
    const receiver = await startReceiver();
    try {
      const other = await newOrganization();
      const body = simulationBody({ callback_url: `${receiver.url}/callback`, generate_insights: false });
      const idempotencyKey = crypto.randomUUID();
      const created = await other.call("POST", "/v1/simulations", { body, idempotencyKey });
      const { secret, ...hint } = created.meta.callback_secret;
      assert.deepEqual(hint, { exists: false, rotate_url: `${stack().baseUrl}/v1/callback-secret` });
      assert.equal(created.headers.get("Cache-Control"), "no-store");
      const replayed = await other.call("POST", "/v1/simulations", { body, idempotencyKey });
      assert.deepEqual(replayed.meta.callback_secret, created.meta.callback_secret);
      const [delivered] = await receiver.until("/callback", 1);
      const signature = String(delivered?.headers["x-service-signature"]);
      const event = await verifyWebhook(delivered!.body, signature, secret);
      assert.partialDeepStrictEqual(event.data, { simulation_id: created.data.id });
      const again = await other.call("POST", "/v1/simulations", { body });
      assert.deepEqual(again.meta.callback_secret, { ...hint, exists: true });
      assert.equal(again.headers.get("Cache-Control"), null);
      const entries = await ask<{ action: string }>(
        "SELECT action FROM audit_log WHERE of_organization = $1 AND action LIKE 'callback%'",
        [other.id],
      );
      assert.deepEqual(entries, [{ action: "callback_secret.create" }]);
    } finally {
      await receiver.close();
    }
  });

  it("a create with a callback tells of the subscriptions that it passes over", async () => {
    const other = await newOrganization();
    const create = async (change: object) =>
      (await other.call("POST", "/v1/simulations", { body: simulationBody(change) })).meta.callback_note;
    const callback = { callback_url: "https://hooks.example.com/a" };
    const url = "https://hooks.example.com/b";
    await newWebhook(other.call, url, { events: ["*"] });
    await newWebhook(other.call, url, { events: ["simulation.failed"], enabled: false });
    await newWebhook(other.call, url, { events: ["webhook.test"] });
    assert.equal(await create(callback), undefined);
    await newWebhook(other.call, url, { events: ["simulation.completed"] });
    assert.match(
      await create(callback),
      /not to the 1 subscription that lists their types; those to \* get them too/,
    );
    assert.equal(await create({}), undefined);
  });

  it("says whether there is a callback secret", async () => {
    const other = await newOrganization();
    assert.deepEqual((await other.call("GET", "/v1/callback-secret")).data, {
      exists: false,
      updated_at: null,
    });
    const rotated = await other.call("POST", "/v1/callback-secret");
    assert.equal(rotated.status, 201);
    assert.match(rotated.data.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(rotated.headers.get("Cache-Control"), "no-store");
    const { data } = await other.call("GET", "/v1/callback-secret");
    assert.deepEqual([data.exists, typeof data.updated_at], [true, "string"]);
    const body = simulationBody({ callback_url: "https://hooks.example.com/a" });
    const { meta } = await other.call("POST", "/v1/simulations", { body });
    assert.equal(meta.callback_secret.exists, true);
    assert.equal(meta.callback_secret.secret, undefined);
  });

  it("a routed simulation comes back with routed_via, as the create said it", async () => {
    const body = { question: QUESTION, agent_count: 10, generate_insights: false, metadata: { via: "auto" } };
    const created = await own.call("POST", "/v1/simulations/auto", { body });
    const { data } = await own.call("GET", `/v1/simulations/${created.data.id}`);
    assert.deepEqual(data.routed_via, created.meta.routed_via);
    assert.deepEqual(data.metadata, { via: "auto" });
  });

  it("simulations are found by several statuses, methodology, times and metadata, and by all of them", async () => {
    const other = await newOrganization();
    const create = (change: object) => newSimulation(other.call, { agent_count: 1, ...change });
    const one = await create({ metadata: { team: "a", env: "x" } });
    const two = await create({
      metadata: { team: "a" },
      workflow_id: "brand-trust",
      question: "Do you trust this brand?",
    });
    const three = await create({ metadata: { team: "b" } });
    for (const id of [one, two, three]) await ended(other.call, id);
    await ask("UPDATE simulations SET status = 'failed', failure_code = 'internal' WHERE id = $1", [two]);
    const found = async (query: string) => {
      const { status, data } = await other.call("GET", `/v1/simulations?${query}`);
      assert.equal(status, 200);
      return data.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await found("status=failed,completed"), [three, two, one]);
    assert.deepEqual(await found("status=failed&status=queued"), [two]);
    assert.deepEqual(await found("metadata[team]=a"), [two, one]);
    assert.deepEqual(await found("metadata[team]=a&metadata[env]=x"), [one]);
    assert.deepEqual(await found("metadata[team]=a&status=failed,running&workflow_id=brand-trust"), [two]);
    assert.deepEqual(await found("metadata[team]=a&workflow_id=policy-support"), []);
    const { data } = await other.call("GET", `/v1/simulations/${two}`);
    assert.deepEqual(await found(`metadata[team]=a&created_before=${data.created_at}`), [one]);
    assert.deepEqual(await found(`created_after=${data.created_at}`), [three]);
    const first = await other.call("GET", "/v1/simulations?metadata[team]=a&limit=1");
    const next = await other.call(
      "GET",
      `/v1/simulations?metadata[team]=a&limit=1&cursor=${first.meta.next_cursor}`,
    );
    assert.deepEqual([first.data[0].id, next.data[0].id, next.meta.has_more], [two, one, false]);
  });

  it("another organization's metadata finds nothing", async () => {
    await newSimulation(own.call, { agent_count: 1, metadata: { shared: "1" } });
    const other = await newOrganization();
    assert.deepEqual((await other.call("GET", "/v1/simulations?metadata[shared]=1")).data, []);
  });

  it("training runs are listed by status and metadata", async () => {
    const tagged = await newTrainingRun(own.call, { metadata: METADATA });
    const plain = await newTrainingRun(own.call);
    assert.deepEqual(await list("/v1/training"), [plain.id, tagged.id]);
    assert.deepEqual(await list("/v1/training?status=COMPLETED,FAILED"), []);
    assert.deepEqual(await list(`/v1/training?status=QUEUED,RUNNING&${pairs(METADATA)}`), [tagged.id]);
    const { data } = await own.call("GET", `/v1/training/${tagged.id}`);
    assert.deepEqual([data.metadata, data.upload_received], [METADATA, false]);
  });

  it("subscriptions keep metadata through a PATCH, replace it as a whole, and null clears it", async () => {
    const { id } = await newWebhook(own.call, "https://hooks.example.com/m", {
      metadata: { a: "1", b: "2" },
    });
    await newWebhook(own.call, "https://hooks.example.com/n", { metadata: { a: "1" }, enabled: false });
    const change = async (body: object) =>
      (await own.call("PATCH", `/v1/webhooks/${id}`, { body })).data.metadata;
    assert.deepEqual(await change({ description: "Other" }), { a: "1", b: "2" });
    assert.deepEqual(await list("/v1/webhooks?metadata[a]=1&metadata[b]=2"), [id]);
    assert.deepEqual(await list("/v1/webhooks?metadata[a]=1&enabled=true"), [id]);
    assert.deepEqual(await change({ metadata: { c: "3" } }), { c: "3" });
    assert.deepEqual(await change({ metadata: null }), {});
    assert.deepEqual(await list("/v1/webhooks?metadata[c]=3"), []);
  });

  for (
    const [what, metadata, field] of [
      ["21 keys", Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, ""])), "/metadata"],
      ["a value of 501 characters", { a: "x".repeat(501) }, "/metadata/a"],
      ["a key of 41 characters", { ["k".repeat(41)]: "" }, "/metadata"],
      ["an empty key", { "": "x" }, "/metadata"],
      ["a number", { a: 1 }, "/metadata/a"],
      ["a null inside", { a: null }, "/metadata/a"],
    ] as const
  ) {
    it(`metadata with ${what} answers 400 that names ${field}`, async () => {
      const refused = await own.call("POST", "/v1/simulations", { body: simulationBody({ metadata }) });
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, field);
    });
  }

  it("metadata at its limits is accepted: 20 keys of 40 characters, 500 characters each", async () => {
    const entries = Array.from({ length: 20 }, (_, i) => [`${i}`.padStart(40, "é"), "😀".repeat(500)]);
    const id = await newSimulation(own.call, { agent_count: 1, metadata: Object.fromEntries(entries) });
    assert.deepEqual(
      (await own.call("GET", `/v1/simulations/${id}`)).data.metadata,
      Object.fromEntries(entries),
    );
  });

  for (
    const query of [
      "metadata=x",
      "metadata[a]=1&metadata[a]=2",
      "metadata[]=1",
      "labels[a]=1",
      "status=",
      "status=completed,completed",
      "status=completed,lost",
      Array.from({ length: 6 }, (_, i) => `metadata[k${i}]=1`).join("&"),
    ]
  ) {
    it(`answers 400 validation_error to ?${query}`, async () => {
      assertRefused(await own.call("GET", `/v1/simulations?${query}`), 400, "validation_error");
    });
  }
});
