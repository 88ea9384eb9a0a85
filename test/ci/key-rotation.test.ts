import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type Caller, callerWith } from "#testing/caller.ts";
import { newOrganization } from "#testing/organizations.ts";
import { newFolder, startApi } from "#testing/processes.ts";
import { newSimulation, newTrainingRun, putFile } from "#testing/simulations.ts";

const newKey = (id: string) => `${id}=${randomBytes(32).toString("base64")}`;

/** APIs before and after a phase of the rotation, on the stack's own database. */
describe("While SECRETS_KEYS are rotated", function () {
  this.timeout(120_000);
  const [old, fresh] = [newKey("old"), newKey("fresh")];
  const apis: Awaited<ReturnType<typeof startApi>>[] = [];
  let key: string;
  let calls: Caller[];
  before(async () => {
    const settings = { UPLOADS_DIR: newFolder("uploads") };
    for (const keys of [old, `${old},${fresh}`, `${fresh},${old}`]) {
      apis.push(await startApi({ ...settings, SECRETS_KEYS: keys }));
    }
    const organization = await newOrganization();
    key = organization.call.key ?? "";
    for (let i = 0; i < 3; i++) await newSimulation(organization.call);
    calls = apis.map(({ baseUrl }) => callerWith(key, baseUrl));
  });
  after(() => Promise.all(apis.map((api) => api.stop())));

  /** Neighbours in the rotation, which run side by side, each way. */
  const pairs = [[0, 1], [1, 0], [1, 2], [2, 1]] as const;
  const both = ([one, other]: readonly [number, number]) => {
    const [writer, reader] = [calls[one], calls[other]];
    assert.ok(writer !== undefined && reader !== undefined);
    return { writer, reader };
  };

  it("a cursor of one process opens the next page of another", async () => {
    for (const pair of pairs) {
      const { writer, reader } = both(pair);
      const { meta } = await writer("GET", "/v1/simulations?limit=1");
      const page = await reader("GET", `/v1/simulations?limit=1&cursor=${meta.next_cursor}`);
      assert.equal(page.status, 200, `${pair}`);
    }
  });

  it("an upload URL of one process is taken by another", async () => {
    for (const pair of pairs) {
      const { writer } = both(pair);
      const { uploadUrl } = await newTrainingRun(writer);
      const { pathname } = new URL(uploadUrl);
      const response = await putFile(
        `${apis[pair[1]]?.baseUrl}${pathname}`,
        "segment,question,observed_yes_pct\n",
      );
      assert.equal(response.status, 200, `${pair}: ${await response.text()}`);
    }
  });

  it("a stored response of one process is replayed by another, and so are its secrets read", async () => {
    for (const pair of pairs) {
      const { writer, reader } = both(pair);
      const request = {
        idempotencyKey: crypto.randomUUID(),
        body: { url: "https://example.com/", events: ["*"], custom_headers: { "X-A": "1" } },
      };
      const created = await writer("POST", "/v1/webhooks", request);
      const replayed = await reader("POST", "/v1/webhooks", request);
      assert.equal(replayed.headers.get("Idempotency-Replayed"), "true", `${pair}`);
      assert.deepEqual(replayed.data, created.data);
      const shown = await reader("GET", `/v1/webhooks/${created.data.id}`);
      assert.deepEqual(shown.data.custom_headers, { "X-A": "********" });
    }
  });

  it("a cursor of a key that has gone is 400", async () => {
    const gone = await startApi({ SECRETS_KEYS: fresh });
    try {
      const { meta } = await both([0, 1]).writer("GET", "/v1/simulations?limit=1");
      const refused = await callerWith(key, gone.baseUrl)(
        "GET",
        `/v1/simulations?limit=1&cursor=${meta.next_cursor}`,
      );
      assert.deepEqual([refused.status, refused.error], [400, "validation_error"]);
    } finally {
      await gone.stop();
    }
  });
});
