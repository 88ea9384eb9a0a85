import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { output } from "#dev/machine/programs.ts";
import { sign } from "#shared/webhooks/secrets.ts";
import { newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";
import { eventually } from "#testing/times.ts";
import { start } from "../../client/receiver-checks.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";
import { assertUnharmed, HOSTILE } from "./hostile.ts";

/** Needs python3 (3.9 or later) on the PATH. */
describe("The console's webhooks", function () {
  this.timeout(120_000);
  let browser: Browser;
  let receiver: Receiver;
  let console: ConsolePage;
  before(async () => {
    [browser, receiver] = await Promise.all([startConsoleBrowser(), startReceiver()]);
    console = await openConsole(browser);
  });
  after(() => Promise.all([browser?.close(), receiver?.close()]));

  const said = (page: Page, text: string | RegExp) =>
    page.getByRole("status").filter({ hasText: text }).first().waitFor();
  const openWebhook = async (path: string, change: object = {}) => {
    const webhook = await newWebhook(console.person.call, receiver.url + path, change);
    return { ...webhook, page: await console.open(`/webhooks/${webhook.id}`, /./) };
  };

  it("teach what a webhook is for, where there is none", async () => {
    const page = await console.open("/webhooks", "Webhooks");
    await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
    await assertWellMade(page, "webhooks-empty");
  });

  it("create one, with its secret shown once and the values of its headers masked afterwards", async () => {
    const page = await console.open("/webhooks", "Webhooks");
    await page.getByRole("button", { name: "New webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("URL").fill(`${receiver.url}/created`);
    await dialog.getByLabel("Description").fill(HOSTILE);
    await dialog.getByRole("button", { name: "Add a header" }).click();
    await dialog.getByLabel("Name of header 1").fill("X-Token");
    await dialog.getByLabel("Value of header 1").fill("a credential");
    await dialog.getByRole("button", { name: "Add a pair" }).click();
    await dialog.getByLabel("Name of pair 1").fill("<b>team</b>");
    await dialog.getByLabel("Value of pair 1").fill(HOSTILE);
    await assertWellMade(page, "webhook-new");
    await dialog.getByRole("button", { name: "Create the webhook" }).click();
    const secret = await page.locator(".secret code").innerText();
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    await assertWellMade(page, "webhooks-created");
    await page.getByRole("table").getByRole("link", { name: HOSTILE }).click();
    await page.getByText("X-Token: ********").waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    const [received] = await receiver.until("/created", 1);
    assert.equal(received?.headers["x-token"], "a credential");
    const signature = String(received?.headers["x-service-signature"]);
    const time = Number(/t=(\d+)/.exec(signature)?.[1]);
    assert.equal(signature, sign(secret, time, received?.body ?? ""));
    await said(page, "Delivered: the endpoint answered 2xx.");
    await assertWellMade(page, "webhook");
    await assertUnharmed(page);
    await page.reload();
    await page.getByText("X-Token: ********").waitFor();
    assert.equal(await page.getByText(secret).count(), 0);
    assert.equal(await page.getByText("a credential").count(), 0);
  });

  it("say beside the field what the service refuses, and take it corrected", async () => {
    const page = await console.open("/webhooks", "Webhooks");
    await page.getByRole("button", { name: "New webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("URL").fill("javascript:alert(1)");
    await dialog.getByRole("button", { name: "Create the webhook" }).click();
    await dialog.getByRole("alert").filter({ hasText: "URL must be an absolute https:// URL" }).waitFor();
    await dialog.getByLabel("URL").fill(`${receiver.url}/refused`);
    await dialog.getByRole("button", { name: "Add a header" }).click();
    await dialog.getByLabel("Name of header 1").fill("Host");
    await dialog.getByRole("button", { name: "Create the webhook" }).click();
    await dialog.getByRole("alert")
      .filter({ hasText: "Custom headers Host is set by the service or the connection" }).waitFor();
    await dialog.getByLabel("Name of header 1").fill("X-Token");
    await dialog.getByLabel("Value of header 1").fill("a credential");
    await dialog.getByRole("button", { name: "Create the webhook" }).click();
    await page.locator(".secret code").waitFor();
  });

  it("show receivers that verify its signature: the suite's own, and one of them takes its deliveries", async () => {
    const { page } = await openWebhook("/example");
    for (const [language, file] of [["Go", "receiver.go"], ["Python", "receiver.py"]] as const) {
      await page.getByRole("tab", { name: language }).click();
      await page.getByLabel(file, { exact: true }).waitFor();
      assert.equal(await page.getByLabel(file, { exact: true }).textContent(), example(file));
    }
    await page.getByRole("tab", { name: "TypeScript" }).click();
    const shown = await page.getByLabel("receiver.ts", { exact: true }).textContent() ?? "";
    assert.match(
      shown,
      /^import \{ verifyWebhook, .* \} from "@simulation-service\/client\/verify-webhook";$/m,
    );
    const [imported, ours] = [shown, example("receiver.ts")].map((text) =>
      text.split(/verify-webhook[^\n]*\n/).at(-1)
    );
    assert.equal(imported, ours);

    await page.getByRole("button", { name: "Rotate the secret" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Rotate the secret" }).click();
    const secret = await page.locator(".secret code").innerText();
    await page.getByRole("tab", { name: "Python" }).click();
    assert.match(
      await page.getByLabel("Command for Python").innerText(),
      new RegExp(`WEBHOOK_SECRET=${RegExp.escape(secret)} `),
    );
    const folder = mkdtempSync(join(tmpdir(), "shown-"));
    writeFileSync(
      join(folder, "receiver.py"),
      await page.getByLabel("receiver.py", { exact: true }).textContent() ?? "",
    );
    const python = await start("python3", [join(folder, "receiver.py")], { WEBHOOK_SECRET: secret });
    try {
      const signed = await page.getByLabel("A signed request").innerText();
      const answer = await output("sh", ["-c", signed.replace("http://127.0.0.1:8000", python.url)]);
      assert.match(answer, /^HTTP\/1\.1 204/);
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").getByLabel("URL").fill(`${python.url}/hooks`);
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await said(page, "Saved.");
      await page.getByRole("button", { name: "Send a test" }).click();
      await said(page, "Delivered: the endpoint answered 2xx.");
      assert.match(python.output(), /evt_\S+ test: This is a test[^]*evt_\S+ test: This is a test/);
    } finally {
      await python.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it("hold deliveries while it is disabled, and release them", async () => {
    const { page } = await openWebhook("/held");
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable it" }).click();
    await page.getByText("its pending ones are held").first().waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    await said(page, "webhook.test: Held, because its webhook is disabled.");
    await assertWellMade(page, "webhook-disabled");
    await page.getByRole("button", { name: "Enable, and release held deliveries" }).click();
    await said(page, "held deliveries are released");
    await said(page, "Delivered: the endpoint answered 2xx.");
  });

  it("edit without touching the headers, warn where a new origin drops them, and replace them", async () => {
    const { id, page } = await openWebhook("/edited", { custom_headers: { "X-Token": "old" } });
    const now = async () => (await console.person.call("GET", `/v1/webhooks/${id}`)).data;
    const edit = async (change: (dialog: ReturnType<Page["getByRole"]>) => Promise<void>) => {
      await page.getByRole("button", { name: "Edit" }).click();
      await change(page.getByRole("dialog"));
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await edit(async (dialog) => {
      await dialog.getByLabel("Description").fill("Renamed");
      await dialog.getByLabel("every event, of later releases too").uncheck();
      await dialog.getByLabel("simulation.failed").check();
    });
    await page.getByRole("heading", { level: 1, name: "Renamed" }).waitFor();
    assert.deepEqual((await now()).events, ["simulation.failed"]);
    await edit(async (dialog) => {
      await dialog.getByLabel("Give all custom headers anew").check();
      await dialog.getByLabel("Value of header 1").fill("new");
    });
    await page.getByRole("button", { name: "Send a test" }).click();
    assert.equal((await receiver.until("/edited", 1))[0]?.headers["x-token"], "new");
    await edit(async (dialog) => {
      await dialog.getByLabel("URL").fill("https://elsewhere.example/hooks");
      await dialog.getByText("these headers are dropped").waitFor();
    });
    assert.deepEqual((await now()).custom_headers, {});
  });

  it("look failing in the list where their deliveries fail, and well where they arrive", async () => {
    // Of an organization of its own, whose list is these two.
    const { context, person: { call }, open } = await openConsole(browser);
    receiver.behave("/fails", { status: 500 });
    for (const [path, status] of [["/fails", "pending"], ["/arrives", "succeeded"]] as const) {
      const { id } = await newWebhook(call, receiver.url + path, { description: `Day of ${path}` });
      const delivery = await newDelivery(call, id);
      await eventually(`an attempt at ${path}`, async () => {
        const { data } = await call("GET", `/v1/deliveries/${delivery}`);
        return data.attempt_count === 1 && data.status === status || undefined;
      });
    }
    const page = await open("/webhooks", "Webhooks");
    const dayOf = async (path: string) =>
      (await page.getByRole("row").filter({ hasText: `Day of ${path}` }).locator(".day").innerText())
        .split(/\s*\n\s*/);
    assert.deepEqual(await dayOf("/fails"), ["failing 0 %", "1 of 1 failed"]);
    assert.deepEqual(await dayOf("/arrives"), ["well 100 %", "none of 1 failed"]);
    await assertWellMade(page, "webhooks-day");
    await context.close();
  });

  it("explain every type of event with the body that is sent, and lead to the reference", async () => {
    const page = await console.open("/events", "Events");
    const { data } = await console.person.call("GET", "/v1/event-types");
    assert.equal(data.length, 7);
    for (const { type, example } of data) {
      const section = page.getByRole("region", { name: type, exact: true });
      await section.getByText("Example of its body").click();
      assert.deepEqual(
        JSON.parse(await section.getByLabel(`Example of ${type}`, { exact: true }).innerText()),
        example,
      );
    }
    await assertWellMade(page, "events");
    const reference = page.getByRole("link", { name: "API reference" });
    assert.match(await reference.getAttribute("href") ?? "", /\/docs$/);
  });

  it("delete one, and give a callback secret once", async () => {
    const { page } = await openWebhook("/deleted", { description: "To be deleted" });
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete the webhook" }).click();
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    await page.getByRole("table").waitFor();
    assert.equal(await page.getByText("To be deleted").count(), 0);
    await page.getByRole("button", { name: "Make a callback secret" }).click();
    await page.getByRole("button", { name: "Make the secret" }).click();
    const first = await page.locator(".secret code").innerText();
    await page.getByRole("button", { name: "Rotate the callback secret" }).click();
    await page.getByRole("button", { name: "Rotate the secret" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    assert.notEqual(await page.locator(".secret code").innerText(), first);
  });
});

function example(file: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../docs/webhooks/${file}`, import.meta.url)), "utf8");
}
