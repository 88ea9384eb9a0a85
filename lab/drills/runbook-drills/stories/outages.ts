import assert from "node:assert/strict";
import { waitFor } from "#dev/machine/wait.ts";
import { DATA_RETENTION_WORKFLOW } from "#temporal/scheduled-workflows.ts";
import type { Day } from "../day.ts";
import type { Story, Trouble } from "../story.ts";
import { apiIsReady, completes, DATABASE_LOST, OUTBOX_STUCK, smallSimulation } from "./work.ts";

async function serves(day: Day): Promise<void> {
  await apiIsReady(day);
  const id = await waitFor("a create to be accepted", () => smallSimulation(day), { everyMs: 500 });
  await completes(day, id);
}

/** Kills a server, while customers go on calling. */
async function kill(day: Day, name: "redis" | "postgres"): Promise<Trouble> {
  const before = await completes(day);
  await day.endPart(name);
  return {
    meanwhile: () => day.call("GET", "/v1/simulations?limit=1"),
    async cured() {
      await serves(day);
      await completes(day, before);
      return "the API serves again without a restart, and a simulation completes";
    },
  };
}

export const SETTINGS: Story = {
  heading: "Settings that are wrong",
  trouble: "an API gets two wrong settings, and does not start",
  alert: {
    name: "TargetDown",
    panel: "Requests a second by status",
    shows: () => true,
  },
  async begin(day) {
    await day.endPart("api");
    Object.assign(day.settings, { DATABASE_POOL: "many", DRAIN_SECONDS: "soon" });
    await assert.rejects(day.startPart("api"));
    return {
      async cured(output) {
        assert.match(output, /DATABASE_POOL/);
        assert.match(output, /DRAIN_SECONDS/);
        await serves(day);
        return "both faults stand in the log; the API serves";
      },
    };
  },
};

const redis: Story = {
  heading: "Redis is lost",
  trouble: "`kill -9` of Redis",
  alert: { name: "RedisLost", panel: "Failures of Postgres and Redis", shows: ({ value }) => value > 0.5 },
  begin: (day) => kill(day, "redis"),
};

const postgres: Story = {
  heading: "Postgres is down",
  trouble: "`kill -9` of Postgres, its disk is whole",
  alert: DATABASE_LOST,
  begin: (day) => kill(day, "postgres"),
};

const temporal: Story = {
  heading: "Temporal is down",
  trouble: "`kill -9` of Temporal; creates are still answered 202",
  alert: OUTBOX_STUCK,
  async begin(day) {
    await day.endPart("temporal");
    const ids = [await smallSimulation(day), await smallSimulation(day)];
    return {
      async cured() {
        for (const id of ids) await completes(day, id);
        return `the outbox is empty, and the ${ids.length} simulations of the outage completed, without a restart`;
      },
    };
  },
};

const disk: Story = {
  heading: "A full disk",
  trouble: "none was filled: what takes the space is read, and the retention begun by hand",
  found: "the monitoring of the machines; RequestsFail",
  begin(day) {
    return {
      async cured(output) {
        assert.match(output, /simulations|agent_responses|events/);
        await waitFor("the retention to be listed as ended", async () => {
          const query = `WorkflowType = "${DATA_RETENTION_WORKFLOW}" AND ExecutionStatus = "Completed"`;
          return (await day.listed(query)).length > 0 || undefined;
        });
        return "the largest tables are listed, the retention ran";
      },
    };
  },
};

export const OUTAGES: readonly Story[] = [redis, postgres, temporal, disk];
