import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

/** A page of another origin on this machine. A browser counts it as the same site, so it sends the Lax cookie along. */
async function startForeignPage(html: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

describe("The console's security", function () {
  this.timeout(120_000);
  let browser: Browser;
  let seen: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
    seen = await openConsole(browser);
  });
  after(() => browser?.close());

  const fromForeign = async (html: string, act: (page: Page) => Promise<void>) => {
    const { url, server } = await startForeignPage(html);
    const page = await seen.context.newPage();
    try {
      await page.goto(url);
      await act(page);
    } finally {
      // The page stays until the browser closes: Chromium does not end the tab of an answer that was refused mid-navigation.
      server.closeAllConnections();
      server.close();
    }
  };
  const isSignedIn = async () => (await seen.person.call("GET", "/v1/auth/me")).status === 200;
  const keys = async () => (await seen.person.call("GET", "/v1/api-keys")).data.length;

  it("lets no inline script, no text as code and no other origin's script run", async () => {
    const page = await seen.open("/api-keys", "API keys");
    await page.evaluate(`
      window.violations = [];
      addEventListener("securitypolicyviolation", ({ blockedURI }) => violations.push(blockedURI));
      const inline = document.createElement("script");
      inline.textContent = "window.ran = 'inline'";
      document.body.append(inline);
      const handler = document.createElement("img");
      handler.setAttribute("onerror", "window.ran = 'handler'");
      handler.src = "data:image/png;base64,broken";
      document.body.append(handler);
      const foreign = document.createElement("script");
      foreign.src = "http://127.0.0.1:9/x.js";
      document.body.append(foreign);
      // By a timer of the page's own: what Playwright evaluates is exempt.
      setTimeout(() => { try { new Function("window.ran = 'function'")(); } catch {} });
    `);
    const blocked = await eventually("four violations", async () => {
      const seen = await page.evaluate<string[]>("window.violations");
      return seen.length >= 4 ? seen : undefined;
    });
    assert.deepEqual(blocked.toSorted(), ["eval", "http://127.0.0.1:9/x.js", "inline", "inline"]);
    assert.equal(await page.evaluate("window.ran"), undefined);
  });

  it("connects to the API alone", async () => {
    const page = await seen.open("/api-keys", "API keys");
    const outcome = await page.evaluate(
      "fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => String(error))",
    );
    assert.match(String(outcome), /Failed to fetch/);
    assert.ok(seen.complaints.some((text) => /connect-src/.test(text)), seen.complaints.join("\n"));
    assert.deepEqual([...seen.origins].filter((origin) => !origin.endsWith(":9")), [stack().baseUrl]);
  });

  it("stands in no frame of another origin", async () => {
    await fromForeign(`<iframe src="${stack().baseUrl}/console/api-keys"></iframe>`, async (page) => {
      const frame = await eventually("the frame", () => Promise.resolve(page.frames()[1]));
      await frame.waitForLoadState().catch(() => {});
      assert.equal(await frame.getByRole("heading").count().catch(() => 0), 0);
      assert.doesNotMatch(frame.url(), /console/);
    });
  });

  it("changes nothing for a form or a script of another origin, although the cookie is sent along", async () => {
    const before = await keys();
    const body = JSON.stringify({ name: "forged", scopes: ["simulations:read"] });
    const text = body.replaceAll('"', "&quot;");
    const forms = [
      `<form id="logout" method="post" action="${stack().baseUrl}/v1/auth/logout"></form>`,
      // The body becomes the JSON and a "=" in a field that is made for it.
      `<form id="key" method="post" enctype="text/plain" action="${stack().baseUrl}/v1/api-keys">
        <input name="${text.slice(0, -1)},&quot;x&quot;:&quot;" value="&quot;}"></form>`,
    ];
    for (const [index, form] of forms.entries()) {
      await fromForeign(form, async (page) => {
        const answer = page.waitForResponse((response) => response.request().method() === "POST");
        await page.evaluate("setTimeout(() => document.forms[0].submit())");
        // With the cookie and a foreign Origin; without the cookie they would be 204 and 401.
        assert.equal((await answer).status(), 403, `form ${index}`);
      });
    }
    await fromForeign("", async (page) => {
      const base = JSON.stringify(stack().baseUrl);
      for (
        const call of [
          `fetch(${base} + "/v1/auth/logout", { method: "POST", mode: "no-cors", credentials: "include" })`,
          `fetch(${base} + "/v1/api-keys", { method: "POST", mode: "no-cors", credentials: "include", body: ${
            JSON.stringify(body)
          } })`,
          `fetch(${base} + "/v1/api-keys", { method: "POST", credentials: "include", headers: { "Content-Type": "application/json",
          "Idempotency-Key": crypto.randomUUID() }, body: ${JSON.stringify(body)} })`,
          `fetch(${base} + "/v1/organization", { method: "DELETE", credentials: "include" })`,
        ]
      ) {
        await page.evaluate(`${call}.catch(() => {})`);
      }
      // Nor can it read what the person may read.
      const read = await page.evaluate(
        `fetch(${base} + "/v1/api-keys", { credentials: "include" }).then((r) => r.text(), () => "unreadable")`,
      );
      assert.equal(read, "unreadable");
    });
    assert.equal(await isSignedIn(), true);
    assert.equal(await keys(), before);
  });

  it("keeps the session's token from scripts, and nothing secret in the browser's stores", async () => {
    const page = await seen.open("/api-keys", "API keys");
    assert.equal(await page.evaluate("document.cookie"), "");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Kept nowhere");
    await page.getByRole("dialog").getByLabel("simulations:read").check();
    await page.getByRole("dialog").getByRole("button", { name: "Create the key" }).click();
    const secret = await page.locator(".secret code").innerText();
    const stored = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])",
    );
    assert.ok(!stored.includes(secret) && !stored.includes(seen.person.token), stored);
  });
});
