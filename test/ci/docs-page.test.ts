import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { OPERATIONS } from "#api/openapi/responses.ts";
import { ROUTES } from "#api/routes.ts";
import { stack } from "#testing/stack.ts";
import { screenshot, startBrowser, type WatchedPage, watchedPage } from "./browser.ts";

/** Needs chromium on the PATH. */
describe("/docs in a browser", function () {
  this.timeout(240_000);
  let browser: Browser;
  let watched: WatchedPage;
  before(async () => {
    browser = await startBrowser();
    watched = await watchedPage(browser);
    await watched.page.goto(`${stack().baseUrl}/docs`);
    await watched.page.getByText(OPERATIONS[ROUTES[0]?.operationId ?? ""]?.summary ?? "").first().waitFor();
  });
  after(() => browser?.close());

  it("shows every operation with its method, its path and its codes", async () => {
    const { page } = watched;
    const sidebar = page.getByRole("complementary", { name: "Sidebar for Simulation service" });
    for (const { operationId, tag, path, method, ...route } of ROUTES) {
      const { summary = "", description = route.description } = OPERATIONS[operationId] ?? {};
      const closed = sidebar.getByRole("button", { name: `Open Group - ${tag}`, exact: true });
      if (await closed.count() > 0) await closed.click();
      const anchor = `tag/${tag.toLowerCase().replaceAll(" ", "-")}/${method}${path}`;
      await sidebar.locator(`a[href="#${anchor}"]`, { hasText: summary }).click();
      const section = page.locator(`section[id$="${anchor}"]`);
      // The page draws a section when it is scrolled to.
      await section.getByText("internal_error").first().waitFor();
      const text = await section.innerText();
      for (const part of [summary, (description ?? "").split("`")[0], method, path, "validation_error"]) {
        assert.ok(text.includes(part ?? ""), `${part} of ${method} ${path} in ${text}`);
      }
    }
    await screenshot(page, "docs-operation");
  });

  it("offers no other services", async () => {
    for (const offer of [/ask ai/i, /generate mcp/i]) {
      assert.equal(await watched.page.getByText(offer).count(), 0);
    }
  });

  it("sends a request with a key, and stores no key", async () => {
    const { page } = watched;
    await page.getByRole("link", { name: "Introduction" }).click();
    await page.getByLabel("Bearer Token").first().fill(stack().apiKey);
    await screenshot(page, "docs-introduction");
    await page.getByRole("link", { name: "List simulations" }).click();
    const section = page.getByRole("region", { name: "List simulations" });
    await section.getByRole("button", { name: /test request/i }).click();
    const answered = page.waitForResponse((response) => response.url().includes("/v1/simulations"));
    await page.getByRole("dialog").getByRole("button", { name: /^send get request/i }).click();
    assert.equal((await answered).status(), 200);
    // The viewer draws the first lines of a long body.
    await page.getByRole("dialog").getByText(/"data"/).first().waitFor();
    await screenshot(page, "docs-trial");
    assert.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes(stack().apiKey));
  });

  it("connects to the API alone, without a console error", () => {
    assert.deepEqual([...watched.origins], [stack().baseUrl]);
    assert.deepEqual(watched.complaints, []);
  });
});
