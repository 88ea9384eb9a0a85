import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { startChild } from "#dev/machine/child.ts";
import { ROOT } from "#dev/machine/folder.ts";

type Environment = Readonly<Record<string, string>>;

const SECRETS = {
  DATABASE_URL: "mysql://app:hunter1@db.internal/service",
  REDIS_URL: "cache:hunter2@cache.internal",
  SECRETS_KEYS: "hunter3hunter3hunter3",
  S3_SECRET_ACCESS_KEY: "hunter4",
  TEMPORAL_API_KEY: "hunter5",
};

describe("A process that is configured wrongly", function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "config-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs an entry point to its end. */
  async function run(main: string, env: Environment, args: readonly string[] = []) {
    const logFile = join(folder, "output");
    const child = await startChild({
      name: main,
      command: Deno.execPath(),
      args: ["run", "-A", join(ROOT, main), ...args],
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      logFile,
    });
    return { end: await child.exited, output: readFileSync(logFile, "utf8") };
  }

  const faultsIn = (output: string) => [...output.matchAll(/^ {2}(\S.*)$/gm)].map(([, fault]) => fault);

  it("names all missing settings at once and exits with 1: the API", async () => {
    const { end, output } = await run("api/main.ts", {});
    assert.equal(end, "exit code 1");
    assert.match(output, /^Cannot start, the configuration is wrong:\n/);
    assert.deepEqual(faultsIn(output), [
      "DATABASE_URL is missing",
      "REDIS_URL is missing",
      "SECRETS_KEYS is missing",
      "UPLOADS_DIR is missing (or S3_BUCKET, for an S3-compatible store)",
    ]);
  });

  it("names all wrong settings at once: the worker, and an unknown task queue", async () => {
    const { end, output } = await run("workers/main.ts", {
      ...SECRETS,
      AGENTS_BASE_URL: "model-server",
      READING_API_KEY: "hunter6",
      SIMULATION_DEADLINE_SECONDS: "0",
    }, ["simulations", "simulation", "emails"]);
    assert.equal(end, "exit code 1");
    const faults = faultsIn(output);
    for (
      const name of [
        "DATABASE_URL",
        "REDIS_URL",
        "SECRETS_KEYS",
        "S3_SECRET_ACCESS_KEY",
        "AGENTS_BASE_URL",
        "AGENTS_MODEL",
        "READING_API_KEY",
        "SIMULATION_DEADLINE_SECONDS",
      ]
    ) {
      assert.ok(faults.some((fault) => fault?.startsWith(name)), `${name} in ${output}`);
    }
    assert.ok(
      faults.includes(
        "unknown task queue simulation, emails: choose among simulations, small-simulations, readings, training, deliveries, operations",
      ),
      output,
    );
    assert.equal(new Set(faults).size, faults.length);
  });

  it("prints no secret and no stack", async () => {
    for (const main of ["api/main.ts", "workers/main.ts"]) {
      const { output } = await run(main, SECRETS);
      assert.ok(faultsIn(output).length >= 4, output);
      assert.doesNotMatch(output, /hunter|\.ts:\d/);
    }
  });
});
