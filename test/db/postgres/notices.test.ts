import assert from "node:assert/strict";
import pg from "pg";
import { Notices } from "#db/postgres/listener.ts";
import type { Database } from "#db/postgres/database.ts";
import { connectAs } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

describe("Notices", () => {
  it("go out together, in the order of their commits", async () => {
    const sent: (readonly string[])[] = [];
    const notices = new Notices((payloads) => {
      sent.push(payloads);
      return Promise.resolve();
    });
    for (const payload of ["1", "2", "3"]) notices.add(payload);
    await notices.drain();
    notices.add("4");
    await notices.drain();
    assert.deepEqual(sent, [["1", "2", "3"], ["4"]]);
  });

  it("that cannot be sent are lost, and the later ones are not", async () => {
    const sent: (readonly string[])[] = [];
    const notices = new Notices((payloads) => {
      sent.push(payloads);
      return sent.length === 1 ? Promise.reject(new Error("Postgres is away")) : Promise.resolve();
    });
    notices.add("1");
    await notices.drain();
    notices.add("2");
    await notices.drain();
    assert.deepEqual(sent, [["1"], ["2"]]);
  });

  describe("of transactions", () => {
    let own: TestDatabase;
    let database: Database;
    let listener: pg.Client;
    const heard: string[] = [];
    before(async () => {
      own = await createDatabase();
      database = await connectAs("app_worker", { url: own.url });
      listener = new pg.Client(own.url);
      await listener.connect();
      listener.on("notification", ({ payload }) => void heard.push(payload ?? ""));
      await listener.query("LISTEN events");
    });
    after(async () => {
      await listener?.end();
      await database?.close();
      await own?.drop();
    });

    it("reach listeners after the commit, and not where the transaction fails", async () => {
      await assert.rejects(database.transaction((tx) => {
        tx.notify("failed");
        return tx.sql("SELECT 1 / 0");
      }));
      await database.transaction((tx) => {
        tx.notify("committed");
        return Promise.resolve();
      });
      await eventually("the notice to arrive", () => Promise.resolve(heard.length > 0 || undefined));
      assert.deepEqual(heard, ["committed"]);
    });

    it("are sent before the process closes its connections", async () => {
      const closing = await connectAs("app_worker", { url: own.url });
      await closing.transaction((tx) => {
        tx.notify("last");
        return Promise.resolve();
      });
      await closing.close();
      await eventually("the last notice", () => Promise.resolve(heard.includes("last") || undefined));
    });
  });
});
