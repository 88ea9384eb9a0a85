import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { newKey } from "#testing/organizations.ts";
import { ended } from "#testing/simulations.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

/** Needs curl on the PATH. */
describe("The calls of the API that the console shows", function () {
  this.timeout(120_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
    console = await openConsole(browser);
  });
  after(() => browser?.close());

  it("ask and read its verdict, work as they stand, and hold no secret", async () => {
    const question = "Would you buy O'Hara's oat milk for breakfast?";
    const { key } = await newKey(console.person.organizationId);
    const env = { ...process.env, SIMULATION_API_KEY: key };
    const output = async (command: string) =>
      (await promisify(execFile)("bash", ["-c", command], { env })).stdout;
    const page = await console.open("/", "Ask a question");
    await page.getByRole("textbox", { name: /^Question/ }).fill(question);
    await page.locator(".preview[aria-busy=false]").filter({ hasText: "Product purchase intent" }).waitFor();
    await page.getByText("Seed, Reading, callback, metadata").click();
    await page.getByLabel("Callback URL").fill("https://user:secret@example.com/events?token=secret");
    await page.getByText("This as an API call").click();
    const code = async () => {
      const text = await page.locator(".api-call pre:visible").innerText();
      assert.match(text, /SIMULATION_API_KEY/);
      assert.doesNotMatch(text, /secret|sk_/);
      return text;
    };
    await assertWellMade(page, "ask-api-call");
    const { data, meta } = JSON.parse(await output(await code()));
    assert.notEqual(data, null, JSON.stringify(meta));
    assert.deepEqual([data.question, data.callback_url], [question, "https://example.com/events"]);

    assert.equal((await ended(console.person.call, data.id)).status, "completed");
    await console.open(`/simulations/${data.id}?tab=method`, question);
    await page.getByText("This as an API call").click();
    const results = JSON.parse(await output(await code()));
    assert.equal(results.data.simulation_id, data.id);
  });
});
