import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Redis } from "ioredis";
import { output } from "#dev/machine/programs.ts";
import { query } from "#dev/machine/connect-database.ts";
import { createDatabase, startPostgres } from "#dev/services/postgres.ts";
import { startRedis } from "#dev/services/redis.ts";
import type { Service } from "#dev/services/service.ts";
import { startTemporal, temporalProgram } from "#dev/services/temporal.ts";
import { SEARCH_ATTRIBUTES } from "#temporal/search-attributes.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("the embedded services", function () {
  // The first run on a machine builds Temporal.
  this.timeout(300_000);
  const dir = temporaryFolder();
  const log = () => {};
  const started: Service[] = [];
  const use = <T extends Service>(service: T) => {
    started.push(service);
    return service;
  };
  after(() => Promise.all(started.map((service) => service.stop())));

  describe("Postgres", () => {
    const start = async () =>
      use(await startPostgres({ dir: join(dir, "postgres"), log, password: "p@ss word", durable: true }));

    it("keeps what was committed when it is killed", async () => {
      const first = await start();
      const url = await createDatabase(first, "kept");
      await query(url, "create table t as select 42 as answer");
      process.kill(first.pid, "SIGKILL");
      await first.exited;
      const second = await start();
      assert.deepEqual(await query(second.url("kept"), "select answer from t"), [{ answer: 42 }]);
      await second.stop();
    });

    it("sorts text the same on every machine, and syncs to disk where it is durable", async () => {
      const server = await start();
      const [row] = await query(
        server.url("postgres"),
        `select datlocprovider as provider, datlocale as locale, current_setting('fsync') as fsync
         from pg_database where datname = current_database()`,
      );
      assert.deepEqual(row, { provider: "b", locale: "C.UTF-8", fsync: "on" });
      await server.stop();
    });

    it("demands its password, and listens on the loopback address alone", async () => {
      const server = await start();
      const wrong = server.url("postgres").replace("p%40ss%20word", "wrong");
      await assert.rejects(query(wrong, "select 1"), /password authentication failed/);
      const [row] = await query(
        server.url("postgres"),
        "select current_setting('listen_addresses') as listens",
      );
      assert.deepEqual(row, { listens: "127.0.0.1" });
      await server.stop();
    });

    it("copies a database that serves as a template, once", async () => {
      const server = await start();
      await createDatabase(server, "original");
      await query(server.url("original"), "create table t as select 1 as n");
      const copy = await createDatabase(server, "copy", "original");
      assert.equal(await createDatabase(server, "copy", "original"), copy);
      assert.deepEqual(await query(copy, "select n from t"), [{ n: 1 }]);
      await server.stop();
    });
  });

  describe("Redis", () => {
    const value = async (url: string, change?: string) => {
      const client = new Redis(url, { lazyConnect: true });
      await client.connect();
      if (change !== undefined) await client.set("key", change);
      const found = await client.get("key");
      client.disconnect();
      return found;
    };

    it("keeps its data over a restart where it is durable, and only there", async () => {
      for (const durable of [true, false]) {
        const options = { dir: join(dir, `redis-${durable}`), log, durable };
        const first = use(await startRedis(options));
        assert.equal(await value(first.url, "kept"), "kept");
        await first.stop();
        const second = use(await startRedis(options));
        assert.equal(await value(second.url), durable ? "kept" : null);
        await second.stop();
      }
    });
  });

  describe("Temporal", () => {
    it("declares search attributes and a week's retention, on an existing database too", async () => {
      const program = await temporalProgram(log);
      for (const _start of ["first", "second"]) {
        const server = use(await startTemporal({ dir: join(dir, "temporal"), log, durable: true }));
        const ask = async (...args: string[]) =>
          await output(program, ["operator", ...args, "--address", server.address, "-o", "json"]);
        const attributes = JSON.parse(await ask("search-attribute", "list"));
        for (const name of Object.keys(SEARCH_ATTRIBUTES)) assert.ok(attributes.customAttributes[name], name);
        const namespace = JSON.parse(await ask("namespace", "describe", "-n", server.namespace));
        assert.equal(namespace.config.workflowExecutionRetentionTtl, "604800s");
        await server.stop();
      }
    });

    it("keeps its runs over a kill -9, without a sync for each commit", async () => {
      const program = await temporalProgram(log);
      const options = { dir: join(dir, "temporal-killed"), log, durable: true };
      const first = use(await startTemporal(options));
      const run = ["--workflow-id", "kept", "--address", first.address];
      await output(program, ["workflow", "start", "--type", "simulation", "--task-queue", "none", ...run]);
      assert.match(await output("ps", ["-p", String(first.pid), "-o", "args="]), /synchronous=NORMAL/);
      process.kill(first.pid, "SIGKILL");
      await first.stop();
      // Two bytes of the file's header say that it has a write-ahead log.
      assert.deepEqual([...readFileSync(join(options.dir, "temporal.db")).subarray(18, 20)], [2, 2]);
      const second = use(await startTemporal({ ...options, port: first.port }));
      const { workflowExecutionInfo } = JSON.parse(
        await output(program, ["workflow", "describe", ...run, "-o", "json"]),
      );
      assert.equal(workflowExecutionInfo.status, "WORKFLOW_EXECUTION_STATUS_RUNNING");
      await second.stop();
    });

    it("fails on a port of another server, instead of taking that server for its own", async () => {
      const first = use(await startTemporal({ dir: join(dir, "temporal-1"), log, durable: false }));
      await assert.rejects(
        startTemporal({ dir: join(dir, "temporal-2"), log, durable: false, port: first.port }),
        /Cannot start temporal: another process has taken port \d+/,
      );
      await first.stop();
    });
  });

  describe("all of them", () => {
    it("leave no process behind when they are stopped", async () => {
      const processes = await output("ps", ["-A", "-o", "args="]);
      assert.ok(started.length > 10);
      assert.ok(!processes.includes(dir));
    });
  });
});
