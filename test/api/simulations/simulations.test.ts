import assert from "node:assert/strict";
import type { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { get, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { ROOT } from "#dev/machine/folder.ts";
import { callerWith, type Reply } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { withApiAlone } from "#testing/processes.ts";
import { completedResults, ended, newSimulation, QUESTION, simulationBody } from "#testing/simulations.ts";

describe("Simulations", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  it("are accepted with 202, Location, poll_url and results_url", async () => {
    const { status, data, headers } = await own.call("POST", "/v1/simulations", {
      body: simulationBody({ seed: 7 }),
    });
    assert.equal(status, 202);
    assert.equal(headers.get("Location"), data.poll_url);
    assert.equal(data.poll_url, `${stack().baseUrl}/v1/simulations/${data.id}`);
    assert.equal(data.results_url, `${data.poll_url}/results`);
    assert.deepEqual(
      [
        data.workflow_id,
        data.status,
        data.agent_count,
        data.question,
        data.seed,
        data.results_available,
        data.insights_status,
      ],
      ["product-purchase-intent", "queued", 100, QUESTION, 7, false, "disabled"],
    );
  });

  it("are found by their bare id and by sim_<uuid>", async () => {
    const id = await newSimulation(own.call);
    const [bare, prefixed] = await Promise.all(
      [id, `sim_${id}`].map((form) => own.call("GET", `/v1/simulations/${form}`)),
    );
    assert.equal(bare?.data.id, id);
    assert.equal(prefixed?.data.id, id);
  });

  it("draw, store and return a seed that was not given, so that the run can be repeated", async () => {
    const results = await completedResults(own.call);
    assert.ok(Number.isSafeInteger(results.seed) && results.seed >= 0);
    const again = await completedResults(own.call, { seed: results.seed });
    assert.deepEqual(again.agents, results.agents);
  });

  it("accept every seed from 0 to 2^53 − 1 and return it exactly", async () => {
    for (const seed of [0, 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const results = await completedResults(own.call, { seed, agent_count: 1 });
      assert.equal(results.seed, seed);
    }
  });

  it("show agents_completed and progress_pct while they run, with a Retry-After of what remains", async () => {
    const { data } = await own.call("POST", "/v1/simulations", {
      body: simulationBody({ agent_count: 10_000 }),
    });
    const running: Reply[] = [];
    for (;;) {
      const reply = await own.call("GET", `/v1/simulations/${data.id}`);
      if (reply.data.status === "completed") break;
      running.push(reply);
    }
    for (const { data: status, headers, meta } of running) {
      const seconds = Number(headers.get("Retry-After"));
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 30, `${seconds}`);
      assert.equal(meta.next_poll_after_seconds, seconds);
      assert.equal(status.progress_pct, status.agents_completed / 100);
    }
    assert.ok(running.length > 0);
    const { data: done } = await own.call("GET", `/v1/simulations/${data.id}`);
    assert.deepEqual([done.agents_completed, done.progress_pct, done.results_available], [10_000, 100, true]);
    assert.ok(done.started_at >= done.created_at && done.completed_at >= done.started_at);
  });

  it("return verdict, by_segment and all agents, whose counts and shares agree", async () => {
    const results = await completedResults(own.call, { agent_count: 1_000, seed: 11 });
    const { verdict, by_segment, agents } = results;
    assert.equal(results.customer_question, QUESTION);
    assert.equal(results.engine.name, "embedded");
    assert.deepEqual(
      agents.map(({ index }: { index: number }) => index),
      Array.from({ length: 1_000 }, (_, i) => i),
    );
    for (const answer of ["yes", "maybe", "no", "n_a"]) {
      const given = agents.filter((agent: { answer: string }) => agent.answer === answer);
      assert.equal(verdict[answer], given.length);
      const weight = given.reduce((sum: number, agent: { weight: number }) => sum + agent.weight, 0);
      assert.ok(Math.abs(verdict[`${answer}_pct`] - weight / 10) < 0.01);
    }
    const shares = verdict.yes_pct + verdict.maybe_pct + verdict.no_pct + verdict.n_a_pct;
    assert.ok(Math.abs(shares - 100) < 1e-9);
    for (const dimension of ["sex", "age", "education", "region"]) {
      const rows = by_segment.filter((row: { dimension: string }) => row.dimension === dimension);
      for (const count of ["yes", "maybe", "no", "n_a", "total"]) {
        assert.equal(
          rows.reduce((sum: number, row: Record<string, number>) => sum + (row[count] ?? 0), 0),
          verdict[count],
        );
      }
    }
    for (const agent of agents) {
      assert.equal(agent.intensity === null, agent.answer === "n_a");
      assert.ok(agent.reason.length > 0);
    }
  });

  it("leave the agents out of the results with ?agents=false", async () => {
    const id = await newSimulation(own.call);
    await ended(own.call, id);
    const { data } = await own.call("GET", `/v1/simulations/${id}/results?agents=false`);
    assert.equal("agents" in data, false);
    assert.equal(data.verdict.total, 100);
  });

  it("answer the same for an agent however many agents there are, but for its weight", async () => {
    const [short, long] = await Promise.all(
      [1_000, 10_000].map((agent_count) => completedResults(own.call, { agent_count, seed: 3 })),
    );
    const withoutWeight = ({ weight: _, ...agent }: { weight: number }) => agent;
    assert.deepEqual(long.agents.slice(0, 1_000).map(withoutWeight), short.agents.map(withoutWeight));
  });

  it("compress long results when the client accepts gzip", async () => {
    const id = await newSimulation(own.call, { agent_count: 1_000 });
    await ended(own.call, id);
    // fetch would decompress the body and drop the header.
    const { headers, body } = await new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>(
      (resolve, reject) => {
        get(`${stack().baseUrl}/v1/simulations/${id}/results`, {
          headers: { Authorization: `Bearer ${own.call.key}`, "Accept-Encoding": "gzip" },
        }, (response) => {
          buffer(response).then((body) => resolve({ headers: response.headers, body }), reject);
        }).once("error", reject);
      },
    );
    assert.equal(headers["content-encoding"], "gzip");
    assert.match(headers.vary ?? "", /accept-encoding/i);
    const text = gunzipSync(body).toString();
    assert.equal(JSON.parse(text).data.agents.length, 1_000);
    assert.ok(body.length < text.length / 4, `${body.length} bytes of ${text.length}`);
  });

  it("read as 3-way, n_a and n_a_pct null, where the row is from before the fourth bucket", async () => {
    const id = await newSimulation(own.call);
    await ended(own.call, id);
    await ask(
      `UPDATE simulations SET verdict = '{"yes": 40, "maybe": 20, "no": 40, "total": 100}' WHERE id = $1`,
      [id],
    );
    const { data: { verdict } } = await own.call("GET", `/v1/simulations/${id}/results?agents=false`);
    assert.deepEqual([verdict.n_a, verdict.n_a_pct], [null, null]);
    assert.equal(verdict.yes_pct + verdict.maybe_pct + verdict.no_pct, 100);
  });

  it("ask the KPI question where question is omitted, with Deprecation, Sunset and meta.deprecations", async () => {
    const { question: _, ...body } = simulationBody() as Record<string, unknown>;
    const created = await own.call("POST", "/v1/simulations", { body });
    assert.equal(created.status, 202);
    assert.equal(created.data.question, null);
    assert.match(created.headers.get("Deprecation") ?? "", /^@\d+$/);
    const since = new Date(1_000 * Number(created.headers.get("Deprecation")?.slice(1)));
    const sunset = new Date(created.headers.get("Sunset") ?? "");
    assert.equal(since.setUTCFullYear(since.getUTCFullYear() + 1), sunset.getTime());
    const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
    assert.ok(changelog.split("### Added")[0]?.includes(`| ${sunset.toISOString().slice(0, 10)} |`));
    assert.equal(created.meta.deprecations.length, 1);
    await ended(own.call, created.data.id);
    const { data } = await own.call("GET", `/v1/simulations/${created.data.id}/results?agents=false`);
    assert.equal(
      data.customer_question,
      "How likely are you to buy this product if it were available where you usually shop?",
    );
  });

  it("can be cancelled until they have ended, then 409 simulation_not_cancellable", async () => {
    await withApiAlone(async (baseUrl) => {
      const call = callerWith(stack().apiKey, baseUrl);
      const queued = await newSimulation(call);
      assert.equal((await call("POST", `/v1/simulations/${queued}/cancel`)).status, 202);
      const { data } = await call("GET", `/v1/simulations/${queued}`);
      assert.deepEqual([data.status, data.failure_code, data.results_available], [
        "failed",
        "cancelled",
        false,
      ]);
      const results = await call("GET", `/v1/simulations/${queued}/results`);
      assert.deepEqual([results.status, results.error], [409, "simulation_not_complete"]);
      assert.deepEqual([results.meta.status, results.meta.failure_code], ["failed", "cancelled"]);
      const again = await call("POST", `/v1/simulations/${queued}/cancel`);
      assert.deepEqual([again.status, again.error], [409, "simulation_not_cancellable"]);
    });
  });

  it("are listed newest first, filtered by status and by workflow_id", async () => {
    const other = await newOrganization();
    const ids: string[] = [];
    for (const workflow_id of ["brand-trust", "product-purchase-intent", "brand-trust"]) {
      ids.unshift(await newSimulation(other.call, { workflow_id, agent_count: 10 }));
    }
    for (const id of ids) await ended(other.call, id);
    const idsOf = (reply: Reply) => reply.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(idsOf(await other.call("GET", "/v1/simulations")), ids);
    assert.deepEqual(idsOf(await other.call("GET", "/v1/simulations?workflow_id=brand-trust")), [
      ids[0],
      ids[2],
    ]);
    assert.deepEqual(idsOf(await other.call("GET", "/v1/simulations?status=failed")), []);
    assert.deepEqual(idsOf(await other.call("GET", "/v1/simulations?status=completed")), ids);
  });

  it("have their verdict in the list, about people only where the question has a yes or no", async () => {
    const other = await newOrganization();
    const asked = async (question: string) => {
      const id = await newSimulation(other.call, {
        workflow_id: "public-spending",
        agent_count: 50,
        question,
      });
      assert.equal((await ended(other.call, id)).status, "completed");
      return (await other.call("GET", `/v1/simulations/${id}/results?agents=false`)).data;
    };
    const { verdict, population } = await asked("Should the country spend more on fighting crime?");
    assert.deepEqual([population.frame, population.description.slice(0, 11)], [
      "us-adults-2024",
      "U.S. adults",
    ]);
    const unread = (await asked("What do you think about crime?")).verdict;
    const brief = ({ evidence, yes_pct, maybe_pct, no_pct, n_a_pct, interval_pct }: typeof verdict) => (
      { evidence, yes_pct, maybe_pct, no_pct, n_a_pct, interval_pct }
    );
    const open = await newSimulation(other.call, { agent_count: 10 });
    await ended(other.call, open);
    await ask("UPDATE simulations SET status = 'running', verdict = NULL WHERE id = $1", [open]);
    const { data } = await other.call("GET", "/v1/simulations");
    assert.deepEqual([unread.evidence, unread.interval_pct], ["none", null]);
    assert.deepEqual(data.map(({ verdict }: { verdict: object }) => verdict), [
      null,
      brief(unread),
      brief(verdict),
    ]);
  });

  it("answer 422 agent_count_exceeds_plan with meta.ceiling above the plan's ceiling", async () => {
    for (const [plan_tier, ceiling] of [["sandbox", 500], ["growth", 2_500]] as const) {
      const { call } = await newOrganization({ plan_tier });
      const refused = await call("POST", "/v1/simulations", {
        body: simulationBody({ agent_count: ceiling + 1 }),
      });
      assert.deepEqual([refused.status, refused.error, refused.meta.ceiling], [
        422,
        "agent_count_exceeds_plan",
        ceiling,
      ]);
      assert.equal(
        (await call("POST", "/v1/simulations", { body: simulationBody({ agent_count: ceiling }) })).status,
        202,
      );
    }
  });

  it("follow a contract's own ceiling, which wins over the plan's", async () => {
    const { id, call } = await newOrganization({ plan_tier: "sandbox" });
    const operator = callerWith(stack().operatorKey);
    await operator("PATCH", `/v1/admin/organizations/${id}`, {
      body: { limits: { agent_count_ceiling: 700 } },
    });
    assert.equal(
      (await call("POST", "/v1/simulations", { body: simulationBody({ agent_count: 700 }) })).status,
      202,
    );
    await operator("PATCH", `/v1/admin/organizations/${id}`, {
      body: { limits: { agent_count_ceiling: null } },
    });
    assert.equal(
      (await call("POST", "/v1/simulations", { body: simulationBody({ agent_count: 700 }) })).status,
      422,
    );
  });
});
