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
  const asked = (question: string) =>
    pricedAt(0, { workflow_id: "public-spending", question, agent_count: 50 });
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
    type Compared = { agents_interval_pct: { yes: [number, number] } };
    const width = ({ agents_interval_pct: { yes } }: Compared) => yes[1] - yes[0];
    assert.ok(width(paired) < 0.8 * width(unpaired), `${width(paired)} ${width(unpaired)}`);
    assert.equal(paired.interval_pct, null, "made-up tables say nothing about people");
    for (const { interval_pct, agents_interval_pct, difference_pct } of paired.by_segment) {
      assert.equal(interval_pct, null);
      assert.ok(
        agents_interval_pct.no[0] <= difference_pct.no && difference_pct.no <= agents_interval_pct.no[1],
      );
    }
  });

  it("is not paired where the same seed asked another number of agents, or another population", async () => {
    const whole = await pricedAt(10);
    const others = [{ agent_count: 401 }, { audience: { age: ["18-24", "25-34", "35-44"] } }];
    for (const change of others) {
      const { paired, note } = await compare(whole, await pricedAt(20, change));
      assert.equal(paired, false, JSON.stringify(change));
      assert.match(note, /The simulations drew different agents/);
    }
    assert.equal((await compare(whole, await pricedAt(20))).paired, true);
  });

  it("is not paired over the populations of two methodologies, and is where an unfit question asks everybody", async () => {
    const everybody = await pricedAt(10);
    const asked = async (question: string) => {
      const id = await pricedAt(10, { workflow_id: "employer-appeal", question });
      const { data } = await own.call("GET", `/v1/simulations/${id}/results?agents=false`);
      return { id, tier: data.calibration_boundary.tier };
    };
    const workers = await asked("Would you consider applying for a job at this bakery?");
    const anybody = await asked("Do penguins dream of warm water at night?");
    assert.deepEqual([workers.tier, anybody.tier], [2, 3]);
    assert.equal((await compare(everybody, workers.id)).paired, false);
    assert.equal((await compare(everybody, anybody.id)).paired, true);
  });

  it("says nothing about people where a question could not be read", async () => {
    const spending = { workflow_id: "public-spending", agent_count: 50 };
    const read = await pricedAt(0, {
      ...spending,
      question: "Should the country spend more on fighting crime?",
    });
    for (const question of ["Asdf qwer zxcv uiop hjkl?", "What should the country spend more on?"]) {
      const unread = await pricedAt(0, { ...spending, question });
      const { interval_pct, by_segment, note } = await compare(read, unread);
      const rows: readonly { readonly interval_pct: unknown }[] = by_segment;
      assert.deepEqual([interval_pct, rows.some((row) => row.interval_pct !== null)], [null, false]);
      assert.match(
        note,
        /^At least one of them could not be read as a single question of yes or no, so their difference says nothing/,
      );
    }
  });

  it("has the interval of people where a question fits no topic, and says that nobody knows whether it makes sense", async () => {
    const known = await asked("Should the country spend more on fighting crime?");
    const odd = await asked("Should the color seven marry a Tuesday afternoon?");
    const odder = await asked("Do purple elephants vote for the moon?");
    for (const [one, other] of [[odd, odder], [known, odd], [odd, known]] as const) {
      const { interval_pct, by_segment, note } = await compare(one, other);
      const [low, high] = interval_pct.yes;
      assert.ok(high - low > 40, `the verdict of such a question is wide: ${low} to ${high}`);
      const rows: readonly { readonly interval_pct: unknown }[] = by_segment;
      assert.ok(rows.every((row) => row.interval_pct !== null));
      assert.match(
        note,
        /fits no topic, so nobody knows whether it makes sense to people; intervals of differences were measured on questions that do\./,
      );
      assert.match(note, /if it makes sense \(nobody knows\), predicted from surveys/);
    }
    // Asked again of others, the same people answer the same, whatever they make of it.
    const again = await pricedAt(0, {
      workflow_id: "public-spending",
      question: "Should the color seven marry a Tuesday afternoon?",
      agent_count: 60,
    });
    const { interval_pct, note } = await compare(odd, again);
    assert.deepEqual(interval_pct, { yes: [0, 0], maybe: [0, 0], no: [0, 0] });
    assert.doesNotMatch(note, /fits no topic/);
    assert.match(
      note,
      /of U\.S\. adults, if it makes sense \(nobody knows\), predicted from/,
    );
  });

  it("tells of several which surveys the intervals rest on that there are", async () => {
    const [crime, schools, unread] = [
      await asked("Should the country spend more on fighting crime?"),
      await asked("Should the country spend more on education and schools?"),
      await asked("Asdf qwer zxcv uiop hjkl?"),
    ];
    const { data } = await own.call("GET", `/v1/simulations/${crime}/compare/${unread}?with=${schools}`);
    assert.equal(data.interval_pct, null);
    assert.notEqual(data.others[0].interval_pct, null);
    assert.match(
      data.note,
      /The interval, of the pairs that have one, is the 95 % interval of the difference between the answers of U\.S\. adults, by a survey of 2016 and 2018;/,
    );
  });

  it("has the interval of people's difference, which no number of agents narrows, of surveys' questions", async () => {
    const asked = async (question: string, agent_count: number) => {
      const id = await newSimulation(own.call, {
        workflow_id: "public-spending",
        question,
        agent_count,
        seed: 5,
      });
      assert.equal((await ended(own.call, id)).status, "completed");
      return id;
    };
    const [schools, space] = ["on education and schools", "on space exploration"].map((on) =>
      `Should the country spend more ${on}?`
    );
    const first = await asked(schools!, 2_000);
    const compared = await compare(first, await asked(space!, 2_000));
    const { difference_pct: { yes }, interval_pct, agents_interval_pct, by_segment, note } = compared;
    assert.match(
      note,
      /95 % interval of the difference between the answers of U\.S\. adults, by a survey of 2016 and 2018;/,
    );
    assert.ok(
      interval_pct.yes[0] < agents_interval_pct.yes[0] && interval_pct.yes[1] > agents_interval_pct.yes[1],
    );
    // A decimal less than the agents' own, rounded outwards: it is known no better.
    for (const end of interval_pct.yes) assert.equal(Math.round(10 * end) / 10, end);
    assert.ok(interval_pct.yes[0] < yes && yes < interval_pct.yes[1] && yes < -20);
    assert.ok(by_segment.every(({ interval_pct }: { interval_pct: object | null }) => interval_pct !== null));
    // Asked again of fewer, the same people answer the same.
    const again = await compare(first, await asked(schools!, 300));
    assert.notEqual(again.difference_pct.yes, 0);
    assert.deepEqual(again.interval_pct, { yes: [0, 0], maybe: [0, 0], no: [0, 0] });
  });

  it("gives three intervals of the agents' sampling for a single agent and for groups with nobody in them", async () => {
    const alone = await pricedAt(10, { agent_count: 1 });
    const compared = await compare(alone, await pricedAt(20, { agent_count: 1 }));
    const { by_segment }: { by_segment: readonly { agents_interval_pct: object | null }[] } = compared;
    for (const { agents_interval_pct } of [compared, ...by_segment]) {
      assert.deepEqual(Object.keys(agents_interval_pct ?? {}), ["yes", "maybe", "no"]);
    }
    const [low, high] = compared.agents_interval_pct.yes;
    assert.ok(high - low > 75, `one agent says little: ${low} to ${high}`);
  });

  it("compares up to six more with the first, each by itself, in the order that they are named in", async () => {
    const [first, second, third, fourth] = [
      await pricedAt(5),
      await pricedAt(6),
      await pricedAt(7),
      await pricedAt(8),
    ];
    const path = `/v1/simulations/${first}/compare/${second}`;
    const { status, data } = await own.call("GET", `${path}?with=sim_${third},${fourth}`);
    assert.equal(status, 200);
    const alone = await compare(first, third);
    assert.deepEqual(data.others.map(({ simulation_id }: { simulation_id: string }) => simulation_id), [
      third,
      fourth,
    ]);
    assert.deepEqual(data.others[0], {
      simulation_id: third,
      difference_pct: alone.difference_pct,
      interval_pct: alone.interval_pct,
      agents_interval_pct: alone.agents_interval_pct,
    });
    const turned = await own.call("GET", `${path}?with=${fourth}&with=${third}`);
    assert.deepEqual(turned.data.others, data.others.toReversed());
    const twice = await own.call("GET", `${path}?with=${second}`);
    assertRefused(twice, 422, "validation_error");
    assert.equal(twice.meta.field, "/query/with");
    const many = Array.from({ length: 7 }, (_, k) => first.replace(/.$/, `${k}`)).join(",");
    assertRefused(await own.call("GET", `${path}?with=${many}`), 400, "validation_error");
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
    const twice = await stranger.call("GET", `/v1/simulations/${id}/compare/${id}`);
    assertRefused(twice, 404, "simulation_not_found");
    const foreign = await stranger.call(
      "GET",
      `/v1/simulations/${id}/compare/${id.replace(/.$/, (last) => last === "0" ? "1" : "0")}`,
    );
    assertRefused(foreign, 404, "simulation_not_found");
  });
});
