import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";
import { consoleConfig } from "#console/vite.config.ts";
import { builtConsole } from "#dev/machine/builds.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { stack } from "#testing/stack.ts";
import { watch } from "../browser.ts";
import { assertWellMade, startConsoleBrowser } from "./console.ts";

describe("The page of the console's components", function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ViteDevServer;
  before(async () => {
    // Vite's server would have a later build of this process be one for development.
    browser = await startConsoleBrowser();
    server = await createServer(consoleConfig({ api: stack().baseUrl }));
    await server.listen();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it("shows what pages are made of to whoever runs the development server", async () => {
    const { page, complaints } = watch(
      await (await browser.newContext({ viewport: { width: 1400, height: 1000 } })).newPage(),
    );
    await page.goto(`${server.resolvedUrls?.local[0]}components`);
    await page.getByRole("heading", { level: 1, name: "Components" }).waitFor();
    await page.getByRole("img", { name: /^Shares/ }).waitFor();
    const size = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).fontSize`);
    assert.deepEqual([await size(".headline"), await size(".question")], ["28px", "18px"]);
    await assertWellMade(page, "components");
    await page.getByLabel("Menu: an example").click();
    await page.getByRole("button", { name: "Second" }).focus();
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("button", { name: "Second" }).isVisible(), false);
    assert.equal(
      await page.evaluate("document.activeElement.getAttribute('aria-label')"),
      "Menu: an example",
    );
    await page.getByLabel("Menu: an example").click();
    await page.getByRole("heading", { level: 1 }).click();
    assert.equal(await page.getByRole("button", { name: "Second" }).isVisible(), false);
    assert.deepEqual(complaints, []);
  });

  it("has green for health alone, and amber for what is made up or broken", () => {
    const folder = join(ROOT, "console");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(?:css|tsx?)$/.test(name) && !name.endsWith("tokens.css") &&
      !name.startsWith("dist/")
    );
    const found = sources.flatMap((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return [...text.matchAll(/([^{}]*)\{[^{}]*var\(--(good|amber)\b/g)]
        .map(([, selector = "", colour]) => [selector.trim(), colour] as const);
    });
    assert.deepEqual(
      found.toSorted(),
      [
        [".badge.amber", "amber"],
        [".badge.good", "good"],
        [".day .good", "good"],
        [".notice.warning", "amber"],
        [".timeline > li.good::before", "good"],
      ],
    );
  });

  it("is in no build", async () => {
    const folder = await builtConsole();
    const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js")
    );
    assert.ok(scripts.length > 5);
    const text = "What would stand here, and how to get there";
    assert.deepEqual(scripts.filter((name) => readFileSync(join(folder, name), "utf8").includes(text)), []);
  });
});
