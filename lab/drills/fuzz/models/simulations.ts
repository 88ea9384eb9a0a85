import assert from "node:assert/strict";
import fc from "fast-check";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, simulationBody } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

/** What the model knows of a simulation. */
interface Run {
  readonly id: string;
  readonly agents: number;
  readonly seed: number;
  readonly key: string;
  readonly body: object;
  /** Running until a command waits for its end or cancels it. */
  state: "running" | "completed" | "cancelled";
}

interface Model {
  /** Oldest first. */
  readonly runs: Run[];
  /** Of the month; null for none. */
  quota: { readonly simulations: number | null; readonly agents: number | null };
}

interface Real {
  readonly own: TestOrganization;
  readonly other: TestOrganization;
}

type Command = fc.AsyncCommand<Model, Real>;

function pick(list: readonly Run[], at: number): Run {
  const found = list[at % list.length];
  if (found === undefined) throw new Error("The command's check let an empty list through");
  return found;
}

const some = ({ runs }: Readonly<Model>) => runs.length > 0;
const pathOf = ({ id }: Run, rest = "") => `/v1/simulations/${id}${rest}`;
const usedAgents = ({ runs }: Model) => runs.reduce((total, { agents }) => total + agents, 0);

function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return { check, run, toString: () => name };
}

const create = (agents: number, seed: number) =>
  command(`create(${agents}, ${seed})`, async (model, { own }) => {
    const body = simulationBody({ agent_count: agents, seed });
    const key = crypto.randomUUID();
    const created = await own.call("POST", "/v1/simulations", { body, idempotencyKey: key });
    const { simulations, agents: most } = model.quota;
    if (simulations !== null && model.runs.length >= simulations) {
      return assertRefused(created, 402, "insufficient_quota");
    }
    if (most !== null && usedAgents(model) + agents > most) {
      return assertRefused(created, 422, "tier_cap_exceeded");
    }
    assert.equal(created.status, 202, JSON.stringify(created.meta));
    assert.deepEqual([created.data.status, created.data.agent_count, created.data.seed], [
      "queued",
      agents,
      seed,
    ]);
    model.runs.push({ id: created.data.id, agents, seed, key, body, state: "running" });
  });

/** The same key again: with the same body the first answer, with another one a conflict. */
const repeat = (at: number, same: boolean) =>
  command(`repeat(${at}, ${same ? "the same body" : "another body"})`, async ({ runs }, { own }) => {
    const run = pick(runs, at);
    const body = same ? run.body : { ...run.body, agent_count: run.agents + 1 };
    const again = await own.call("POST", "/v1/simulations", { body, idempotencyKey: run.key });
    if (!same) return assertRefused(again, 409, "idempotency_conflict");
    assert.deepEqual([again.status, again.data?.id, again.data?.status], [202, run.id, "queued"]);
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
  }, some);

const cancel = (at: number) =>
  command(`cancel(${at})`, async ({ runs }, { own }) => {
    const run = pick(runs, at);
    const reply = await own.call("POST", pathOf(run, "/cancel"));
    if (run.state === "running" && reply.status === 202) {
      assert.deepEqual(reply.data, { id: run.id, status: "failed", failure_code: "cancelled" });
      run.state = "cancelled";
      return;
    }
    assertRefused(reply, 409, "simulation_not_cancellable");
    // It was faster than this call.
    if (run.state === "running") run.state = "completed";
  }, some);

/** Waits for its end, which no later command may change. */
const poll = (at: number) =>
  command(`poll(${at})`, async ({ runs }, { own }) => {
    const run = pick(runs, at);
    const data = await ended(own.call, run.id);
    if (run.state === "running") run.state = "completed";
    const isDone = run.state === "completed";
    assert.deepEqual(
      [data.status, data.failure_code, data.results_available],
      isDone ? ["completed", null, true] : ["failed", "cancelled", false],
    );
    if (isDone) assert.deepEqual([data.agents_completed, data.progress_pct], [run.agents, 100]);
  }, some);

const results = (at: number) =>
  command(`results(${at})`, async ({ runs }, { own }) => {
    const run = pick(runs, at);
    const reply = await own.call("GET", pathOf(run, "/results"));
    if (run.state === "running" && reply.status === 200) run.state = "completed";
    if (run.state !== "completed") return assertRefused(reply, 409, "simulation_not_complete");
    assert.equal(reply.status, 200, JSON.stringify(reply.meta));
    assert.equal(reply.data.agents.length, run.agents);
  }, some);

const compare = (one: number, two: number) =>
  command(`compare(${one}, ${two})`, async ({ runs }, { own }) => {
    const [first, other] = [pick(runs, one), pick(runs, two)];
    const states = [first.state, other.state];
    const reply = await own.call("GET", pathOf(first, `/compare/${other.id}`));
    if (first === other) return assertRefused(reply, 422, "validation_error");
    if (reply.status === 200) {
      assert.ok(!states.includes("cancelled"));
      for (const run of [first, other]) run.state = "completed";
      const paired = first.seed === other.seed && first.agents === other.agents;
      assert.equal(reply.data.paired, paired);
      return;
    }
    assert.ok(states.includes("cancelled") || states.includes("running"));
    assertRefused(reply, 409, "simulation_not_complete");
  }, some);

const list = command("list", async (model, { own }) => {
  const { status, data } = await own.call("GET", "/v1/simulations?limit=100");
  assert.equal(status, 200);
  // deno-lint-ignore no-explicit-any -- the API's answer
  assert.deepEqual(data.map(({ id }: any) => id), model.runs.map(({ id }) => id).reverse());
  const { data: usage } = await own.call("GET", "/v1/usage");
  assert.deepEqual(
    [usage.simulations_this_period, usage.agent_runs_this_period],
    [model.runs.length, usedAgents(model)],
  );
});

/** Another organization sees nothing of it. */
const pry = (at: number) =>
  command(`pry(${at})`, async ({ runs }, { other }) => {
    const run = pick(runs, at);
    for (
      const [method, rest] of [["GET", ""], ["GET", "/results"], ["POST", "/cancel"], [
        "GET",
        "/insights",
      ]] as const
    ) {
      assertRefused(await other.call(method, pathOf(run, rest)), 404, "simulation_not_found");
    }
  }, some);

/** Room for this many more simulations or agents this month; null for any number. */
const limit = (simulations: number | null, agents: number | null) =>
  command(`limit(${simulations}, ${agents})`, async (model, { own }) => {
    model.quota = {
      simulations: simulations === null ? null : model.runs.length + simulations,
      agents: agents === null ? null : usedAgents(model) + agents,
    };
    const limits = {
      simulations_per_month: model.quota.simulations ?? 1_000_000,
      agent_runs_per_month: model.quota.agents ?? 100_000_000,
    };
    const operator = callerWith(stack().operatorKey);
    const changed = await operator("PATCH", `/v1/admin/organizations/${own.id}`, { body: { limits } });
    assert.equal(changed.status, 200, JSON.stringify(changed.meta));
  });

/** Commands over simulations and the month's quotas. Simulations cannot be deleted. */
export const simulations = {
  name: "simulations",
  commands: (): fc.Arbitrary<Command>[] => {
    const at = fc.nat(9);
    const room = fc.option(fc.nat(2), { nil: null });
    return [
      fc.tuple(fc.constantFrom(1, 10, 50, 200), fc.nat(1)).map((choice) => create(...choice)),
      fc.tuple(at, fc.boolean()).map((choice) => repeat(...choice)),
      at.map(cancel),
      at.map(poll),
      at.map(results),
      fc.tuple(at, at).map((choice) => compare(...choice)),
      fc.constant(list),
      at.map(pry),
      fc.tuple(room, fc.option(fc.constantFrom(0, 20, 100), { nil: null })).map((choice) => limit(...choice)),
    ];
  },
  start: async (): Promise<{ model: Model; real: Real }> => ({
    model: { runs: [], quota: { simulations: null, agents: null } },
    real: { own: await newOrganization({ plan_tier: "enterprise" }), other: await newOrganization() },
  }),
};
