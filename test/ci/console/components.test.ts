import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";
import { consoleConfig } from "#console/vite.config.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { stack } from "#testing/stack.ts";
import { watch } from "../browser.ts";
import { startConsoleBrowser } from "./console.ts";

describe("The console's components", function () {
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

  it("are served from their sources to whoever develops them", async () => {
    const { page, complaints } = watch(await (await browser.newContext()).newPage());
    await page.goto(`${server.resolvedUrls?.local[0]}`);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    // Nobody is signed in, which the service says by 401.
    assert.deepEqual(complaints.filter((complaint) => !complaint.includes("401")), []);
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
});
