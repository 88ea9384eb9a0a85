import assert from "node:assert/strict";
import { ask } from "#testing/stack.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { endedRun, HEADER, KPI, startRun, uploadedRun } from "#testing/simulations.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;

describe("A training run in an operator's hands", function () {
  this.timeout(120_000);
  let own: OwnService;
  before(async () => {
    own = await startOwnService({}, {}, { queues: ["training", "operations"] });
  });
  after(() => own.stop());

  const handle = (id: string) => own.operator.client.workflow.getHandle(`training/${id}`);

  describe("without a worker", () => {
    interface Waiting {
      readonly id: string;
      readonly answer: ReturnType<typeof startRun>;
    }
    let [cancelled, terminated]: Waiting[] = [];
    /** A run that is RUNNING, with its workflow. */
    const waiting = async (): Promise<Waiting> => {
      const { id } = await uploadedRun(own.call, CSV);
      const answer = startRun(own.call, id);
      await own.operator.exists(`training/${id}`);
      return { id, answer };
    };
    const failed = async ({ id, answer }: Waiting, message: string) => {
      const { status: state, failure_message, results_available } = await endedRun(own.call, id, 60);
      assert.deepEqual([state, failure_message, results_available], ["FAILED", message, true]);
      assert.equal((await answer).status, 202);
      assert.equal((await own.call("GET", `/v1/training/${id}/results`)).data.basis, "none");
    };

    before(async () => {
      await own.worker.stop();
      [cancelled, terminated] = await Promise.all([waiting(), waiting()]);
      await handle(cancelled!.id).cancel();
      await handle(terminated!.id).terminate("by hand");
      await own.startWorker();
    });

    it("fails when an operator cancels it in Temporal", async () => {
      await failed(cancelled!, "Cancelled by an operator.");
      assert.equal(await own.operator.closed(`training/${cancelled!.id}`), "CANCELLED");
    });

    it("fails within 60 seconds when an operator terminates it in Temporal", async () => {
      await failed(terminated!, "Terminated by an operator.");
    });

    it("is started again where Temporal has lost its workflow", async () => {
      await own.worker.stop();
      const { id, answer } = await waiting();
      await own.temporal.kill();
      await own.startTemporal();
      await ask(
        "UPDATE training_runs SET created_at = created_at - interval '10 min', started_at = started_at - interval '10 min' WHERE id = $1",
        [id],
        own.databaseUrl,
      );
      await own.startWorker();
      assert.equal((await endedRun(own.call, id, 60)).status, "COMPLETED");
      await answer;
    });
  });
});
