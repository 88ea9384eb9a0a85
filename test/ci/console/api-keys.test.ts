import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { callerWith } from "#testing/caller.ts";
import { stack } from "#testing/stack.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

describe("The console's API keys", function () {
  this.timeout(120_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
    console = await openConsole(browser);
  });
  after(() => browser?.close());

  const statusOf = async (key: string) =>
    (await callerWith(key, stack().baseUrl)("GET", "/v1/simulations")).status;
  const secretShown = async () => await console.page.locator(".secret code").innerText();

  it("teach what a key is for, where there is none", async () => {
    const page = await console.open("/api-keys", "API keys");
    await page.getByRole("heading", { name: "No keys yet" }).waitFor();
    await assertWellMade(page, "api-keys-empty");
  });

  it("are read where the browser takes itself for offline, as it may beside a service on its own machine", async () => {
    const page = await console.open("/usage", "Usage and plan");
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("heading", { name: "No keys yet" }).waitFor({ timeout: 20_000 });
    await page.reload();
  });

  it("are read again by themselves when the network is back", async () => {
    const page = await console.open("/usage", "Usage and plan");
    await page.route("**/v1/api-keys*", (route) => route.abort());
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.unroute("**/v1/api-keys*");
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByRole("heading", { name: "No keys yet" }).waitFor({ timeout: 20_000 });
  });

  it("create a key with an expiry, whose secret works and is shown once", async () => {
    const page = await console.open("/api-keys", "API keys");
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog", { name: "New API key" });
    await dialog.getByLabel("Name").fill("Nightly <b>job</b>");
    assert.equal(await dialog.getByRole("checkbox", { checked: true }).count(), 0);
    await dialog.getByRole("button", { name: "Create the key" }).click();
    await dialog.getByRole("alert").filter({ hasText: /It may/ }).waitFor();
    await dialog.getByLabel("simulations:read").check();
    await dialog.getByLabel("Expires").fill("2099-12-31T12:00");
    await assertWellMade(page, "api-keys-new");
    await dialog.getByRole("button", { name: "Create the key" }).click();
    const secret = await secretShown();
    assert.equal(await statusOf(secret), 200);
    const row = page.getByRole("row", { name: /Nightly <b>job<\/b>/ });
    assert.doesNotMatch(await row.innerText(), /webhooks:write/);
    assert.match(await row.innerText(), /2099/);
    await assertWellMade(page, "api-keys");
    await page.reload();
    await row.waitFor();
    assert.equal(await page.getByText(secret).count(), 0);
  });

  it("say beside the field what the service refuses, and keep what was typed", async () => {
    const page = await console.open("/api-keys", "API keys");
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Yesterday's");
    await dialog.getByLabel("simulations:read").check();
    await dialog.getByLabel("Expires").fill("2020-01-01T00:00");
    await dialog.getByRole("button", { name: "Create the key" }).click();
    await dialog.getByRole("alert").filter({ hasText: /Expires/ }).waitFor();
    assert.equal(await dialog.getByLabel("Name").inputValue(), "Yesterday's");
  });

  it("rotate with a grace period in which both secrets work, and revoke at once", async () => {
    const page = await console.open("/api-keys", "API keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Rotated");
    await page.getByRole("dialog").getByLabel("simulations:read").check();
    await page.getByRole("dialog").getByRole("button", { name: "Create the key" }).click();
    const first = await secretShown();
    await page.getByRole("button", { name: "Rotate Rotated" }).click();
    await page.getByLabel("The old secret ends").selectOption("in an hour");
    await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const second = await secretShown();
    assert.notEqual(second, first);
    assert.deepEqual([await statusOf(first), await statusOf(second)], [200, 200]);
    await page.getByRole("button", { name: "Revoke Rotated" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke the key" }).click();
    await page.getByRole("row", { name: /Rotated/ }).getByText("revoked").waitFor();
    assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 401]);
  });
});
