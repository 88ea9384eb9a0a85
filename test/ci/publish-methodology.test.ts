import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assertRefused, callerWith, type Reply } from "#testing/caller.ts";
import { CITY_ROWS, exampleMapping, runMethodology, shareOf } from "./city-survey.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import {
  completedResults,
  ended,
  HEADER,
  newSimulation,
  resultsOf as resultsOfFile,
  simulationBody,
} from "#testing/simulations.ts";

const TRAMS = "Should the city build a tram line to the harbor?";
const YES = [1, 2];

/** This spec stops its own worker. */
describe("A published survey", function () {
  this.timeout(120_000);
  let service: OwnService;
  let own: TestOrganization;
  let other: TestOrganization;
  before(async () => {
    service = await startOwnService();
    own = await newOrganization({ baseUrl: service.api.baseUrl });
    other = await newOrganization({ baseUrl: service.api.baseUrl });
    const { exitCode, stdout, stderr } = await publish();
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /trams .*800 respondents \(effective 720\), yes [\d.]+ % \(standard error [\d.]+\)/);
    assert.match(stdout, /Published city-life version 1 for organization/);
    await shownVersion(1);
  });
  after(() => service?.stop());

  const publish = (change: Parameters<typeof runMethodology>[1] = {}) =>
    runMethodology(service.databaseUrl, { args: ["--publish", "--organization", own.id], ...change });
  /** The contract allows 5 s. */
  const shownVersion = (version: number) =>
    eventually(
      `version ${version}`,
      async () => (await own.call("GET", "/v1/workflows/city-life")).data?.version === version || undefined,
      5,
    );
  const auto = (organization: TestOrganization, body: object) =>
    organization.call("POST", "/v1/simulations/auto", { body: { generate_insights: false, ...body } });
  const resultsOf = async ({ data }: Reply) => {
    assert.equal((await ended(own.call, data.id)).status, "completed");
    return (await own.call("GET", `/v1/simulations/${data.id}/results`)).data;
  };

  it("is routed to, and its verdict at tier 1 is within sampling of the file's shares", async () => {
    for (
      const question of [
        TRAMS,
        "should the city build a tram line to the harbor",
        "Do you support a new tram line to the harbor?",
      ]
    ) {
      const created = await auto(own, { question, agent_count: 4_000, seed: 1 });
      assert.equal(created.status, 202, JSON.stringify(created.meta));
      assert.equal(created.meta.routed_via.workflow_id, "city-life");
      const { verdict, by_segment, calibration_boundary } = await resultsOf(created);
      assert.equal(calibration_boundary.tier, 1);
      assert.equal(calibration_boundary.matched_question.text, TRAMS);
      assert.deepEqual(calibration_boundary.sources.map(({ survey }: { survey: string }) => survey), [
        "City survey",
      ]);
      assert.ok(calibration_boundary.accuracy_pct > 50);
      near(verdict.yes_pct, 100 * shareOf(CITY_ROWS, "trams", YES), 1.5 * verdict.sampling_margin_pct);
      near(verdict.maybe_pct, 100 * shareOf(CITY_ROWS, "trams", [3]), 1.5 * verdict.sampling_margin_pct);
      const yesOf = (name: string) =>
        by_segment.find(({ segment }: { segment: string }) => segment === name).yes_pct;
      assert.ok(yesOf("female") > yesOf("male") + 10);
    }
  });

  it("is used by creates without a question, by opposite questions, previews, comparisons and Readings", async () => {
    const asked = await completedResults(own.call, {
      workflow_id: "city-life",
      question: undefined,
      agent_count: 500,
      seed: 2,
    });
    assert.equal(asked.customer_question, TRAMS);
    const opposite = await completedResults(own.call, {
      workflow_id: "city-life",
      question: "Do you oppose a new tram line to the harbor?",
      agent_count: 500,
      seed: 2,
    });
    assert.equal(opposite.calibration_boundary.matched_question.polarity, "opposite");
    const { data: compared } = await own.call(
      "GET",
      `/v1/simulations/${asked.simulation_id}/compare/${opposite.simulation_id}`,
    );
    assert.equal(compared.paired, true);
    const { data: shown } = await own.call("POST", "/v1/simulations/preview", { body: { question: TRAMS } });
    assert.deepEqual([shown.routed_via.workflow_id, shown.tier], ["city-life", 1]);
    // Its hundredths add up to 100 with those of the other answers.
    assert.ok(Math.abs(shown.expected_pct.yes - 100 * shareOf(CITY_ROWS, "trams", YES)) < 0.01);
    const id = await newSimulation(own.call, {
      workflow_id: "city-life",
      question: TRAMS,
      agent_count: 500,
      generate_insights: true,
    });
    const { post_hoc } = await eventually("the Reading", async () => {
      const { data } = await own.call("GET", `/v1/simulations/${id}/insights`);
      return data.insights_status === "completed" ? data : undefined;
    });
    assert.match(JSON.stringify(post_hoc), /Life in the city|tram/);
  });

  it("leaves an entry in the audit log for each change", async () => {
    const entries = async () => {
      const operator = callerWith(stack().operatorKey, service.api.baseUrl);
      const { data } = await operator("GET", "/v1/admin/audit?subject=city-life");
      return data.filter(({ action }: { action: string }) => action === "workflow.publish");
    };
    const [entry, ...others] = await entries();
    const { actor_key_id, actor_user_id, actor_command, request_id, details } = entry;
    assert.deepEqual([actor_key_id, actor_user_id, actor_command, request_id], [
      null,
      null,
      "methodology",
      null,
    ]);
    assert.deepEqual(details, { version: 1, organization_id: own.id });
    assert.match((await publish()).stdout, /is published .* already/);
    assert.deepEqual(await entries(), [entry, ...others], "publishing the same again changes nothing");
    assert.equal(others.length, 0);
  });

  it("scores the organization's training runs, and nobody else's", async () => {
    const file = `${HEADER}\noverall,${TRAMS},${100 * shareOf(CITY_ROWS, "trams", YES)}\n`;
    const scored = await resultsOfFile(own.call, file);
    assert.match(
      scored.disclaimer,
      /The methodology city-life \(version \d\) predicted 1 question .*\(tier 1\)/,
    );
    assert.ok(scored.mae_points < 0.01, String(scored.mae_points));
    const elsewhere = await resultsOfFile(other.call, file);
    assert.doesNotMatch(elsewhere.disclaimer, /city-life/);
    assert.ok(elsewhere.mae_points > 0.01);
  });

  it("does not exist for another organization", async () => {
    const slugs = async ({ call }: TestOrganization) =>
      (await call("GET", "/v1/workflows")).data.map(({ workflow_id }: { workflow_id: string }) =>
        workflow_id
      );
    assert.ok((await slugs(own)).includes("city-life"));
    assert.ok(!(await slugs(other)).includes("city-life"));
    assertRefused(await other.call("GET", "/v1/workflows/city-life"), 404, "workflow_not_found");
    const body = simulationBody({ workflow_id: "city-life", question: TRAMS });
    assertRefused(await other.call("POST", "/v1/simulations", { body }), 400, "invalid_workflow");
    const routed = await auto(other, { question: TRAMS, agent_count: 10 });
    assert.doesNotMatch(JSON.stringify(routed.meta), /city-life/);
  });

  it("comes before a question of the release that has the same words", async () => {
    const mapping = exampleMapping();
    const question = "Should the country spend more on education and schools?";
    mapping.methodology.slug = "city-schools";
    mapping.questions = [{ ...mapping.questions[1], wordings: [question] }];
    assert.equal((await publish({ mapping })).exitCode, 0);
    const created = await eventually("the route to it", async () => {
      const reply = await auto(own, { question, agent_count: 1_000, seed: 4 });
      return reply.meta.routed_via.workflow_id === "city-schools" ? reply : undefined;
    }, 5);
    const { verdict } = await resultsOf(created);
    near(verdict.yes_pct, 100 * shareOf(CITY_ROWS, "pools", [1]), 1.5 * verdict.sampling_margin_pct);
    const elsewhere = await auto(other, { question, agent_count: 10 });
    assert.equal(elsewhere.meta.routed_via.workflow_id, "public-spending");
  });

  it("keeps the version that a simulation was created with, when it is published anew before the simulation runs", async () => {
    await service.worker.stop();
    const before = await newSimulation(own.call, {
      workflow_id: "city-life",
      question: TRAMS,
      agent_count: 2_000,
      seed: 3,
    });
    const inverted = CITY_ROWS.map((row) => ({ ...row, trams: 6 - row.trams }));
    const { stdout } = await publish({ rows: inverted });
    assert.match(stdout, /Published city-life version 2/);
    await eventually("the API's use of version 2", async () => {
      const { data } = await own.call("POST", "/v1/simulations/preview", { body: { question: TRAMS } });
      return Math.abs(data.expected_pct.yes - 100 * shareOf(inverted, "trams", YES)) < 0.1 || undefined;
    }, 5);
    const after = await newSimulation(own.call, {
      workflow_id: "city-life",
      question: TRAMS,
      agent_count: 2_000,
      seed: 3,
    });
    await service.startWorker();
    const verdictOf = async (id: string) => (await resultsOf({ data: { id } } as Reply)).verdict;
    const [first, second] = [await verdictOf(before), await verdictOf(after)];
    near(first.yes_pct, 100 * shareOf(CITY_ROWS, "trams", YES), 1.5 * first.sampling_margin_pct);
    near(second.yes_pct, 100 * shareOf(inverted, "trams", YES), 1.5 * second.sampling_margin_pct);
    assert.match((await publish({ rows: inverted })).stdout, /version 2 is published .* already/);
    await publish();
    await shownVersion(3);
  });

  it("takes no simulations while it is deprecated", async () => {
    const operator = callerWith(stack().operatorKey, service.api.baseUrl);
    const path = "/v1/admin/workflows/city-life";
    const change = (status: string, organization_id?: string) =>
      operator("PATCH", path, {
        body: { status, ...(organization_id === undefined ? {} : { organization_id }) },
      });
    assertRefused(await change("deprecated"), 404, "workflow_not_found");
    assertRefused(await change("deprecated", other.id), 404, "workflow_not_found");
    assert.equal((await change("deprecated", own.id)).data.status, "deprecated");
    const body = simulationBody({ workflow_id: "city-life", question: TRAMS });
    assertRefused(await own.call("POST", "/v1/simulations", { body }), 400, "invalid_workflow");
    await eventually("routing to notice", async () => {
      const { meta } = await auto(own, { question: TRAMS, agent_count: 1 });
      return meta.routed_via?.workflow_id !== "city-life" || undefined;
    }, 5);
    await change("published", own.id);
    assert.equal((await own.call("POST", "/v1/simulations", { body })).status, 202);
  });

  it("for everybody is everybody's, under a slug of its own, from the file that was written before", async () => {
    const mapping = exampleMapping();
    mapping.methodology.slug = "city-life-for-all";
    const { stdout, file } = await runMethodology(service.databaseUrl, { mapping, args: ["--publish"] });
    assert.match(stdout, /Published city-life-for-all version 1 for everybody/);
    const { data } = await eventually("everybody's", async () => {
      const shown = await other.call("GET", "/v1/workflows/city-life-for-all");
      return shown.status === 200 ? shown : undefined;
    }, 5);
    assert.equal(data.kpi_question, TRAMS);
    const [{ content } = { content: "" }] = await ask<{ content: string }>(
      "SELECT content FROM methodology_versions v JOIN methodologies m ON m.id = v.methodology_id WHERE m.slug = 'city-life-for-all'",
      [],
      service.databaseUrl,
    );
    assert.equal(content, readFileSync(file, "utf8"), "what is published is the file, byte for byte");
    mapping.methodology.slug = "city-life";
    const taken = await runMethodology(service.databaseUrl, { mapping, args: ["--publish"] });
    assert.deepEqual([taken.exitCode, taken.stderr.split(":")[0]], [1, "slug_taken"]);
    mapping.methodology.slug = "brand-trust";
    const released = await publish({ mapping });
    assert.deepEqual([released.exitCode, released.stderr.split(":")[0]], [1, "slug_taken"]);
  });
});

function near(actual: number, expected: number, within: number): void {
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not within ${within} of ${expected}`);
}
