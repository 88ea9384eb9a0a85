import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { ROOT } from "#dev/machine/folder.ts";
import { newEmail } from "#testing/accounts.ts";
import { ask } from "#testing/stack.ts";
import { startApi, type TestProcess } from "#testing/processes.ts";
import { ended, endedRun, HEADER, newTrainingRun, putFile, startRun } from "#testing/simulations.ts";
import { newDelivery, type Receiver, startReceiver } from "#testing/webhooks.ts";
import { type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

const HOSTILE =
  `"><img src=x onerror="window.ran=1"><script>window.ran=1</script>{{7*7}}javascript:window.ran=1`;
const QUESTION = `Would you buy ${HOSTILE}?`;
/** Every page of the console, by its path in the table of pages. */
const PATHS = [...readFileSync(join(ROOT, "console/routes.tsx"), "utf8").matchAll(/page\(\s*"(\/[^"]*)"/g)]
  .map(([, path = ""]) => path);

/** Texts that customers, their receivers and their people set, on every page that customers and operators open. */
describe("Hostile texts in the console", function () {
  this.timeout(180_000);
  let browser: Browser;
  let receiver: Receiver;
  let api: TestProcess & { baseUrl: string };
  let seen: ConsolePage;
  const ids = new Map<string, string>();
  /** The query of a page that shows nothing without one. */
  const queries = new Map<string, string>();
  before(async () => {
    const email = newEmail();
    [browser, receiver, api] = await Promise.all([
      startConsoleBrowser(),
      startReceiver(),
      startApi({ OPERATOR_EMAILS: email }),
    ]);
    seen = await openConsole(browser, { email, name: HOSTILE.slice(0, 100), baseUrl: api.baseUrl });
    await seed();
  });
  after(async () => {
    await browser?.close();
    await receiver?.close();
    await api?.stop();
  });

  const post = async (path: string, body: object, method = "POST") => {
    const reply = await seen.person.call(method, path, { body });
    assert.ok(reply.status < 300, `${path}: ${JSON.stringify(reply.meta)}`);
    return reply.data;
  };

  const seed = async () => {
    const { call } = seen.person;
    await post("/v1/organization", { name: `${HOSTILE.slice(0, 60)} ${randomUUID().slice(0, 8)}` }, "PATCH");
    await post("/v1/api-keys", { name: HOSTILE.slice(0, 100), scopes: ["simulations:read"] });
    await post("/v1/organization/invitations", { email: newEmail(), name: HOSTILE.slice(0, 100) });
    const path = `/${randomUUID()}`;
    receiver.behave(path, { status: 500, headers: { "Content-Type": "text/html" }, body: HOSTILE.repeat(3) });
    const webhook = await post("/v1/webhooks", {
      url: `${receiver.url}${path}?q=${encodeURIComponent(HOSTILE)}`,
      events: ["*"],
      description: HOSTILE.slice(0, 100),
      custom_headers: { "X-Hostile": HOSTILE },
      metadata: { "<b>key</b>": HOSTILE },
    });
    ids.set("/webhooks/$id", webhook.id);
    ids.set("/deliveries/$id", await newDelivery(call, webhook.id));
    const [earlier, simulation] = [await run(1), await run(2)];
    await post(
      `/v1/simulations/${simulation}`,
      { name: HOSTILE.slice(0, 100), tags: [HOSTILE.slice(0, 40)] },
      "PATCH",
    );
    ids.set("/simulations/$id", simulation);
    const training = await newTrainingRun(call, {
      workflow_name: HOSTILE.slice(0, 100),
      description: HOSTILE,
    });
    const row = [HOSTILE, QUESTION, "50"].map((cell) => `"${cell.replaceAll('"', '""')}"`).join();
    await putFile(training.uploadUrl, `${HEADER}\n${row}\n`);
    await startRun(call, training.id);
    assert.equal((await endedRun(call, training.id)).status, "COMPLETED");
    ids.set("/training/$id", training.id);
    queries.set("/compare", `?a=${simulation}&b=${earlier}`);
    ids.set("/operate/simulations/$id", simulation);
    ids.set("/operate/organizations/$id", seen.person.organizationId);
  };

  const run = async (seed: number): Promise<string> => {
    const { id } = await post("/v1/simulations", {
      workflow_id: "product-purchase-intent",
      agent_count: 40,
      seed,
      question: QUESTION,
      metadata: { "<i>note</i>": HOSTILE },
    });
    assert.equal((await ended(seen.person.call, id)).status, "completed");
    await ask(
      `UPDATE simulation_chunks SET reasons = array_fill($2::text, ARRAY[cardinality(reasons)]) WHERE simulation_id = $1`,
      [id, HOSTILE],
    );
    return id;
  };

  /** Draws what a page shows late or when it is asked to, hostile texts among it. */
  const draw = async (path: string, page: Page) => {
    const shown = async (name: string, text: string) =>
      await page.getByRole("region", { name, exact: true }).getByText(text).first().waitFor();
    if (path === "/compare") await shown("The runs", QUESTION);
    if (path === "/training/$id") await shown("By segment", HOSTILE);
    if (path === "/simulations/$id") {
      await page.getByRole("tab", { name: "Respondents" }).click();
      await page.getByRole("button", { name: "Show the 40 agents" }).click();
      await shown("The agents", HOSTILE);
    }
  };

  for (const path of PATHS) {
    it(`are text, and run nothing, at ${path}`, async () => {
      const { page, origins } = seen;
      const id = ids.get(path);
      assert.equal(path.includes("$id"), id !== undefined, `give ${path} an id in this spec`);
      let dialogs = 0;
      page.on("dialog", (dialog) => {
        dialogs++;
        void dialog.dismiss();
      });
      await page.goto(`${api.baseUrl}/console${path.replace("$id", id ?? "")}${queries.get(path) ?? ""}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await draw(path, page);
      await page.waitForLoadState("networkidle");
      // Opens what is folded, and every tab, so that all texts are drawn.
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      for (const tab of await page.getByRole("tab").all()) await tab.click();
      assert.equal(await page.evaluate("window.ran"), undefined);
      assert.equal(await page.locator("main img[src=x], main script").count(), 0);
      const links = await page.locator("a[href]").evaluateAll((all) =>
        all.map((a) => new URL((a as { href: string } & typeof a).href).protocol)
      );
      assert.deepEqual(links.filter((protocol) => !/^https?:$|^blob:$/.test(protocol)), []);
      assert.equal(dialogs, 0);
      assert.deepEqual([...origins], [api.baseUrl]);
    });
  }

  it("are shown as they were set", async () => {
    const page = await seen.open("/api-keys", "API keys");
    await page.getByRole("main").getByText(HOSTILE.slice(0, 100)).first().waitFor();
    await page.goto(`${api.baseUrl}/console/simulations/${ids.get("/simulations/$id")}`);
    await page.getByRole("main").getByText(HOSTILE, { exact: false }).first().waitFor();
  });
});
