import assert from "node:assert/strict";
import pg from "pg";
import { anonymousCaller, newAddress } from "#testing/accounts.ts";
import { assertRefused } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { completedSimulation, ended, endedReading, newSimulation } from "#testing/simulations.ts";

describe("The link to a verdict", () => {
  let own: TestOrganization;
  let id: string;
  let earlier: string;
  before(async () => {
    own = await newOrganization();
    // The Reading of the second one compares it with the first.
    earlier = await completedSimulation(own.call, { agent_count: 50 });
    id = await completedSimulation(own.call, {
      agent_count: 50,
      metadata: { secret: "campaign" },
      name: "Hidden name",
    });
    await endedReading(own.call, id);
  });

  const share = () => own.call("POST", `/v1/simulations/${id}/share`);
  const isShared = async () => (await own.call("GET", `/v1/simulations/${id}`)).data.shared;
  const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

  it("shows the verdict to whoever has it, without agents, ids, metadata and names", async () => {
    const { status, data, headers } = await share();
    assert.deepEqual([status, headers.get("Cache-Control")], [201, "no-store"]);
    assert.match(data.url, new RegExp(`^${RegExp.escape(stack().baseUrl)}/shared/[\\w-]{43}$`));
    assert.deepEqual((await share()).data, data);
    const stranger = anonymousCaller(stack().baseUrl);
    const shown = await stranger("GET", `/v1/shared/${tokenOf(data.url)}`);
    assert.equal(shown.status, 200);
    assert.deepEqual(
      [shown.headers.get("X-Robots-Tag"), shown.headers.get("Cache-Control")],
      ["noindex", "no-store"],
    );
    const { data: results } = await own.call("GET", `/v1/simulations/${id}/results?agents=false`);
    assert.equal(await isShared(), true);
    assert.equal((await own.call("GET", "/v1/simulations")).data[0].shared, true);
    assert.deepEqual(shown.data.verdict, results.verdict);
    assert.deepEqual(shown.data.by_segment, results.by_segment);
    assert.equal(shown.data.customer_question, results.customer_question);
    assert.equal(results.post_hoc.across_runs.runs[0].simulation_id, earlier);
    assert.equal(shown.data.post_hoc.synthesis.text, results.post_hoc.synthesis.text);
    const { quotes } = results.post_hoc;
    assert.ok(quotes.yes.agent_index >= 0 && Object.keys(quotes.yes.segments).length > 0);
    assert.deepEqual(shown.data.post_hoc.quotes, {
      yes: { text: quotes.yes.text },
      no: { text: quotes.no.text },
    });
    const text = JSON.stringify(shown.data);
    const [key] = await ask<{ id: string; name: string }>(
      "SELECT id, name FROM api_keys WHERE organization_id = $1",
      [own.id],
    );
    const hidden = [
      id,
      earlier,
      'across_runs":{',
      "cost_usd",
      own.id,
      own.name,
      key!.id,
      "campaign",
      "Hidden name",
      results.workflow_id,
      '"agents"',
    ];
    assert.deepEqual(hidden.filter((part) => text.includes(part)), []);
  });

  it("is a 404 where its simulation is deleted while it is followed", async () => {
    const gone = await completedSimulation(own.call, { agent_count: 50 });
    const { data: { url } } = await own.call("POST", `/v1/simulations/${gone}/share`);
    const deleting = new pg.Client({ connectionString: stack().databaseUrl });
    await deleting.connect();
    try {
      await deleting.query("BEGIN");
      await deleting.query(`DELETE FROM simulations WHERE id = '${gone}'`);
      await deleting.query("LOCK TABLE simulations");
      const shown = anonymousCaller(stack().baseUrl)("GET", `/v1/shared/${tokenOf(url)}`);
      await eventually("the results to be asked for", async () => {
        const waiting = await ask(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE '%weights END%'`,
        );
        return waiting.length > 0 || undefined;
      });
      await deleting.query("COMMIT");
      assertRefused(await shown, 404, "not_found");
    } finally {
      await deleting.end();
    }
  });

  it("ends with its organization, before that is erased", async () => {
    const leaving = await newOrganization();
    const simulation = await completedSimulation(leaving.call, { agent_count: 50 });
    const { data: { url } } = await leaving.call("POST", `/v1/simulations/${simulation}/share`);
    const shown = () => anonymousCaller(stack().baseUrl)("GET", `/v1/shared/${tokenOf(url)}`);
    assert.equal((await shown()).status, 200);
    await ask("UPDATE organizations SET deletion_requested_at = now() WHERE id = $1", [leaving.id]);
    assertRefused(await shown(), 404, "not_found");
  });

  it("ends when it is revoked, and another is a new one", async () => {
    const { data: { url } } = await share();
    const stranger = anonymousCaller(stack().baseUrl);
    assert.equal((await own.call("DELETE", `/v1/simulations/${id}/share`)).status, 204);
    assertRefused(await stranger("GET", `/v1/shared/${tokenOf(url)}`), 404, "not_found");
    assert.equal((await own.call("DELETE", `/v1/simulations/${id}/share`)).status, 204);
    assert.equal(await isShared(), false);
    const { data: next } = await share();
    assert.notEqual(next.url, url);
    assertRefused(await stranger("GET", `/v1/shared/${tokenOf(url)}`), 404, "not_found");
    assert.equal((await stranger("GET", `/v1/shared/${tokenOf(next.url)}`)).status, 200);
  });

  it("is refused for another organization's simulation, and before there is a verdict", async () => {
    const other = await newOrganization();
    for (const method of ["POST", "DELETE"]) {
      const refused = await other.call(method, `/v1/simulations/${id}/share`);
      assertRefused(refused, 404, "simulation_not_found");
    }
    const unfinished = await newSimulation(own.call, { agent_count: 1 });
    await ended(own.call, unfinished);
    await ask("UPDATE simulations SET status = 'running' WHERE id = $1", [unfinished]);
    const refused = await own.call("POST", `/v1/simulations/${unfinished}/share`);
    assertRefused(refused, 409, "simulation_not_complete");
  });

  it("stands in Postgres encrypted, with a hash by which it is found", async () => {
    const { data: { url } } = await share();
    const [row] = await ask<Record<string, string>>(
      "SELECT row_to_json(s)::text AS text FROM simulation_shares s WHERE simulation_id = $1",
      [id],
    );
    assert.ok(!row!["text"]!.includes(tokenOf(url)));
  });

  it("answers one address 60 times a minute, then 429 rate_limit_exceeded", async () => {
    const { data: { url } } = await share();
    const headers = { "X-Forwarded-For": newAddress() };
    const stranger = anonymousCaller(stack().baseUrl);
    const show = () => stranger("GET", `/v1/shared/${tokenOf(url)}`, { headers });
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await show()).status));
    assert.deepEqual([...new Set(statuses)], [200]);
    assertRefused(await show(), 429, "rate_limit_exceeded");
    assert.equal((await anonymousCaller(stack().baseUrl)("GET", `/v1/shared/${tokenOf(url)}`)).status, 200);
  });
});
