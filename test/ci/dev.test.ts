import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { type Child, startChild } from "#dev/machine/child.ts";
import { type DevEnvironment, readEnvironment } from "#dev/machine/environment.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { processFacts } from "#dev/machine/processes.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { temporaryFolder } from "#test/dev/temporary-folder.ts";

/** From the start to the first verdict, on a machine that runs other specs too, and may build Temporal first. */
const START_SECONDS = 300;
/** A restart takes a second on an idle machine; here other specs run beside it. */
const RESTART_SECONDS = 20;

describe("deno task dev", function () {
  this.timeout(START_SECONDS * 1000);
  const dir = temporaryFolder();
  let count = 0;
  const started: Child[] = [];
  after(() => Promise.all(started.map((child) => child.stop())));

  const run = async (...args: string[]) => {
    const child = await startChild({
      name: "dev",
      command: process.execPath,
      args: ["run", "-A", join(ROOT, "dev/main.ts"), ...args],
      env: { ...process.env, DEV_DIR: dir },
      logFile: join(dir, "output", `${count++}.log`),
      stopSeconds: 40,
    });
    started.push(child);
    return { child, output: () => child.lastLines(1_000) };
  };
  const ready = (child: Child) =>
    waitFor("env.json", () => {
      if (!child.alive()) throw new Error(child.lastLines(50));
      return readEnvironment(dir);
    }, { seconds: START_SECONDS });
  const assertGone = (pids: readonly number[]) => {
    for (const pid of pids) assert.equal(processFacts(pid), undefined, `process ${pid} is still there`);
  };
  const simulations = async ({ base_url, api_key }: DevEnvironment) => {
    const response = await fetch(`${base_url}/v1/simulations`, {
      headers: { Authorization: `Bearer ${api_key}` },
    });
    return (await response.json()).data as { id: string; status: string }[];
  };

  let first: Awaited<ReturnType<typeof run>>;
  let environment: DevEnvironment;

  it("runs a simulation and prints its verdict, the URLs and a curl line", async () => {
    first = await run();
    environment = await ready(first.child);
    const output = first.output();
    const [simulation] = await simulations(environment);
    assert.equal(simulation?.status, "completed");
    assert.match(output, /yes +\d+\.\d %/);
    assert.match(
      output,
      /Between \d+\.\d and \d+\.\d % of U\.S\. adults would say yes, by a survey of 2016 and\s+2018/,
    );
    assert.ok(
      output.includes(
        `${environment.temporal_ui_url}/namespaces/default/workflows/simulation%2F${simulation.id}`,
      ),
    );
    assert.ok(output.includes(`${environment.base_url}/docs`));
    assert.ok(
      output.includes(
        `curl ${environment.base_url}/v1/simulations -H "Authorization: Bearer ${environment.api_key}"`,
      ),
    );
  });

  it("writes env.json with these fields and living processes, readable by its user alone", () => {
    assert.deepEqual(Object.keys(environment).toSorted(), [
      ...["api_key", "base_url", "database_url", "mail_dir", "operator_key", "organization_id"],
      ...["processes", "redis_url", "temporal_address", "temporal_ui_url"],
    ]);
    const { api, worker, postgres, redis, temporal, ...others } = environment.processes;
    assert.deepEqual(others, {});
    assert.match(processFacts(api)?.command ?? "", /api\/main\.ts/);
    assert.match(processFacts(worker)?.command ?? "", /workers\/main\.ts/);
    assert.match(processFacts(postgres)?.command ?? "", /postgres/);
    assert.match(processFacts(redis)?.command ?? "", /(redis|valkey)-server/);
    assert.match(processFacts(temporal)?.command ?? "", /temporal/);
    for (const file of ["env.json", "keys.json"]) {
      assert.equal(statSync(join(dir, file)).mode & 0o777, 0o600, file);
    }
  });

  it("lets the API run no program, write mails and uploads alone and call native code of its packages alone", () => {
    const command = processFacts(environment.processes.api)?.command ?? "";
    const flags = [...command.matchAll(/--allow-(?:write|ffi|run|all)\S*|-A\b/g)].map(([flag]) => flag);
    assert.deepEqual(flags, [
      ...["mail", "uploads"].map((folder) => `--allow-write=${join(dir, folder)}`),
      `--allow-ffi=${join(ROOT, "node_modules")}`,
    ]);
  });

  it("prints the running dev's URLs when it is started a second time", async () => {
    const second = await run();
    assert.equal(await second.child.exited, "exit code 1");
    assert.ok(second.output().includes(environment.base_url));
    assert.equal(readEnvironment(dir)?.processes.api, environment.processes.api);
  });

  for (const name of ["api", "worker", "redis", "temporal", "postgres"] as const) {
    it(`restarts a killed ${name}, and updates env.json`, async () => {
      const before = environment.processes[name];
      process.kill(before, "SIGKILL");
      environment = await waitFor(`another ${name}`, () => {
        const now = readEnvironment(dir);
        return now !== undefined && now.processes[name] !== before ? now : undefined;
      }, { seconds: RESTART_SECONDS });
      assert.ok(processFacts(environment.processes[name]));
    });
  }

  it("answers again after these restarts", async () => {
    await waitFor("the API", async () => (await simulations(environment)).length > 0 || undefined);
  });

  it("ends its processes, also one that does not answer, and no other process", async () => {
    const { processes } = environment;
    process.kill(processes.worker, "SIGSTOP");
    const bystander = await startChild({
      name: "sleep",
      command: "sleep",
      args: ["60"],
      logFile: join(dir, "sleep.log"),
    });
    started.push(bystander);
    process.kill(first.child.pid, "SIGINT");
    assert.equal(await first.child.exited, "exit code 0");
    assertGone(Object.values(processes));
    assert.ok(bystander.alive());
    assert.ok(!existsSync(join(dir, "env.json")));
  });

  it("keeps its data and keys, and takes another port where the preferred one is in use", async () => {
    const taken = await occupy(Number(new URL(environment.base_url).port));
    const earlier = environment;
    try {
      const again = await run();
      environment = await ready(again.child);
      assert.match(again.output(), /port \d+ is in use, taking \d+/);
      assert.notEqual(environment.base_url, earlier.base_url);
      assert.equal(environment.api_key, earlier.api_key);
      assert.equal(environment.organization_id, earlier.organization_id);
      assert.equal((await simulations(environment)).length, 2);
      await again.child.stop();
      assertGone(Object.values(environment.processes));
    } finally {
      taken.close();
    }
  });

  it("ends with --once after the verdict, although an earlier run was killed and left its services", async () => {
    const killed = await run();
    const left = Object.values((await ready(killed.child)).processes);
    killed.child.kill("SIGKILL");
    await killed.child.exited;
    const once = await run("--once");
    assert.equal(await once.child.exited, "exit code 0", once.output());
    assert.match(once.output(), /ended what an earlier run had left: .*postgres/);
    assert.match(once.output(), /yes +\d+\.\d %/);
    assertGone(left);
  });

  it("leaves nothing behind when it is stopped while it starts", async () => {
    const brief = await run();
    const children = await waitFor("the first service", () => {
      const register = join(dir, "children");
      const lines = existsSync(register) ? readFileSync(register, "utf8").split("\n").slice(0, -1) : [];
      return lines.length === 0 ? undefined : lines.map((line): number => JSON.parse(line).pid);
    });
    await brief.child.stop();
    assertGone(children);
    assert.match(brief.output(), /SIGTERM, stopping/);
    assert.doesNotMatch(brief.output(), /Error|Cannot/);
  });
});

function occupy(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
