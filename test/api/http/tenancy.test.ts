import assert from "node:assert/strict";
import pg from "pg";
import { ROUTES } from "#api/routes.ts";
import { callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, newSimulation, simulationBody } from "#testing/simulations.ts";

describe("Tenancy", () => {
  let own: TestOrganization;
  let foreignId: string;
  before(async () => {
    own = await newOrganization();
    const other = await newOrganization();
    foreignId = await newSimulation(other.call);
    await ended(other.call, foreignId);
  });

  it("lists no rows to an organization that has none", async () => {
    assert.deepEqual((await own.call("GET", "/v1/simulations")).data, []);
  });

  describe("in Postgres itself", () => {
    const asApi = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
      const client = new pg.Client({ connectionString: stack().databaseUrl, options: "-c role=app_api" });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    };

    it("enables and forces row-level security on every table with an organization_id", async () => {
      const unfenced = await ask(
        `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
         WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
           AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
      );
      assert.deepEqual(unfenced, []);
    });

    it("shows the API's role no rows without an organization, and with one its own alone", async () => {
      await asApi(async (client) => {
        assert.equal((await client.query("SELECT * FROM simulations")).rowCount, 0);
        await client.query("SELECT set_config('app.organization_id', $1, false)", [own.id]);
        const { rows } = await client.query("SELECT id FROM organizations");
        assert.deepEqual(rows, [{ id: own.id }]);
        assert.equal(
          (await client.query("SELECT * FROM simulations WHERE id = $1", [foreignId])).rowCount,
          0,
        );
        assert.equal(
          (await client.query("UPDATE simulations SET seed = 1 WHERE id = $1", [foreignId])).rowCount,
          0,
        );
        assert.equal((await client.query("DELETE FROM webhooks WHERE id = $1", [foreignId])).rowCount, 0);
        assert.equal((await client.query("DELETE FROM simulations WHERE id = $1", [foreignId])).rowCount, 0);
        const deletion = client.query("DELETE FROM organizations WHERE id = $1", [foreignId]);
        await assert.rejects(deletion, /permission denied for table organizations/);
      });
    });

    it("refuses the API's role an insert for another organization", async () => {
      await asApi(async (client) => {
        await client.query("SELECT set_config('app.organization_id', $1, false)", [own.id]);
        const insert = client.query(
          "INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at) SELECT $1, 'x', '{}', now()",
          [crypto.randomUUID()],
        );
        await assert.rejects(insert, /row-level security/);
      });
    });
  });

  it("answers 403 forbidden_operator_only to a customer's key on every operators' endpoint", async () => {
    const customer = own.call;
    for (const { method, path, routeScope } of ROUTES) {
      if (routeScope !== "operator") continue;
      const reply = await customer(method, path.replaceAll(/\{\w+\}/g, own.id));
      assert.deepEqual([reply.status, reply.error], [403, "forbidden_operator_only"], path);
    }
  });

  it("writes an operator's change to the audit log", async () => {
    const operator = callerWith(stack().operatorKey);
    const { meta } = await operator("PATCH", `/v1/admin/organizations/${own.id}`, {
      body: { insights_enabled: false },
    });
    const [entry] = await ask<{ action: string; subject: string; details: object }>(
      "SELECT action, subject, details FROM audit_log WHERE request_id = $1",
      [meta.request_id],
    );
    assert.deepEqual(entry, {
      action: "organization.update",
      subject: own.id,
      details: { insights_enabled: false },
    });
  });

  it("writes creates under the caller's organization", async () => {
    const id = await newSimulation(own.call);
    const [row] = await ask<{ organization_id: string }>(
      "SELECT organization_id FROM simulations WHERE id = $1",
      [id],
    );
    assert.equal(row?.organization_id, own.id);
    assert.equal((await own.call("POST", "/v1/simulations", { body: simulationBody() })).status, 202);
  });
});
