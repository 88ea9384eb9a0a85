import { setTimeout as sleep } from "node:timers/promises";
import { replyOf } from "#testing/caller.ts";
import { newOrganization } from "#testing/organizations.ts";
import { HEADER, KPI, putFile } from "#testing/training-runs.ts";
import { exactly } from "../judge.ts";
import { count, type Flow, totalOf, value, workflowStatus, type World } from "./flow.ts";

const PIECES = 2;
const FROM_FILE =
  "SELECT count(*) FROM training_runs WHERE id = $1 AND results ->> 'basis' = 'uploaded_file'";
/** Of the file: no page of a full disk takes it. */
const FILE_BYTES = 256 * 1024;
/** A calibration file of one row that counts, and empty lines. */
const FILE = `${HEADER}\noverall,${KPI},40\n`.padEnd(FILE_BYTES, "\n");

export const training: Flow = {
  name: "training",
  what: "creates two training runs, uploads their files and starts them; each is scored once, from its file",
  async begin(world) {
    const { id: organization, call } = await newOrganization();
    const run = async (id: string) => (await call("GET", `/v1/training/${id}`)).data;
    const workflow = (id: string) => workflowStatus(world.temporal, `training/${id}`);
    return {
      tasks: Array.from({ length: PIECES }, () => ({
        async ask() {
          const body = { workflow_name: "Oat drinks" };
          const created = await world.client.send(call, "POST", "/v1/training/uploads", { body });
          if (created === null || !await upload(world, created.data.upload_url)) return null;
          const path = `/v1/training/${created.data.training_id}/start`;
          return await world.client.create(call, path, undefined, "training_id");
        },
        hasEnded: async (id) => (await run(id)).results_available && await workflow(id) !== "running",
        observe: async (id) => ({
          item: `training/${id}`,
          expected: "completed",
          states: {
            api: String((await run(id))?.status).toLowerCase(),
            postgres: await value<string>("SELECT lower(status) FROM training_runs WHERE id = $1", id),
            temporal: await workflow(id),
          },
          counts: [exactly("results from its file", 1, await count(FROM_FILE, id))],
        }),
      })),
      async total() {
        const rows = await count(
          "SELECT count(*) FROM training_runs WHERE organization_id = $1",
          organization,
        );
        return totalOf(organization, [exactly("training runs", PIECES, rows)]);
      },
    };
  },
};

/** Uploads the file, and again until the store has taken it. @returns whether it has within the round's time */
async function upload(world: World, url: string): Promise<boolean> {
  for (let pause = 200;; pause = Math.min(2 * pause, 2_000)) {
    const status = await world.client.answered("upload", async () => {
      const response = await putFile(url, FILE);
      // A store answers in XML; the service, where it takes files itself, as it always does.
      const isOurs = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
      if (isOurs) await replyOf(response);
      else await response.body?.cancel();
      return response.status;
    });
    if (status === 200) return true;
    if (status !== null && status < 500) {
      // A store refuses a URL whose time is over, or has not come by its own clock.
      world.client.findings.push({ kind: "refused", text: `the store answered ${status} to an upload` });
      return false;
    }
    if (Date.now() > world.until()) return false;
    await sleep(pause);
  }
}
