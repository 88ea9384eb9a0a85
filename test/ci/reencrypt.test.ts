import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import process from "node:process";
import { promisify } from "node:util";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { ROOT } from "#dev/machine/folder.ts";
import type { Caller } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { endedDelivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

const newKey = (id: string) => `${id}=${randomBytes(32).toString("base64")}`;

describe("Re-encryption after a rotation of SECRETS_KEYS", () => {
  let own: OwnService;
  let call: Caller;
  let receiver: Receiver;
  const [old, fresh] = [newKey("old"), newKey("fresh")];
  before(async () => {
    own = await startOwnService({ SECRETS_KEYS: old });
    ({ call } = own);
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver.close();
    await own.stop();
  });

  /** The command, as an operator runs it. */
  const reencrypt = async (keys: string) => {
    const run = promisify(execFile)(process.execPath, ["run", "-A", "commands/rotate-keys.ts"], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: own.databaseUrl, SECRETS_KEYS: keys },
    });
    return await run.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  };
  const keyIds = async () => {
    const rows = await ask<{ id: string }>(
      `SELECT DISTINCT split_part(sealed, '.', 1) AS id FROM (
         SELECT secret AS sealed FROM webhooks UNION ALL SELECT custom_headers FROM webhooks UNION ALL SELECT secret FROM callback_secrets
       ) AS columns ORDER BY id`,
      [],
      own.databaseUrl,
    );
    return rows.map(({ id }) => id);
  };

  it("leaves no value of the old key, and every secret as it was", async () => {
    const webhook = await newWebhook(call, `${receiver.url}/kept`, { custom_headers: { "X-Token": "kept" } });
    for (let i = 0; i < 3; i++) {
      await newWebhook(call, `${receiver.url}/other`, { events: ["simulation.failed"] });
    }
    assert.equal((await call("POST", "/v1/callback-secret")).status, 201);
    assert.deepEqual(await keyIds(), ["old"]);

    const unreadable = await reencrypt(fresh);
    assert.equal(unreadable.code, 1);
    assert.match(unreadable.stderr, new RegExp(`webhooks.secret: none of the keys opens .*${webhook.id}`));
    assert.deepEqual(await keyIds(), ["old"]);

    const { code, stdout } = await reencrypt(`${fresh},${old}`);
    assert.equal(code, 0);
    assert.match(stdout, /^webhooks\.secret: 4 encrypted with key fresh$/m);
    assert.match(stdout, /^webhooks\.custom_headers: 4 encrypted with key fresh$/m);
    assert.match(stdout, /^callback_secrets\.secret: 1 encrypted with key fresh$/m);
    assert.deepEqual(await keyIds(), ["fresh"]);
    assert.match((await reencrypt(fresh)).stdout, /^webhooks\.secret: 0 /m);

    await Promise.all([own.api.stop(), own.worker.stop()]);
    await Promise.all([own.startApi({ SECRETS_KEYS: fresh }), own.startWorker({ SECRETS_KEYS: fresh })]);
    await endedDelivery(call, await newDelivery(call, webhook.id));
    const [sent] = receiver.at("/kept");
    assert.equal(sent?.headers["x-token"], "kept");
    assert.ok(await verifyWebhook(sent!.body, String(sent?.headers["x-service-signature"]), webhook.secret));
  });
});
