import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { output } from "#dev/programs.ts";
import { sign } from "#shared/webhooks/secrets.ts";

/** Needs node (20 or later) and npm on the PATH. */
describe("the published client", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "client-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("is packed, installed and used on plain Node", async function () {
    this.timeout(120_000);
    const client = fileURLToPath(new URL("../../client", import.meta.url));
    const [packed] = JSON.parse(
      await output("npm", ["pack", "--json", "--pack-destination", folder, client]),
    );
    assert.deepEqual(
      packed.files.map(({ path }: { path: string }) => path).sort(),
      ["README.md", "package.json", "verify-webhook.d.ts", "verify-webhook.js"],
    );
    await output("npm", [
      "install",
      "--offline",
      "--no-audit",
      "--no-fund",
      "--prefix",
      folder,
      join(folder, packed.filename),
    ]);

    const body =
      '{"id":"evt_1","type":"webhook.test","created":1,"data":{"webhook_id":"w","message":"hello"}}';
    const header = sign("whsec_test", Math.floor(Date.now() / 1000), body);
    writeFileSync(
      join(folder, "use.mjs"),
      `import { verifyWebhook, WebhookVerificationError } from "@simulation-service/webhooks";
       const [body, header] = process.argv.slice(2);
       const event = await verifyWebhook(body, header, "whsec_test");
       const refused = await verifyWebhook(body, header, "whsec_other").catch((error) => error);
       console.log(JSON.stringify([event.data.message, refused instanceof WebhookVerificationError, refused.code]));`,
    );
    const printed = await output("node", ["use.mjs", body, header], folder);
    assert.deepEqual(JSON.parse(printed), ["hello", true, "signature_mismatch"]);
  });
});
