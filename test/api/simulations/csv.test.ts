import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { segmentsCsv } from "#api/simulations/results.ts";
import type { ResultsRow } from "#db/simulations/runs.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { stack } from "#testing/stack.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

const storedRow = (by_segment: readonly object[]) =>
  ({
    id: "1",
    audience: null,
    by_segment,
  }) as unknown as ResultsRow;

describe("The results as CSV", () => {
  let own: TestOrganization;
  let id: string;
  before(async () => {
    own = await newOrganization();
    id = await newSimulation(own.call, { agent_count: 120 });
    assert.equal((await ended(own.call, id)).status, "completed");
  });
  const csv = async (query = "", accept = "text/csv") => {
    const response = await fetch(`${stack().baseUrl}/v1/simulations/${id}/results${query}`, {
      headers: { Accept: accept, Authorization: `Bearer ${own.call.key}` },
    });
    assert.equal(response.status, 200);
    return { text: await response.text(), headers: response.headers };
  };

  it("are a row an agent, with the same values as the JSON", async () => {
    const { text, headers } = await csv();
    assert.match(headers.get("Content-Type") ?? "", /^text\/csv; *charset=utf-8/);
    assert.ok(text.endsWith("\r\n") && !text.startsWith("\ufeff"));
    const rows: Record<string, string>[] = parse(text, { columns: true });
    const { data } = await own.call("GET", `/v1/simulations/${id}/results`);
    assert.equal(rows.length, 120);
    data.agents.forEach((agent: Record<string, unknown>, k: number) => {
      const row = rows[k]!;
      const { segments } = agent as { segments: Record<string, string> };
      for (const [dimension, segment] of Object.entries(segments)) assert.equal(row[dimension], segment);
      for (const field of ["index", "weight", "answer", "reason"]) {
        assert.equal(row[field], String(agent[field]));
      }
      assert.equal(row["intensity"], String(agent["intensity"] ?? ""));
      assert.equal(row["synthetic"], "true");
    });
  });

  it("are a row a segment with table=segments", async () => {
    const rows: Record<string, string>[] = parse((await csv("?table=segments")).text, { columns: true });
    const { data } = await own.call("GET", `/v1/simulations/${id}/results?agents=false`);
    assert.equal(rows.length, data.by_segment.length);
    data.by_segment.forEach((segment: Record<string, unknown>, k: number) => {
      assert.equal(rows[k]!["segment"], segment["segment"]);
      assert.equal(Number(rows[k]!["yes_pct"]), segment["yes_pct"]);
      const interval = segment["interval_pct"] as { yes: number[] } | null;
      assert.equal(rows[k]!["yes_low_pct"], interval === null ? "" : String(interval.yes[0]));
    });
  });

  it("hold no cell that a spreadsheet would take for a formula", () => {
    const texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "plain", "a=b"];
    const row = storedRow(texts.map((segment) => ({ segment, yes_pct: -1 })));
    const rows: Record<string, string>[] = parse(segmentsCsv(row).text, { columns: true });
    assert.deepEqual(rows.map(({ segment }) => segment), [
      ...texts.slice(0, 6).map((text) => `'${text}`),
      "plain",
      "a=b",
    ]);
    assert.ok(rows.every(({ yes_pct }) => yes_pct === "-1"), "numbers stay numbers");
  });

  it("are JSON for a caller who takes both", async () => {
    const { headers } = await csv("?agents=false", "application/json, text/csv;q=0.5");
    assert.match(headers.get("Content-Type") ?? "", /^application\/json/);
  });
});
