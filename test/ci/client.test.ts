import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { execa } from "execa";
import { packClient } from "#dev/pack-client.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { output } from "#dev/machine/programs.ts";
import { sign } from "#shared/webhooks/secrets.ts";
import { stack } from "#testing/stack.ts";
import { startBrowser, watchedPage } from "./browser.ts";

/** README.md states the same figure. */
const MAX_BYTES_IN_BROWSERS = 8 * 1024;

const BODY = '{"id":"evt_1","type":"webhook.test","created":1,"data":{"webhook_id":"w","message":"hello"}}';

/** What an integrator's program does; it prints JSON. It runs on every runtime as it stands. */
const PROGRAM = `
import { ServiceError, SimulationService, verifyWebhook, WebhookVerificationError } from "@simulation-service/client";
import { verifyWebhook as alone } from "@simulation-service/client/verify-webhook";
import process from "node:process";

const [baseUrl, apiKey, body, header] = process.argv.slice(2);
const service = new SimulationService({ baseUrl, apiKey });
const { id } = await service.simulations.create({
  workflow_id: "product-purchase-intent",
  question: "Would you buy this oat drink for your breakfast?",
  agent_count: 50,
  generate_insights: false,
});
const { status } = await service.simulations.wait(id, { timeoutMs: 60_000 });
const { verdict } = await service.simulations.results(id, { agents: false });
const csv = await service.simulations.resultsCsv(id, { table: "segments" });
const [newest] = await service.simulations.list({ status: ["completed"] }).take(1);
const refused = await service.simulations.get("0197f7a0-0000-7000-8000-000000000001").catch((error) => error);
const event = await verifyWebhook(body, header, "whsec_test");
const forged = await alone(body, header, "whsec_other").catch((error) => error);
console.log(JSON.stringify([
  status, verdict.total, csv.split(",")[0], typeof newest.id,
  refused instanceof ServiceError, refused.code, event.data.message, forged instanceof WebhookVerificationError,
]));
`;
const PRINTED = ["completed", 50, "dimension", "string", true, "simulation_not_found", "hello", true];

/** Needs node (20 or later) and npm on the PATH, Chromium, and npm's registry for Bun. */
describe("the published client", function () {
  this.timeout(240_000);
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "client-"));
    const packed = await packClient(folder);
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    await output("npm", ["install", "--offline", "--no-audit", "--no-fund", "--prefix", folder, packed]);
    writeFileSync(join(folder, "use.mjs"), PROGRAM);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const use = async (command: string, ...before: string[]): Promise<unknown> => {
    const header = sign("whsec_test", Math.floor(Date.now() / 1000), BODY);
    const { baseUrl, apiKey } = stack();
    return JSON.parse(await output(command, [...before, "use.mjs", baseUrl, apiKey, BODY, header], folder));
  };

  it("has the built modules with their types, and depends on nothing", () => {
    const installed = join(folder, "node_modules/@simulation-service/client");
    const { dependencies, exports, bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    assert.equal(dependencies, undefined);
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    for (
      const path of [
        ...Object.values<Record<string, string>>(exports).flatMap(Object.values),
        ...Object.values<string>(bin),
      ]
    ) {
      assert.ok(files.includes(path.slice(2)), path);
    }
    assert.ok(files.every((file) => !file.endsWith(".ts") || file.endsWith(".d.ts")), files.join());
    const modules = files.filter((file) => file.endsWith(".js") && !file.startsWith("dist/cli/"));
    for (const file of modules) {
      assert.doesNotMatch(readFileSync(join(installed, file), "utf8"), /from "(?!\.)|\bDeno\b/, file);
    }
  });

  it("works on Node", async () => {
    assert.deepEqual(await use("node"), PRINTED);
  });

  it("works on Deno", async () => {
    assert.deepEqual(
      await use(process.execPath, "run", "--no-prompt", "--allow-net", "--allow-read=."),
      PRINTED,
    );
  });

  it("works on Bun", async () => {
    await output("npm", ["install", "--no-audit", "--no-fund", "--prefix", join(folder, "bun"), "bun@1.4.5"]);
    assert.deepEqual(await use(join(folder, "bun/node_modules/.bin/bun")), PRINTED);
  });

  it("type-checks in a strict project with nothing but the browser's types", async () => {
    writeFileSync(
      join(folder, "use.ts"),
      `import { ServiceError, SimulationService } from "@simulation-service/client";
       const service = new SimulationService({ baseUrl: "https://api.example.com" });
       export async function ceiling(): Promise<number> {
         try { return (await service.simulations.results("id")).verdict.yes_pct; } catch (error) {
           if (error instanceof ServiceError && error.code === "agent_count_exceeds_plan") return error.meta.ceiling;
           throw error;
         }
       }`,
    );
    const compilerOptions = {
      ...{
        noEmit: true,
        strict: true,
        module: "nodenext",
        target: "es2022",
        lib: ["es2022", "dom"],
        types: [],
      },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const checked = await execa("node", [tsc], { cwd: folder, reject: false });
    assert.equal(checked.exitCode, 0, checked.stdout);
  });

  it("can be published to JSR: its public types need no inference", async () => {
    const sources = join(folder, "jsr");
    mkdirSync(sources);
    cpSync(join(ROOT, "client"), sources, { recursive: true });
    rmSync(join(sources, "package.json"));
    const args = ["publish", "--dry-run", "--allow-dirty"];
    const { exitCode, all } = await execa(process.execPath, args, { cwd: sources, all: true, reject: false });
    assert.equal(exitCode, 0, all);
    assert.match(all, /generated\/api\.ts/);
  });

  it("has a command that asks from a shell", async () => {
    const { stdout } = await execa(
      join(folder, "node_modules/.bin/simulation-service"),
      ["ask", "Would you buy this oat drink for your breakfast?", "--agents", "50"],
      { env: { SIMULATION_SERVICE_URL: stack().baseUrl, SIMULATION_SERVICE_API_KEY: stack().apiKey } },
    );
    assert.match(stdout, /^ {2}yes +\d+\.\d %/m);
  });

  it("is small in a browser, and works there", async () => {
    const entry = join(folder, "node_modules/@simulation-service/client/dist/index.js");
    const { outputFiles: [bundle] } = await build({
      ...{
        entryPoints: [entry],
        bundle: true,
        minify: true,
        format: "esm",
        write: false,
        platform: "browser",
      },
    });
    const size = gzipSync(bundle!.contents).length;
    assert.ok(size <= MAX_BYTES_IN_BROWSERS, `${size} bytes`);
    const site = await startSite(bundle!.text);
    const browser = await startBrowser();
    try {
      const { page, complaints } = await watchedPage(browser);
      await page.goto(site.url);
      const text = await page.getByTestId("printed").innerText({ timeout: 60_000 });
      assert.deepEqual(JSON.parse(text), ["completed", 50, "TypeError"]);
      assert.deepEqual(complaints, []);
    } finally {
      await browser.close();
      site.server.closeAllConnections();
      site.server.close();
    }
  });
});

const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="module">
import { SimulationService, verifyWebhook } from "/client.js";
const { simulations } = new SimulationService({ baseUrl: location.origin });
const { id } = await simulations.create({ workflow_id: "product-purchase-intent", agent_count: 50, question: "Would you?" });
const { status } = await simulations.wait(id);
const { verdict } = await simulations.results(id, { agents: false });
const error = await verifyWebhook("", null, "").catch((error) => error);
document.body.innerHTML = "<p data-testid=printed></p>";
document.querySelector("p").textContent = JSON.stringify([status, verdict.total, error.name]);
</script>`;

/** A site of an integrator: it serves a page, and passes the page's calls on with the key. */
async function startSite(bundle: string): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { url = "", method = "GET", headers } = request;
    if (url === "/") return response.writeHead(200, { "Content-Type": "text/html" }).end(PAGE);
    if (url === "/client.js") {
      return response.writeHead(200, { "Content-Type": "text/javascript" }).end(bundle);
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const passed = await fetch(`${stack().baseUrl}${url}`, {
      method,
      headers: {
        Authorization: `Bearer ${stack().apiKey}`,
        ...(method === "POST" ? { "Content-Type": "application/json" } : {}),
        ...(headers["idempotency-key"] ? { "Idempotency-Key": String(headers["idempotency-key"]) } : {}),
      },
      ...(method === "POST" ? { body: await new Blob(chunks as BlobPart[]).text() } : {}),
    });
    return response.writeHead(passed.status, { "Content-Type": "application/json" }).end(await passed.text());
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
