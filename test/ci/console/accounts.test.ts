import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { callerWithCookie, newEmail, signIn, writtenMailTo } from "#testing/accounts.ts";
import { assertRefused } from "#testing/caller.ts";
import { eventually } from "#testing/times.ts";
import { stack } from "#testing/stack.ts";
import { SESSION_COOKIE } from "#api/http/identity.ts";
import { assertWellMade, openConsole, startConsoleBrowser } from "./console.ts";

describe("Signing in to the console", function () {
  this.timeout(120_000);
  let browser: Browser;
  before(async () => {
    browser = await startConsoleBrowser();
  });
  after(() => browser?.close());

  const openAsNobody = async (path: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${stack().baseUrl}/console${path}`);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    return page;
  };
  const linkIn = (text: string) => /http\S+#token=\S+/.exec(text)?.[0] ?? "";

  it("works by the mailed link, by the keyboard alone, and goes on where it began", async () => {
    const page = await openAsNobody("/api-keys");
    await assertWellMade(page, "sign-in");
    const email = newEmail();
    await page.getByLabel("Email").focus();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await page.getByText("A link is on its way").waitFor();
    const link = linkIn((await writtenMailTo(email)).text);
    const mailed = await page.context().newPage();
    await mailed.goto(link);
    await mailed.getByRole("button", { name: "Sign in" }).focus();
    await mailed.keyboard.press("Enter");
    await mailed.getByText(`You are signed in as ${email}.`).waitFor();
    await eventually(
      "focus on the way on",
      async () =>
        await mailed.evaluate<boolean>("document.activeElement?.textContent === 'Open the console'") ||
        undefined,
    );
    await mailed.keyboard.press("Enter");
    await mailed.getByRole("navigation", { name: "Pages" }).waitFor();
    // The tab that asked for the link goes on by itself, at the page that was asked for.
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
    await page.context().close();
  });

  it("names a new person and their organization as they say", async () => {
    const page = await openAsNobody("/");
    const [email, name] = [newEmail(), `Poll <b>&</b> Co ${randomUUID()}`];
    await page.getByLabel("Email").fill(email);
    await page.getByText("You are new here?").click();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Organization").fill(name);
    await page.getByRole("button", { name: "Mail me a link" }).click();
    const link = linkIn((await writtenMailTo(email)).text);
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Open the console" }).click();
    await page.getByRole("banner").getByRole("button", { name: `Account of ${name}` }).waitFor();
    await page.context().close();
  });

  it("works by a password, and says what was wrong with another", async () => {
    const page = await openAsNobody("/api-keys");
    const email = newEmail();
    const password = "correct horse battery";
    const signedUp = await callerWithCookie("")("POST", "/v1/auth/password/signup", {
      headers: { Origin: stack().baseUrl },
      body: { email, password, name: "Ada", organization_name: `Org ${randomUUID()}` },
    });
    assert.equal(signedUp.status, 201, JSON.stringify(signedUp.meta));
    await page.getByRole("tab", { name: "By password" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("invalid_credentials").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
    await page.context().close();
  });

  it("ends on sign-out, at the service too", async () => {
    const { open, page, person } = await openConsole(browser);
    await open("/api-keys", "API keys");
    assert.equal((await person.call("GET", "/v1/auth/me")).status, 200);
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    assertRefused(await person.call("GET", "/v1/auth/me"), 401, "not_authenticated");
    await page.context().close();
  });

  it("by somebody else begins anew: nothing of the person before is shown", async () => {
    const { open, page, person, context } = await openConsole(browser);
    await person.call("POST", "/v1/api-keys", {
      body: { name: "Of the first", scopes: ["simulations:read"] },
    });
    await open("/api-keys", "API keys");
    await page.getByRole("cell", { name: "Of the first", exact: true }).waitFor();
    const box = page.getByRole("textbox", { name: /^Question/ });
    await open("/", "Ask a question");
    await box.fill("Would you buy what the first wants to sell?");
    await page.reload();
    await box.waitFor();
    assert.equal(await box.inputValue(), "Would you buy what the first wants to sell?");
    const other = await signIn();
    await context.addCookies([{
      name: SESSION_COOKIE,
      value: other.token,
      url: stack().baseUrl,
      httpOnly: true,
    }]);
    await page.reload();
    await box.waitFor();
    assert.equal(await box.inputValue(), "");
    await open("/api-keys", "API keys");
    await page.getByRole("heading", { name: "No keys yet" }).waitFor();
    assert.equal(await page.getByText("Of the first").count(), 0);
    await context.close();
  });
});
