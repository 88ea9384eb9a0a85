import assert from "node:assert/strict";
import { startLoad } from "#lab/drills/cluster/load.ts";
import { callerWith } from "#testing/caller.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

describe("the load of the cluster's drills", () => {
  let api: Receiver;
  before(async () => {
    api = await startReceiver();
  });
  after(() => api.close());

  it("ends at an answer that the document does not promise, and counts nothing as accepted", async () => {
    const load = await startLoad(callerWith("sk", api.url), api, "/events");
    await load.stop();
    const webhook = load.client.findings.filter(({ text }) => text.startsWith("POST /v1/webhooks: "));
    assert.deepEqual(webhook.map(({ kind }) => kind), ["undocumented"]);
    assert.equal(load.accepted.size, 0);
  });
});
