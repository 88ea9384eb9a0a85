import { replyOf } from "#testing/caller.ts";
import { newOrganization } from "#testing/organizations.ts";
import { HEADER, KPI, putFile } from "#testing/training-runs.ts";
import { exactly } from "../judge.ts";
import {
  awaitEnd,
  count,
  type Flow,
  Piece,
  staggered,
  totalOf,
  value,
  workflowStatus,
  type World,
} from "./flow.ts";

const PIECES = 2;
const SPAN_MS = 1_000;
/** Of the file: no page of a full disk takes it. */
const FILE_BYTES = 256 * 1024;
const FILE = fileOf(FILE_BYTES);

/** A calibration file of one row that counts, and empty lines. */
function fileOf(bytes: number): string {
  const rows = `${HEADER}\noverall,${KPI},40\n`;
  return rows + "\n".repeat(bytes - rows.length);
}

export const training: Flow = {
  name: "training",
  what: "creates two training runs, uploads their files and starts them; each is scored once, from its file",
  async begin(world) {
    const { id: organization, call } = await newOrganization();
    const pieces = Array.from({ length: PIECES }, () => new Piece());
    const run = async (id: string | null) => (await call("GET", `/v1/training/${id}`)).data;
    const workflow = (id: string | null) => workflowStatus(world.temporal, `training/${id}`);
    return {
      submit: () =>
        staggered(
          world.random,
          SPAN_MS,
          pieces.map((piece) => async () => {
            const body = { workflow_name: "Oat drinks" };
            const created = await world.client.send(call, "POST", "/v1/training/uploads", { body });
            if (created === null || !await upload(world, created.data.upload_url)) return;
            const path = `/v1/training/${created.data.training_id}/start`;
            piece.accept(await world.client.send(call, "POST", path), "training_id");
          }),
        ),
      async settle() {
        await Promise.all(pieces.map((piece) =>
          awaitEnd(
            world,
            piece,
            async () => (await run(piece.id)).results_available && await workflow(piece.id) !== "running",
          )
        ));
      },
      async observe() {
        const outcomes = await Promise.all(pieces.map(async ({ id, accepted, endedAt }) => ({
          item: `training/${id}`,
          accepted,
          expected: "completed",
          states: id === null ? {} : {
            api: String((await run(id))?.status).toLowerCase(),
            postgres: await value<string>("SELECT lower(status) FROM training_runs WHERE id = $1", id),
            temporal: await workflow(id),
          },
          counts: id === null ? [] : [
            exactly(
              "results from its file",
              1,
              await count(
                "SELECT count(*) FROM training_runs WHERE id = $1 AND results ->> 'basis' = 'uploaded_file'",
                id,
              ),
            ),
          ],
          endedAt,
        })));
        const rows = await count(
          "SELECT count(*) FROM training_runs WHERE organization_id = $1",
          organization,
        );
        return [...outcomes, totalOf(organization, pieces, [exactly("training runs", PIECES, rows)])];
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
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
