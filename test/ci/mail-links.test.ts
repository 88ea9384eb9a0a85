import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { anonymousCaller, newEmail } from "#testing/accounts.ts";
import { assertRefused, type Caller } from "#testing/caller.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { startSmtpServer, type TestSmtpServer } from "#testing/smtp-server.ts";
import { screenshot, startBrowser, watchedPage } from "./browser.ts";

/** Needs chromium on the PATH. */
describe("The links of mails in a browser", function () {
  this.timeout(120_000);
  let browser: Browser;
  let smtp: TestSmtpServer;
  let service: OwnService;
  let api: OwnService["api"];
  let call: Caller;
  before(async () => {
    browser = await startBrowser();
    smtp = await startSmtpServer();
    service = await startOwnService({ SMTP_URL: smtp.url, MAIL_FROM: "no-reply@example.com" });
    ({ api } = service);
    // The worker's links begin with the API's address, which is known once it runs.
    await service.worker.stop();
    await service.startWorker({ BASE_URL: api.baseUrl });
    call = anonymousCaller(api.baseUrl);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await smtp?.close();
  });

  const linkTo = async (email: string, n = 1) => {
    const mail = await smtp.mailTo(email, n);
    const { page } = await watchedPage(browser);
    // The mail's HTML, as a mail program shows it.
    await page.setContent(mail.html ?? "");
    const url = await page.getByRole("link").getAttribute("href");
    await page.close();
    assert.ok(url?.startsWith(`${api.baseUrl}/auth/`), `${url}`);
    return url ?? "";
  };
  const requestLink = async (email: string) => {
    const reply = await call("POST", "/v1/auth/magic-link/request", {
      body: { email, name: "Ada", organization_name: `Org ${randomUUID()}` },
    });
    assert.equal(reply.status, 202, JSON.stringify(reply.meta));
  };
  const statusOf = (page: Page) => page.getByRole("status");
  const tokenOf = (url: string) => url.split("#token=")[1] ?? "";

  it("sign a person in on the button, once, and by nothing else", async () => {
    const email = newEmail();
    await requestLink(email);
    const url = await linkTo(email);
    // What scanners do: fetch the link, open it in a browser, wait.
    for (const method of ["GET", "HEAD"]) assert.equal((await fetch(url, { method })).status, 200);
    const scanner = await watchedPage(browser);
    await scanner.page.goto(url, { waitUntil: "networkidle" });
    await scanner.page.close();

    const { page, complaints, origins } = await watchedPage(browser);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(`${request.method()} ${request.url()}`));
    await page.goto(url);
    await screenshot(page, "magic-link");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(`You are signed in as ${email}.`).waitFor();
    assert.ok(!page.url().includes(tokenOf(url)), "the address bar forgets the token");
    const [cookie] = await page.context().cookies();
    assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite, cookie?.path], [
      "service_session",
      true,
      "Lax",
      "/",
    ]);
    assert.ok(requested.every((line) => !line.includes(tokenOf(url))), "no URL that is sent has the token");
    const me = "fetch('/v1/auth/me').then((response) => response.json())";
    assert.equal((await page.evaluate<{ data: { user: { email: string } } }>(me)).data.user.email, email);
    assert.deepEqual([complaints, [...origins]], [[], [new URL(api.baseUrl).origin]]);
    await page.goto("about:blank");
    await page.goto(url);
    await page.getByRole("button").click();
    await statusOf(page).getByText("was used").waitFor();
    assert.equal(await page.getByRole("button").isDisabled(), true);
    await page.close();
  });

  it("set a new password", async () => {
    const email = newEmail();
    await requestLink(email);
    const first = await call("POST", "/v1/auth/magic-link/verify", {
      body: { token: tokenOf(await linkTo(email)) },
    });
    assert.equal(first.status, 200);
    await call("POST", "/v1/auth/password/reset/request", { body: { email } });
    const url = await linkTo(email, 2);
    for (let i = 0; i < 2; i++) await (await fetch(url)).body?.cancel();
    const { page, complaints } = await watchedPage(browser);
    await page.goto(url);
    await page.getByLabel("New password").fill("too short");
    await page.getByRole("button").click();
    assert.equal(await page.evaluate("document.querySelector('input').validity.valid"), false);
    await page.getByLabel("New password").fill("correct horse battery");
    await screenshot(page, "reset");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("Your password is set").waitFor();
    assert.deepEqual(complaints, []);
    const login = { email, password: "correct horse battery" };
    assert.equal((await call("POST", "/v1/auth/password/login", { body: login })).status, 200);
    const again = { token: tokenOf(url), password: "another password" };
    assertRefused(
      await call("POST", "/v1/auth/password/reset/confirm", { body: again }),
      401,
      "invalid_or_expired_token",
    );
  });

  it("run no script but the page's own, and stand in no other site's frame", async () => {
    for (const path of ["/auth/magic-link", "/auth/reset"]) {
      const response = await fetch(api.baseUrl + path);
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe-/);
      assert.equal(response.headers.get("Referrer-Policy"), "no-referrer");
      const { page } = await watchedPage(browser);
      await page.goto(`${api.baseUrl}${path}#token=x`);
      await page.evaluate(
        `const s = document.createElement("script"); s.textContent = "window.ran = 1"; document.body.append(s)`,
      );
      assert.equal(await page.evaluate("window.ran"), undefined);
      await page.close();
    }
  });
});
