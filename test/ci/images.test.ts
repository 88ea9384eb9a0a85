import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { chown } from "node:fs/promises";
import { join } from "node:path";
import type { Child } from "#dev/machine/child.ts";
import { output } from "#dev/machine/programs.ts";
import { freePort } from "#dev/services/service.ts";
import { parseLogEntry } from "#dev/machine/terminal.ts";
import { WaitAborted, waitFor } from "#dev/machine/wait.ts";
import { serveFirstCustomer } from "./first-customer.ts";
import { createDatabase, newFolder, startTemporal, type TestDatabase } from "#testing/processes.ts";
import { stack } from "#testing/stack.ts";
import { Images, type Target } from "./images.ts";

const SERVICE_USER = 10_001;

describe("The images of deploy/Dockerfile", function () {
  this.timeout(600_000);
  const images = new Images();
  const started: Child[] = [];
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let settings: Record<string, string>;
  const uploads = newFolder("uploads");

  before(async () => {
    await images.build(["command", "worker", "api"]);
    [database, temporal] = await Promise.all([createDatabase({ empty: true }), startTemporal()]);
    mkdirSync(uploads);
    await chown(uploads, SERVICE_USER, SERVICE_USER);
    settings = {
      DATABASE_URL: database.url,
      REDIS_URL: stack().redisUrl,
      TEMPORAL_ADDRESS: temporal.address,
      SECRETS_KEYS: stack().settings.SECRETS_KEYS ?? "",
      UPLOADS_DIR: "/uploads",
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      DRAIN_SECONDS: "0",
    };
  });
  after(async () => {
    await Promise.all(started.map((child) => child.stop()));
    await temporal?.stop();
    await database?.drop();
    await images.remove();
  });

  async function run(target: Target, args?: readonly string[]): Promise<Child> {
    const child = await images.run(target, { settings, args, volumes: { "/uploads": uploads } });
    started.push(child);
    return child;
  }
  const entries = (child: Child) => child.lastLines(1_000).split("\n").map(parseLogEntry);

  async function runServer(target: Target, ready: string): Promise<Child> {
    const child = await run(target);
    await waitFor(`the log line “${ready}”`, () => {
      if (!child.alive()) throw new WaitAborted(child.lastLines(40));
      return entries(child).some((entry) => entry?.msg === ready) || undefined;
    }, { seconds: 60 });
    return child;
  }

  it("hold the release's files alone, belong to root and run as a user without rights", async () => {
    for (const target of ["api", "worker", "command"] as const) {
      assert.equal((await images.config(target)).User, String(SERVICE_USER), target);
    }
    const root = await images.files("api");
    assert.deepEqual(readdirSync(join(root, "app")).sort(), [
      ...[
        "activities",
        "api",
        "client",
        "commands",
        "console",
        "db",
        "deno.lock",
        "deploy",
        "dev",
        "docs",
        "engine",
      ],
      ...["node_modules", "package.json", "providers", "research", "shared", "temporal"],
      ...["tsconfig.json", "workers", "workflows", "workflows.js"],
    ]);
    assert.deepEqual(readdirSync(join(root, "app/console")), ["dist"]);
    assert.deepEqual(readdirSync(join(root, "app/research")), ["agents"]);
    const writable = ["-user", String(SERVICE_USER), "-o", "-perm", "-o+w", "!", "-type", "l"];
    assert.equal(await output("find", [join(root, "app"), ...writable]), "");
  });

  it("take at most 700 MB with their Debian", async () => {
    const [kilobytes] = (await output("du", ["-skx", await images.files("api")])).split("\t");
    assert.ok(Number(kilobytes) < 700_000, `${kilobytes} kB`);
  });

  it("migrate an empty database and create the operators' key", async () => {
    for (const command of ["migrate", "create-operator-key"]) {
      const child = await run("command", [`commands/${command}.ts`]);
      assert.equal(await child.exited, "exit code 0", child.lastLines(40));
      const [, id] = /^OPERATOR_KEY_IDS +(\S+)$/m.exec(child.lastLines()) ?? [];
      const [, key] = /^API key +(\S+)$/m.exec(child.lastLines()) ?? [];
      if (id !== undefined && key !== undefined) {
        settings = { ...settings, OPERATOR_KEY_IDS: id, OPERATOR_KEY: key };
      }
    }
    assert.ok(settings.OPERATOR_KEY_IDS);
  });

  it("serve a customer: a simulation completes, an upload arrives, the console opens, and nothing is logged as wrong", async () => {
    const servers = [await runServer("api", "api ready"), await runServer("worker", "worker ready")];
    const baseUrl = `http://127.0.0.1:${settings.PORT}`;
    await serveFirstCustomer(baseUrl, settings.OPERATOR_KEY ?? "");
    for (const path of ["/console", "/docs", "/docs/reference.js"]) {
      const response = await fetch(`${baseUrl}${path}`);
      await response.body?.cancel();
      assert.equal(response.status, 200, path);
    }
    for (const server of servers) {
      assert.equal(await images.terminate(server), "exit code 0", server.lastLines(20));
      const wrong = entries(server).filter((entry) =>
        entry !== undefined && /warn|error|fatal/.test(entry.level)
      );
      assert.deepEqual(wrong, [], server.name);
      assert.ok(
        entries(server).some((entry) => entry?.msg === `${server.name} stopped`),
        server.lastLines(5),
      );
    }
  });
});
