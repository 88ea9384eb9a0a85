import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "#dev/machine/wait.ts";
import { DEPLOYMENT } from "../../installation.ts";
import type { Day } from "../day.ts";
import type { Story } from "../story.ts";
import { completes, smallSimulation, waitingRun } from "./work.ts";

/** How long after the recipe's beginning a model server answers what it kept waiting. */
const ANSWER_MS = 15_000;
const RUNNING = 'WorkflowType = "simulation" AND ExecutionStatus = "Running"';
const POISONED: NonNullable<Story["alert"]> = {
  name: "WorkflowPoisoned",
  panel: "Failed requests and workflow tasks",
  shows: ({ labels, value }) => labels.workflow_type === "simulation" && value > 0,
};

/** The version that carries a simulation; empty without one. */
const versionOf = (day: Day, id: string) => day.versionOf(`simulation/${id}`);

export const POISON: Story = {
  heading: "A poisoned workflow",
  trouble: "release 1.1.0 changes a workflow without a patch, while runs of 1.0.0 are under way",
  alert: POISONED,
  query: RUNNING,
  async begin(day) {
    const id = await waitingRun(day, "(poisoned)");
    await day.stopWorkers();
    await day.startWorkers("1.1.0");
    const begun = await waitingRun(day, "(begun)");
    day.model.answer("(poisoned)");
    return {
      workflowId: `simulation/${id}`,
      variables: {
        WORKFLOW_ID: `simulation/${id}`,
        BEGUN_WORKFLOW_ID: `simulation/${begun}`,
        GOOD_RELEASE: "1.0.0",
      },
      async cured() {
        day.model.answer("(begun)");
        for (const one of [id, begun]) await completes(day, one);
        return "the run of 1.0.0 went on and completed; the one that 1.1.0 began completed after its reset";
      },
    };
  },
};

const upgrade: Story = {
  heading: "Upgrade with running workflows",
  trouble: "release 1.1.0 changes a workflow; a run of 1.0.0 is under way",
  async begin(day) {
    await day.startWorkers("1.0.0", "1.0.0");
    await day.makeCurrent("1.0.0");
    await day.stopWorkers();
    const id = await waitingRun(day, "(upgraded)");
    return {
      variables: { NEW_RELEASE: "1.1.0" },
      async cured() {
        const later = await completes(day);
        assert.equal(await versionOf(day, later), "1.1.0");
        assert.equal(await versionOf(day, id), "1.0.0");
        return "a new run is 1.1.0's, the run under way still 1.0.0's";
      },
    };
  },
};

const retire: Story = {
  heading: "Retire a version",
  trouble: "1.0.0 still has a run when 1.1.0 is the current version",
  async begin(day) {
    const waiting = await day.call("GET", "/v1/simulations?status=running");
    const [{ id }] = waiting.data;
    assert.equal(await versionOf(day, id), "1.0.0");
    const answered = sleep(ANSWER_MS).then(() => day.model.answer("(upgraded)"));
    return {
      variables: { OLD_RELEASE: "1.0.0" },
      async cured() {
        await answered;
        await completes(day, id);
        assert.ok(!day.workers.has("1.0.0"));
        return "its workers ended after its last run, which completed";
      },
    };
  },
};

const back: Story = {
  heading: "Roll a version back",
  trouble: "release 1.2.0 is rolled out, and throws in every run",
  alert: POISONED,
  query: RUNNING,
  async begin(day) {
    await day.startWorkers("1.2.0", "1.2.0");
    await day.makeCurrent("1.2.0");
    const ids = await Promise.all(Array.from({ length: 3 }, () => smallSimulation(day)));
    await waitFor("the runs to be the new version's", async () => {
      const versions = await Promise.all(ids.map((id) => versionOf(day, id)));
      return versions.every((version) => version === "1.2.0") || undefined;
    });
    return {
      workflowId: `simulation/${ids[0]}`,
      variables: { OLD_RELEASE: "1.1.0", NEW_RELEASE: "1.2.0", DEPLOYMENT },
      async cured() {
        for (const id of ids) await completes(day, id);
        const later = await completes(day);
        assert.equal(await versionOf(day, later), "1.1.0");
        return `the ${ids.length} runs of 1.2.0 completed on 1.1.0, as do new ones`;
      },
    };
  },
};

export const RELEASES: readonly Story[] = [upgrade, retire, back];
