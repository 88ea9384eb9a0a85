import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { query } from "#dev/machine/connect-database.ts";
import { waitFor } from "#dev/machine/wait.ts";
import type { Day } from "../day.ts";
import type { Story } from "../story.ts";
import { completes, DATABASE_LOST, OUTBOX_STUCK, smallSimulation } from "./work.ts";

/**
 * Creates, once a day, the runs that are under way when what they stand in is lost. They begin early: the reconciler looks for runs that are five
 * minutes old.
 */
export async function beginWaiting(day: Day): Promise<void> {
  if (day.waiting !== null) return;
  day.waiting = {
    restored: await smallSimulation(day, "(restored)"),
    lost: await smallSimulation(day, "(lost)"),
  };
}

const TABLES = ["organizations", "api_keys", "simulations", "events", "deliveries", "webhooks"];

/** How many rows the tables have that customers would miss. */
async function rowsOf(day: Day): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
  const [row = {}] = await query<Record<string, number>>(day.ownerUrl, `SELECT ${counts.join(", ")}`);
  return row;
}

const backup: Story = {
  heading: "Back up",
  trouble: "a run is under way",
  async begin(day) {
    day.saved = await rowsOf(day);
    return {
      cured(output) {
        for (const file of ["service.dump", "roles.sql", "settings.env", "uploads.tar"]) {
          assert.ok(existsSync(join(day.dir, "backups", file)), file);
        }
        assert.match(output, /TABLE DATA public simulations/);
        return Promise.resolve("four files; the dump can be read and has the tables");
      },
    };
  },
};

const restore: Story = {
  heading: "Restore a backup",
  trouble: "Postgres is lost with its disk, a moment after the backup",
  alert: DATABASE_LOST,
  async begin(day) {
    const { call, saved, waiting } = day;
    assert.ok(saved !== null && waiting !== null, "runs wait, and the backup is taken before");
    const { restored, lost } = waiting;
    const later = await completes(day);
    await day.destroyServer("postgres");
    return {
      meanwhile: () => call("GET", "/v1/simulations?limit=1"),
      variables: { RESTORED_NAMESPACE: "restored" },
      async cured() {
        day.model.answer("(restored)");
        await completes(day, restored);
        const rows = await rowsOf(day);
        for (const [table, count] of Object.entries(saved)) {
          assert.ok((rows[table] ?? 0) >= count, `${table}: ${rows[table]} of ${count}`);
        }
        assert.equal((await call("GET", `/v1/simulations/${later}`)).status, 404);
        assert.deepEqual(await day.listed(`WorkflowId = "simulation/${lost}"`), [`simulation/${lost}`]);
        await completes(day);
        return `all ${saved.simulations} simulations of the backup are there, the one under way began anew and completed; the one created after it is gone (404)`;
      },
    };
  },
};

const temporalLost: Story = {
  heading: "Temporal's data is lost",
  trouble: "Temporal is lost with its disk; a run is under way, two more are accepted",
  alert: OUTBOX_STUCK,
  async begin(day) {
    assert.ok(day.waiting !== null, "a run waits");
    const { lost } = day.waiting;
    // Its deletion was accepted, and the run is lost with Temporal.
    const deleted = await day.newOrganization();
    const accept = "UPDATE organizations SET deletion_requested_at = now() WHERE id = $1";
    await query(day.ownerUrl, accept, [deleted.id]);
    await day.destroyServer("temporal");
    const accepted = [await smallSimulation(day), await smallSimulation(day)];
    return {
      variables: { SIMULATION_ID: lost },
      async cured() {
        day.model.answer("(lost)");
        for (const id of [lost, ...accepted]) await completes(day, id);
        const { data } = await day.call("GET", "/v1/simulations?status=running");
        assert.deepEqual(data, []);
        await waitFor("the organization to be deleted", async () => {
          const operator = day.caller(day.demo.operator_key);
          const { status } = await operator("GET", `/v1/admin/organizations/${deleted.id}`);
          return status === 404 || undefined;
        });
        return "the reconciler began the run anew, the outbox the accepted ones: all three completed; the organization whose deletion was lost is gone";
      },
    };
  },
};

export const DATA: readonly Story[] = [backup, restore, temporalLost];
