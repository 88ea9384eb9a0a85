import { itRecomputes, type ReadResults } from "#test/engine/readings/figures.ts";
import { newOrganization } from "#testing/organizations.ts";
import { completedSimulation, endedReading } from "#testing/simulations.ts";

/** Uses only what a customer can download: the results of 1,000 agents and their Reading. */
for (const workflow_id of ["product-purchase-intent", "public-spending"]) {
  describe(`Every figure in the Reading of 1,000 agents of ${workflow_id} can be recomputed from the results`, () => {
    let results: ReadResults;
    before(async () => {
      const { call } = await newOrganization();
      // Without a question, agents are asked the calibrated KPI question.
      const id = await completedSimulation(call, {
        workflow_id,
        question: undefined,
        agent_count: 1_000,
        seed: 11,
      });
      const { post_hoc } = await endedReading(call, id);
      const { agents, verdict, calibration_boundary } =
        (await call("GET", `/v1/simulations/${id}/results`)).data;
      results = { agents, verdict, post_hoc, basis: calibration_boundary.matched_question?.year ?? "" };
    });

    itRecomputes(() => results);
  });
}
