import assert from "node:assert/strict";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

describe("The usage by day", () => {
  let own: TestOrganization;
  beforeEach(async () => {
    own = await newOrganization();
  });

  const today = () => new Date().toISOString().slice(0, 10);
  const days = async (query = "") => (await own.call("GET", `/v1/usage/daily${query}`)).data;

  it("has a row for each key and day, and one for people", async () => {
    const second = await newKey(own.id, ["simulations:read"]);
    const [first] = await ask<{ id: string }>(
      "SELECT id FROM api_keys WHERE organization_id = $1 ORDER BY created_at",
      [
        own.id,
      ],
    );
    const callSecond = callerWith(second.key);
    await newSimulation(own.call, { agent_count: 3 });
    await newSimulation(own.call, { agent_count: 4 });
    const last = await newSimulation(callSecond, { agent_count: 5 });
    await ask(
      "UPDATE usage_days SET key_id = NULL, day = day - 1 WHERE organization_id = $1 AND key_id = $2",
      [
        own.id,
        second.id,
      ],
    );
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const ofFirst = { date: today(), key_id: first?.id, simulations: 2, agent_runs: 7 };
    assert.deepEqual(await days(), [
      ofFirst,
      { date: yesterday, key_id: null, simulations: 1, agent_runs: 5 },
    ]);
    assert.deepEqual(await days("?days=1"), [ofFirst]);
    await ended(own.call, last);
    await own.call("DELETE", `/v1/simulations/${last}`);
    assert.equal((await days()).length, 2);
  });

  it("gives back what could not start", async () => {
    const id = await newSimulation(own.call, { agent_count: 3 });
    await ended(own.call, id);
    await ask(
      `UPDATE simulations SET status = 'queued', verdict = NULL, completed_at = NULL, agents_completed = 0 WHERE id = $1`,
      [id],
    );
    const operator = callerWith(await import("#testing/stack.ts").then(({ stack }) => stack().operatorKey));
    const cancelled = await operator("POST", `/v1/admin/simulations/${id}/cancel`);
    assert.equal(cancelled.status, 202);
    assert.deepEqual(await days(), []);
  });

  for (const query of ["?days=0", "?days=91", "?days=x"]) {
    it(`answers 400 to ${query}`, async () => {
      assertRefused(await own.call("GET", `/v1/usage/daily${query}`), 400, "validation_error");
    });
  }
});
