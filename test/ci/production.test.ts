import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { type Child, startChild } from "#dev/machine/child.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { freePort } from "#dev/services/service.ts";
import { parseLogEntry } from "#dev/machine/terminal.ts";
import { WaitAborted, waitFor } from "#dev/machine/wait.ts";
import { callerWith } from "#testing/caller.ts";
import { serveFirstCustomer } from "./first-customer.ts";
import { createDatabase, newFolder, startTemporal, type TestDatabase } from "#testing/processes.ts";
import { startSmtpServer, type TestSmtpServer, tokenIn } from "#testing/smtp-server.ts";
import { stack } from "#testing/stack.ts";

/** The commands of README's section on production, as they are written there. */
function readmeCommands(): string[] {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [, block] = /^## Running it for real$[^]*?^```sh\n([^]*?)^```$/m.exec(readme) ?? [];
  assert.ok(block !== undefined, "README.md has no commands under “Running it for real”");
  return block.trimEnd().split("\n");
}

describe("README's production commands, with their permissions", function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let settings: Record<string, string>;
  let smtp: TestSmtpServer;
  const started: Child[] = [];
  const bundle = join(ROOT, "workflows.js");

  before(async () => {
    const uploads = newFolder("uploads");
    await mkdir(uploads);
    [database, temporal] = await Promise.all([createDatabase({ empty: true }), startTemporal()]);
    const port = await freePort();
    smtp = await startSmtpServer();
    settings = {
      DATABASE_URL: database.url,
      REDIS_URL: stack().redisUrl,
      TEMPORAL_ADDRESS: temporal.address,
      SECRETS_KEYS: stack().settings.SECRETS_KEYS ?? "",
      UPLOADS_DIR: uploads,
      // By its name, which the process looks up.
      SMTP_URL: smtp.url.replace("127.0.0.1", "localhost"),
      MAIL_FROM: "no-reply@example.com",
      PORT: String(port),
    };
  });
  after(async () => {
    await Promise.all(started.map((child) => child.stop()));
    rmSync(bundle, { force: true });
    await smtp?.close();
    await temporal?.stop();
    await database?.drop();
  });

  /** Runs a line of README in a shell, whose environment has the settings and a shell's own variables. */
  async function run(line: string): Promise<Child> {
    const { PATH, HOME, DENO_DIR } = process.env;
    const child = await startChild({
      name: line,
      // Bash replaces itself by a single command, so that signals reach that command.
      command: "bash",
      args: ["-c", line],
      cwd: ROOT,
      env: { ...settings, PATH: `${dirname(process.execPath)}:${PATH}`, HOME, DENO_DIR, DENO_NO_PROMPT: "1" },
      logFile: join(newFolder("production"), "output.log"),
      register: stack().register,
    });
    started.push(child);
    return child;
  }
  const entries = (child: Child) => child.lastLines(1_000).split("\n").map(parseLogEntry);
  const servers: Record<string, Child> = {};

  for (const line of readmeCommands()) {
    const server = /(api|workers)\/main\.ts/.exec(line)?.[1];
    it(`run: ${line}`, async () => {
      const child = await run(line);
      if (server === undefined) {
        assert.equal(await child.exited, "exit code 0", child.lastLines(40));
        const [, id] = /^OPERATOR_KEY_IDS +(\S+)$/m.exec(child.lastLines()) ?? [];
        const [, key] = /^API key +(\S+)$/m.exec(child.lastLines()) ?? [];
        if (id !== undefined && key !== undefined) {
          settings = { ...settings, OPERATOR_KEY_IDS: id, OPERATOR_KEY: key };
        }
        return;
      }
      servers[server] = child;
      const ready = server === "api" ? "api ready" : "worker ready";
      await waitFor(`the log line “${ready}”`, () => {
        if (!child.alive()) throw new WaitAborted(child.lastLines(40));
        return entries(child).some((entry) => entry?.msg === ready) || undefined;
      }, { seconds: 60 });
    });
  }

  it("bundle the workflows into a file", () => assert.ok(existsSync(bundle)));

  it("serve customers: an operator creates one, whose simulation completes and whose upload arrives", async () => {
    await serveFirstCustomer(`http://127.0.0.1:${settings.PORT}`, settings.OPERATOR_KEY ?? "");
  });

  it("serve people: one signs in by a mailed link, sets a password by another and logs in", async () => {
    const call = callerWith(null, `http://127.0.0.1:${settings.PORT}`);
    const post = async (path: string, body: object) => {
      const reply = await call("POST", `/v1/auth/${path}`, { body });
      assert.ok(reply.status < 300, JSON.stringify(reply.meta));
    };
    const email = "ada@example.com";
    await post("magic-link/request", { email, name: "Ada", organization_name: "Analytical Engines" });
    await post("magic-link/verify", { token: tokenIn(await smtp.mailTo(email)) });
    await post("password/reset/request", { email });
    const password = "correct horse battery";
    await post("password/reset/confirm", { token: tokenIn(await smtp.mailTo(email, 2)), password });
    await post("password/login", { email, password });
    await smtp.mailTo(email, 3);
  });

  it("end in an orderly way at SIGTERM, and have logged no warning", async () => {
    for (const [name, child] of Object.entries(servers)) {
      child.kill("SIGTERM");
      assert.equal(await child.exited, "exit code 0", name);
      const warnings = entries(child).filter((entry) =>
        entry !== undefined && /warn|error|fatal/.test(entry.level)
      );
      assert.deepEqual(warnings, [], name);
    }
  });
});
