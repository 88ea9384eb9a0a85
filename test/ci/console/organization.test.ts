import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { callerWithCookie, newEmail, signIn, withSessions, writtenMailTo } from "#testing/accounts.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";
import { assertUnharmed, HOSTILE } from "./hostile.ts";

describe("The console's organization", function () {
  this.timeout(120_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
  });
  beforeEach(async () => {
    console = await openConsole(browser);
  });
  afterEach(() => console.context.close());
  after(() => browser?.close());

  const statusOf = async (token: string) => (await callerWithCookie(token)("GET", "/v1/auth/me")).status;
  const confirm = (page: Page, name: string) =>
    page.getByRole("alertdialog").getByRole("button", { name }).click();
  const signedOut = (page: Page) => page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();

  it("change its name, which stands at the top at once", async () => {
    const name = `${HOSTILE} ${crypto.randomUUID().slice(0, 8)}`;
    const page = await console.open("/organization", "Organization");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("banner").getByRole("button", { name: `Account of ${name}` }).waitFor();
    const other = await signIn();
    const { data } = await other.call("GET", "/v1/organization");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(data.name.toUpperCase());
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByText("organization_name_taken").waitFor();
    await page.keyboard.press("Escape");
    await assertUnharmed(page);
  });

  it("invite, mail again, and revoke", async () => {
    const email = newEmail();
    const page = await console.open("/organization", "Organization");
    await page.getByRole("heading", { name: "Nobody is invited" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Invite", exact: true }).count(), 1);
    await page.locator(".empty").getByRole("button", { name: "Invite" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Name").fill(HOSTILE);
    await page.getByRole("button", { name: "Mail the invitation" }).click();
    const row = page.getByRole("table", { name: "Open invitations" }).getByRole("row").filter({
      hasText: email,
    });
    await row.waitFor();
    await writtenMailTo(email, 1);
    await eventually(
      "the page to say that it was mailed",
      async () => (await row.innerText()).includes("on its way") ? undefined : true,
    );
    assert.match(await row.innerText(), /in 7 days/);
    await page.getByRole("button", { name: `Mail again to ${email}` }).click();
    await confirm(page, "Mail another link");
    await writtenMailTo(email, 2);
    await assertWellMade(page, "organization");
    await page.getByRole("button", { name: `Revoke ${email}` }).click();
    await confirm(page, "Revoke the invitation");
    await page.getByRole("heading", { name: "Nobody is invited" }).waitFor();
    await assertUnharmed(page);
  });

  it("remove a member, whose sessions end", async () => {
    const { organizationId } = console.person;
    const member = await signIn({ organizationId, name: HOSTILE });
    const page = await console.open("/organization", "Organization");
    await page.getByRole("table", { name: "Members" }).getByText(HOSTILE).waitFor();
    await page.getByRole("button", { name: `Remove ${member.email}` }).click();
    await assertUnharmed(page);
    await confirm(page, "Remove the person");
    await page.getByText(member.email, { exact: true }).waitFor({ state: "detached" });
    assert.equal(await statusOf(member.token), 401);
    await page.getByRole("button", { name: "Leave the organization" }).click();
    await confirm(page, "Leave");
    await page.getByRole("alertdialog").getByText("This is the last owner").waitFor();
  });

  it("end one of one's own sessions, and all", async () => {
    const { email, token, userId } = console.person;
    const [user] = await ask<{ session_generation: number }>(
      "SELECT session_generation FROM users WHERE id = $1",
      [userId],
    );
    const generation = user?.session_generation ?? NaN;
    const other = await withSessions((sessions) =>
      sessions.open({ user_id: userId, generation, method: "password", user_agent: HOSTILE })
    );
    assert.equal(await statusOf(other.token), 200);
    const page = await console.open("/organization", "Organization");
    const sessions = page.getByRole("table", { name: "Sessions" }).locator("tbody tr");
    await sessions.first().waitFor();
    assert.equal(await sessions.count(), 2);
    await page.getByRole("button", { name: `End the session in ${HOSTILE}` }).click();
    await confirm(page, "End the session");
    await page.getByText(HOSTILE).waitFor({ state: "detached" });
    assert.equal(await statusOf(other.token), 401);
    assert.match(await sessions.first().innerText(), /this one/);
    await assertUnharmed(page);
    await page.getByRole("button", { name: "End all" }).click();
    await confirm(page, "End all");
    await signedOut(page);
    assert.equal(await statusOf(token), 401, email);
  });

  it("be deleted by its name alone", async () => {
    const page = await console.open("/organization", "Organization");
    const { data } = await console.person.call("GET", "/v1/organization");
    await page.getByRole("button", { name: "Delete the organization" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name of the organization").fill(data.name.slice(1));
    await dialog.getByRole("button", { name: "Delete it for good" }).click();
    await dialog.getByRole("alert").filter({ hasText: "Nothing was deleted" }).waitFor();
    assert.equal(await statusOf(console.person.token), 200);
    await assertWellMade(page, "organization-delete");
    await dialog.getByLabel("Name of the organization").fill(data.name);
    await dialog.getByRole("button", { name: "Delete it for good" }).click();
    await signedOut(page);
    assert.equal(await statusOf(console.person.token), 401);
  });

  it("changes roles, and shows members neither that nor the deletion", async () => {
    const { organizationId } = console.person;
    const colleague = await signIn({ organizationId });
    const page = await console.open("/organization", "Organization");
    await page.getByRole("button", { name: `Make owner: ${colleague.email}` }).click();
    await confirm(page, "Make an owner");
    await page.getByRole("button", { name: `Make member: ${colleague.email}` }).waitFor();
    await console.open("/audit", "Audit log");
    const log = page.getByRole("table", { name: "Audit log" });
    await log.getByText("member.change_role").waitFor();
    await assertWellMade(page, "audit");
    await ask(
      "UPDATE audit_log SET created_at = created_at - interval '2 hours' WHERE of_organization = $1",
      [organizationId],
    );
    await page.getByLabel("When").selectOption("the last hour");
    await page.getByRole("heading", { name: "Nothing has changed" }).waitFor();
    await page.getByLabel("When").selectOption("the last 24 hours");
    await log.getByText("member.change_role").waitFor();
    assert.match(page.url(), /within=.*1440/);
    await console.open("/organization", "Organization");
    const demoted = await colleague.call("PATCH", `/v1/organization/members/${console.person.userId}`, {
      body: { role: "member" },
    });
    assert.equal(demoted.status, 200);
    await page.reload();
    await page.getByRole("button", { name: "Leave the organization" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^(Make|Remove) / }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Delete the organization" }).count(), 0);
  });
});
