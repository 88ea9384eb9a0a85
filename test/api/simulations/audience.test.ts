import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { anonymousCaller } from "#testing/accounts.ts";
import { assertRefused } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  completedSimulation,
  ended,
  endedReading,
  newSimulation,
  simulationBody,
} from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

const CRIME = "Should the country spend more on fighting crime?";
const AUDIENCE = { party: ["democrat"], age: ["18-24", "25-34"] };
const BODY = {
  workflow_id: "public-spending",
  question: CRIME,
  agent_count: 200,
  seed: 11,
  audience: AUDIENCE,
};

interface Row {
  readonly dimension: string;
  readonly segment: string;
  readonly total: number;
  readonly interval_pct: unknown;
}

describe("A simulation of an audience", () => {
  let own: TestOrganization;
  let id: string;
  before(async () => {
    own = await newOrganization();
    id = await newSimulation(own.call, BODY);
    assert.equal((await ended(own.call, id)).status, "completed");
  });
  const get = async (path: string) => {
    const { status, data } = await own.call("GET", path);
    assert.equal(status, 200);
    return data;
  };

  it("asks its people alone, and shows the audience wherever it is shown", async () => {
    const results = await get(`/v1/simulations/${id}/results`);
    assert.deepEqual(results.audience, AUDIENCE);
    for (const { segments } of results.agents) {
      assert.ok(segments.party === "democrat" && AUDIENCE.age.includes(segments.age));
    }
    const rows: Row[] = results.by_segment;
    for (const dimension of new Set(rows.map((row) => row.dimension))) {
      const total = rows.filter((row) => row.dimension === dimension).reduce(
        (sum, row) => sum + row.total,
        0,
      );
      assert.equal(total, 200);
    }
    const outside = rows.find(({ segment }) => segment === "republican")!;
    assert.deepEqual([outside.total, outside.interval_pct], [0, null]);
    assert.deepEqual((await get(`/v1/simulations/${id}`)).audience, AUDIENCE);
    assert.deepEqual((await get("/v1/simulations?limit=1"))[0].audience, AUDIENCE);
    const { population, adjustments } = await get(`/v1/simulations/${id}/disclosure`);
    assert.match(population, /Of them only the audience was asked: age=18-24\|25-34; party=democrat\.$/);
    assert.ok(adjustments.some((text: string) => text.startsWith("The audience's shares are put together")));
    const { data: { url } } = await own.call("POST", `/v1/simulations/${id}/share`);
    const shared = await anonymousCaller(stack().baseUrl)("GET", `/v1/shared/${url.split("/").at(-1)}`);
    assert.deepEqual(shared.data.audience, AUDIENCE);
    const csv = await fetch(`${stack().baseUrl}/v1/simulations/${id}/results?table=segments`, {
      headers: { Accept: "text/csv", Authorization: `Bearer ${own.call.key}` },
    });
    const cells: Record<string, string>[] = parse(await csv.text(), { columns: true });
    assert.ok(cells.every(({ audience }) => audience === "age=18-24|25-34; party=democrat"));
  });

  it("is paired with one of the same audience alone, in whatever order it is named", async () => {
    const same = await newSimulation(own.call, {
      ...BODY,
      question: "Should the country spend more on tackling drug abuse?",
      audience: { age: ["25-34", "18-24"], party: ["democrat"], sex: ["male", "female"] },
    });
    const all = await newSimulation(own.call, { ...BODY, audience: null });
    for (const each of [same, all]) await ended(own.call, each);
    assert.deepEqual((await get(`/v1/simulations/${same}`)).audience, AUDIENCE);
    assert.equal((await get(`/v1/simulations/${all}`)).audience, null);
    const compared = await get(`/v1/simulations/${id}/compare/${same}`);
    assert.equal(compared.paired, true);
    assert.deepEqual(compared.simulations[1].audience, AUDIENCE);
    assert.equal((await get(`/v1/simulations/${id}/compare/${all}`)).paired, false);
  });

  it("comes from auto, batch and preview as well, and the preview expects what the run states", async () => {
    const { workflow_id, ...body } = BODY;
    const auto = await own.call("POST", "/v1/simulations/auto", { body });
    assert.deepEqual([auto.data.workflow_id, auto.data.audience], [workflow_id, AUDIENCE]);
    const batch = await own.call("POST", "/v1/simulations/batch", {
      body: { simulations: [BODY, { ...body, audience: { party: ["republican"] } }] },
    });
    assert.deepEqual(batch.data.map(({ audience }: { audience: object }) => audience), [
      AUDIENCE,
      { party: ["republican"] },
    ]);
    const { data: shown } = await own.call("POST", "/v1/simulations/preview", { body });
    assert.deepEqual(shown.audience, AUDIENCE);
    const { share_pct, dimensions } = shown.frame;
    assert.ok(share_pct > 1 && share_pct < 20, `${share_pct}`);
    assert.ok(
      Object.entries(AUDIENCE).every(([name, segments]) =>
        dimensions.some(({ dimension, segments: known }: { dimension: string; segments: string[] }) =>
          dimension === name && segments.every((segment) => known.includes(segment))
        )
      ),
    );
    const { verdict } = await get(`/v1/simulations/${id}/results?agents=false`);
    assert.ok(Math.abs(verdict.yes_pct - shown.expected_pct.yes) < 2 * shown.sampling_margin_pct);
    const { data: everybody } = await own.call("POST", "/v1/simulations/preview", {
      body: { ...body, audience: null },
    });
    assert.equal(everybody.audience, null);
    assert.equal(everybody.frame.share_pct, 100);
    assert.notEqual(everybody.expected_pct.yes, shown.expected_pct.yes);
    assert.ok(everybody.effective_human_n > shown.effective_human_n);
  });

  for (
    const [what, audience, field, wants] of [
      [
        "a dimension",
        { shoe_size: ["9"] },
        "/audience/shoe_size",
        /sex, age, education, race, region, party/,
      ],
      [
        "a segment",
        { party: ["democrat", "whig"] },
        "/audience/party/1",
        /republican, lean_republican, no_lean/,
      ],
      ["two segments of one name", { sex: ["male", "male"] }, "/audience/sex/1", /twice/],
      ["no segment", { sex: [] }, "/audience/sex", /at least 1/],
      ["no list", { sex: "male" }, "/audience/sex", /array/],
      [
        "a dimension that it does not report",
        { income: ["150k+"] },
        "/audience/income",
        /must be a dimension/,
      ],
    ] as const
  ) {
    it(`is refused with ${what} that there is not, at ${field}`, async () => {
      for (const path of ["/v1/simulations", "/v1/simulations/preview", "/v1/simulations/auto"]) {
        const { workflow_id, ...body } = BODY;
        const refused = await own.call("POST", path, {
          body: { ...(path.endsWith("s") ? { workflow_id } : {}), ...body, audience },
        });
        assertRefused(refused, 400, "validation_error");
        assert.equal(refused.meta.field, field);
        assert.match(refused.meta.errors[0].message, wants);
      }
    });
  }

  it("is refused where it is under 1 % of its population, with its share", async () => {
    const audience = { party: ["republican"], race: ["black"], age: ["18-24"] };
    const refused = await own.call("POST", "/v1/simulations", { body: { ...BODY, audience } });
    assertRefused(refused, 422, "validation_error");
    assert.equal(refused.meta.field, "/audience");
    assert.ok(refused.meta.frame_share_pct > 0 && refused.meta.frame_share_pct < 1);
    const nobody = { workflow_id: "employer-appeal", agent_count: 10, audience: { age: ["65+"] } };
    const none = await own.call("POST", "/v1/simulations", { body: simulationBody(nobody) });
    assertRefused(none, 422, "validation_error");
    assert.equal(none.meta.frame_share_pct, 0);
  });

  it("takes the generic population's dimensions where no methodology fits", async () => {
    const question = "What is the boiling point of water at sea level?";
    const preview = (audience: object) =>
      own.call("POST", "/v1/simulations/preview", { body: { question, audience } });
    assert.equal((await preview({ sex: ["female"] })).status, 200);
    assert.equal((await preview({ party: ["democrat"] })).meta.field, "/audience/party");
  });

  it("has as earlier runs in its Reading those of the same audience", async () => {
    const question = "Would you buy this oat drink for a picnic?";
    const audience = { sex: ["female"] };
    for (const change of [{ seed: 1 }, { seed: 2, audience }, { seed: 3, audience: { sex: ["male"] } }]) {
      await completedSimulation(own.call, { question, ...change });
    }
    const last = await completedSimulation(own.call, { question, seed: 4, audience });
    const { runs } = (await endedReading(own.call, last)).post_hoc.across_runs;
    assert.deepEqual(runs.map(({ seed }: { seed: number }) => seed), [2]);
  });
});
