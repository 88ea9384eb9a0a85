import assert from "node:assert/strict";
import { stack } from "#testing/stack.ts";

/** In outages of Postgres, Redis and Temporal: `test/outages/health.test.ts`. */
describe("An API's health", () => {
  it("is live and ready, outside the envelope and without a key", async () => {
    for (const [path, text] of [["/livez", "ok\n"], ["/readyz", "ready\n"]] as const) {
      const found = await fetch(stack().baseUrl + path);
      assert.deepEqual([found.status, await found.text()], [200, text]);
    }
  });
});
