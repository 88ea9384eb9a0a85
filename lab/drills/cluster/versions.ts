import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setCurrentVersion } from "#dev/services/temporal.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { writeChangedBundle } from "#testing/changed-workflows.ts";
import { temporalClient, type TestTemporalClient } from "#testing/temporal.ts";
import { DEPLOYMENT } from "../installation.ts";
import type { Cluster, Process } from "./cluster.ts";
import type { Load } from "./load.ts";
import type { Drill } from "./run.ts";

const BETWEEN_MS = 4_000;
const DRAIN_SECONDS = 90;

/** A release whose workflow code cannot replay the runs of the former one. */
export const VERSIONS: readonly Drill[] = [
  {
    name: "versioned-deploy",
    what:
      "changed workflow code rolled out and back by `set-current-version`, the former version's workers staying until it has drained",
    async disturb(cluster) {
      const changed = join(cluster.dir, "changed-workflows.js");
      await writeChangedBundle(changed);
      const operator = await temporalClient(addressOf(cluster));
      try {
        const unversioned = [...cluster.workers];
        const one = await release(cluster, "one");
        for (const worker of unversioned) await cluster.endWorker(worker, "SIGTERM");
        await sleep(BETWEEN_MS);
        const two = await release(cluster, "two", { WORKFLOW_BUNDLE: changed });
        await sleep(BETWEEN_MS);
        await retire(cluster, operator, "one", one);
        await release(cluster, "one");
        await retire(cluster, operator, "two", two);
        } finally {
        await operator.close();
      }
    },
    async afterwards(cluster, load) {
      return `simulations by version: ${await versionsOf(cluster, load)}`;
    },
  },
];

const addressOf = (cluster: Cluster) => `127.0.0.1:${cluster.temporalAddress.port}`;

/** Starts two workers of a version, and gives it the new runs. */
async function release(cluster: Cluster, buildId: string, change: Readonly<Record<string, string>> = {}) {
  const settings = { WORKER_BUILD_ID: buildId, ...change };
  const workers = [await cluster.addWorker(settings), await cluster.addWorker(settings)];
  await setCurrentVersion(addressOf(cluster), { deploymentName: DEPLOYMENT, buildId }, () => {});
  return workers;
}

/** Ends a version's workers once no run needs them. */
async function retire(
  cluster: Cluster,
  { client }: TestTemporalClient,
  buildId: string,
  workers: readonly Process[],
): Promise<void> {
  const version = `TemporalWorkerDeploymentVersion = '${DEPLOYMENT}:${buildId}'`;
  await waitFor(`version ${buildId} to have drained`, async () => {
    const { count } = await client.workflow.count(`${version} AND ExecutionStatus = 'Running'`);
    return count === 0 || undefined;
  }, { seconds: DRAIN_SECONDS, everyMs: 500 });
  for (const worker of workers) await cluster.endWorker(worker, "SIGTERM");
}

async function versionsOf(cluster: Cluster, load: Load): Promise<string> {
  const { client, close } = await temporalClient(addressOf(cluster));
  const counts = new Map<string, number>();
  for (const id of load.accepted.values()) {
    const { raw } = await client.workflow.getHandle(`simulation/${id}`).describe();
    const version = raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? "none";
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  await close();
  return [...counts].map(([version, count]) => `${count} on ${version}`).join(", ");
}
