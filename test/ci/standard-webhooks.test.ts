import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { output } from "#dev/machine/programs.ts";
import { newOrganization } from "#testing/organizations.ts";
import { newSimulation } from "#testing/simulations.ts";
import { newDelivery, newWebhook, startReceiver } from "#testing/webhooks.ts";
import { createPython, type Python } from "../docs/python.ts";

/** Prints the type of an event that the library of Standard Webhooks has verified. */
const VERIFY = `
import json, sys
from standardwebhooks import Webhook
given = json.load(open(sys.argv[1]))
print(Webhook(given["secret"]).verify(given["body"].encode(), given["headers"])["type"])
`;

describe("Standard Webhooks' library for Python", function () {
  this.timeout(300_000);
  let python: Python;
  before(async () => {
    python = await createPython(["standardwebhooks"]);
  });
  after(() => python.remove());

  it("verifies deliveries of a subscription and of a callback, fresh and retried, and no forged one", async () => {
    const [{ call }, receiver] = await Promise.all([newOrganization(), startReceiver()]);
    try {
      const verify = async (secret: string, { body, headers }: { body: string; headers: object }) => {
        const file = join(dirname(python.interpreter), "delivery.json");
        writeFileSync(file, JSON.stringify({ secret, body, headers }));
        return (await output(python.interpreter, ["-c", VERIFY, file])).trim();
      };
      receiver.behave("/flaky", 500, 204);
      const webhook = await newWebhook(call, `${receiver.url}/flaky`, { events: ["webhook.test"] });
      await newDelivery(call, webhook.id);
      for (const request of await receiver.until("/flaky", 2)) {
        assert.equal(await verify(webhook.secret, request), "webhook.test");
      }
      const { secret } = (await call("POST", "/v1/callback-secret")).data;
      await newSimulation(call, { callback_url: `${receiver.url}/callback` });
      const [callback] = await receiver.until("/callback", 1);
      assert.equal(await verify(secret, callback!), "simulation.completed");
      await assert.rejects(verify(webhook.secret, callback!));
      await assert.rejects(
        verify(secret, { ...callback!, body: callback!.body.replace("completed", "failed") }),
      );
    } finally {
      await receiver.close();
    }
  });
});
