import assert from "node:assert/strict";
import { answeredPolls, watchPolls } from "#workers/health.ts";

const LABELS = 'namespace="default",operation="PollWorkflowTaskQueue",service_name="temporal-core-sdk"';
const page = (ended: number, failed: number) =>
  `# TYPE temporal_long_request_latency_seconds histogram
temporal_long_request_latency_seconds_bucket{${LABELS},task_queue="simulations",le="+Inf"} ${ended}
temporal_long_request_latency_seconds_count{${LABELS},task_queue="simulations"} ${ended}
temporal_long_request_failure_total{${LABELS},status_code="UNAVAILABLE",task_queue="simulations"} ${failed}
temporal_long_request_latency_seconds_count{${
    LABELS.replace("Workflow", "Activity")
  },task_queue="simulations"} 1
temporal_long_request_latency_seconds_count{${LABELS},task_queue="deliveries"} 7
`;

describe("The polls that Temporal has answered", () => {
  it("are those that ended without a failure, over the kinds of tasks", () => {
    assert.deepEqual([...answeredPolls(page(12, 2))], [["simulations", 11], ["deliveries", 7]]);
  });

  it("are none before the first", () => assert.equal(answeredPolls("").size, 0));
});

describe("A worker", () => {
  /** A watch over two task queues, in seconds of its own. */
  function watch() {
    const state = { page: page(1, 0), seconds: 0 };
    const polls = watchPolls(
      ["simulations", "deliveries"],
      () => Promise.resolve(state.page),
      150,
      () => state.seconds * 1000,
    );
    return { state, polls };
  }

  it("lives for its first 150 s, and then only while polls of every task queue are answered", async () => {
    const { state, polls } = watch();
    state.seconds = 100;
    assert.equal(await polls.reasonSilent(), null);
    state.seconds = 200;
    state.page = page(2, 0);
    assert.equal(await polls.reasonSilent(), null);
    state.seconds = 251;
    assert.equal(await polls.reasonSilent(), "no poll was answered for 150 s: deliveries");
    assert.deepEqual([...await polls.ages()], [["simulations", 51], ["deliveries", 151]]);
  });

  it("does not live by polls that fail, however many", async () => {
    const { state, polls } = watch();
    await polls.ages();
    for (let failed = 1; failed <= 20; failed++) {
      state.seconds += 10;
      state.page = page(1 + failed, failed);
      await polls.ages();
    }
    assert.match(await polls.reasonSilent() ?? "", /simulations/);
  });

  it("lives again once a poll is answered", async () => {
    const { state, polls } = watch();
    await polls.ages();
    state.seconds = 400;
    state.page = page(2, 0).replace("} 7", "} 8");
    assert.equal(await polls.reasonSilent(), null);
  });

  it("counts as silent where the SDK shows no metrics", async () => {
    const seconds = { now: 0 };
    const polls = watchPolls(
      ["simulations"],
      () => Promise.reject(new Error("gone")),
      150,
      () => seconds.now,
    );
    seconds.now = 151_000;
    assert.match(await polls.reasonSilent() ?? "", /simulations/);
  });
});
