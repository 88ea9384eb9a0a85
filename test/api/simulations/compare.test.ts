import assert from "node:assert/strict";
import { assertRefused } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

describe("The comparison of two simulations", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });
  const pricedAt = async (price: number, change: object = {}) => {
    const id = await newSimulation(own.call, {
      workflow_id: "subscription-pricing",
      agent_count: 400,
      seed: 9,
      question: `Would you pay $${price} a month for this running app?`,
      ...change,
    });
    assert.equal((await ended(own.call, id)).status, "completed");
    return id;
  };
  const compare = async (a: string, b: string) => {
    const { status, data } = await own.call("GET", `/v1/simulations/${a}/compare/${b}`);
    assert.equal(status, 200);
    return data;
  };

  it("is paired where both asked the same agents, and its interval is narrower than unpaired", async () => {
    const [cheap, dear, others] = [await pricedAt(10), await pricedAt(20), await pricedAt(20, { seed: 10 })];
    const paired = await compare(cheap, dear);
    assert.equal(paired.paired, true);
    assert.match(paired.note, /^Figures of at least one of them are illustrative/);
    const [{ verdict: first }, { verdict: other }] = paired.simulations;
    assert.ok(Math.abs(paired.difference_pct.yes - (other.yes_pct - first.yes_pct)) < 0.02);
    assert.ok(paired.difference_pct.yes < 0);
    const unpaired = await compare(cheap, others);
    assert.equal(unpaired.paired, false);
    const width = ({ interval_pct: { yes } }: { interval_pct: { yes: [number, number] } }) => yes[1] - yes[0];
    assert.ok(width(paired) < 0.8 * width(unpaired), `${width(paired)} ${width(unpaired)}`);
    for (const { interval_pct, difference_pct } of paired.by_segment) {
      if (interval_pct === null) continue;
      assert.ok(interval_pct.no[0] <= difference_pct.no && difference_pct.no <= interval_pct.no[1]);
    }
  });

  it("mirrors itself the other way round", async () => {
    const [a, b] = [await pricedAt(5), await pricedAt(50)];
    const [there, back] = [await compare(a, b), await compare(b, a)];
    assert.ok(Math.abs(there.difference_pct.yes + back.difference_pct.yes) < 0.011);
  });

  it("refuses a simulation with itself, an unknown one, and another organization's", async () => {
    const id = await pricedAt(15);
    const itself = await own.call("GET", `/v1/simulations/${id}/compare/${id}`);
    assertRefused(itself, 422, "validation_error");
    assert.equal(itself.meta.field, "/path/other_id");
    const stranger = await newOrganization();
    const foreign = await stranger.call(
      "GET",
      `/v1/simulations/${id}/compare/${id.replace(/.$/, (last) => last === "0" ? "1" : "0")}`,
    );
    assertRefused(foreign, 404, "simulation_not_found");
  });
});
