import assert from "node:assert/strict";
import type { DatabaseRole } from "#db/data-source.ts";
import { assertFenced } from "#db/postgres/fence.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { createDatabase, startApi, type TestDatabase } from "#testing/processes.ts";

describe("The check of the API's fence", function () {
  this.timeout(90_000);
  let database: TestDatabase;
  before(async () => {
    database = await createDatabase();
  });
  after(() => database?.drop());

  const check = async (role: DatabaseRole) => {
    const connected = await connectAs(role, { url: database.url, pool: 1 });
    await assertFenced(connected).finally(() => connected.close());
  };
  const change = (sql: string) => ask(sql, [], database.url);

  it("passes the tenants' role", async () => {
    await check("app_api");
  });

  it("refuses a role that sees every organization, such as where a pooler drops the role of the connection", async () => {
    await assert.rejects(check("owner"), {
      name: "WrongDatabaseRole",
      message: /bypasses row-level security/,
    });
    await assert.rejects(check("app_worker"), {
      name: "WrongDatabaseRole",
      message: /the role app_worker, and it sees organizations without acting for one/,
    });
  });

  it("refuses a table without its fence, and names it; the API then does not start", async () => {
    await change("ALTER TABLE webhooks NO FORCE ROW LEVEL SECURITY");
    await assert.rejects(check("app_api"), { message: /nothing restricts it in webhooks/ });
    await assert.rejects(startApi({ DATABASE_URL: database.url }), /nothing restricts it in webhooks/);
    await change("ALTER TABLE webhooks FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY");
    await assert.rejects(check("app_api"), { message: /nothing restricts it in webhooks/ });
    await change("ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY");
    await check("app_api");
  });
});
