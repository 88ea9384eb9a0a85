import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROUTES } from "#api/routes.ts";
import { readReport, Sum, tablesOf } from "#lab/drills/fuzz/report.ts";
import { operationsOf, PARTS } from "#lab/drills/fuzz/schemathesis.ts";

/** An exchange as Schemathesis writes it. @param status null for one without an answer */
function exchange(method: string, path: string, status: number | null, failed?: string) {
  return {
    case: { value: { method, path } },
    checks: [
      { name: "status_code_conformance", status: "success" },
      ...(failed === undefined ? [] : [{ name: failed, status: "failure" }]),
    ],
    interaction: {
      request: { method, uri: `http://localhost${path}?limit=1` },
      response: status === null ? null : { status_code: status },
    },
  };
}

function scenario(phase: string, ...exchanges: readonly ReturnType<typeof exchange>[]): string {
  const by = (field: "case" | "checks" | "interaction") =>
    Object.fromEntries(exchanges.map((each, i) => [`case-${i}`, each[field]]));
  const recorder = { cases: by("case"), checks: by("checks"), interactions: by("interaction") };
  return JSON.stringify({ ScenarioFinished: { phase, recorder } });
}

const read = (...lines: readonly string[]) => readInto(new Sum(), ...lines);

async function readInto(sum: Sum, ...lines: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  try {
    writeFileSync(join(folder, "report.ndjson"), lines.join("\n"));
    await readReport(join(folder, "report.ndjson"), sum);
    return sum;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const BROKEN = exchange("POST", "/v1/webhooks", 500, "not_a_server_error");

describe("A report of Schemathesis", () => {
  it("is counted by phase, by status and by operation, a request without an answer too", async () => {
    const summary = await read(
      '{"Initialize":{"seed":1}}',
      scenario("examples", exchange("GET", "/v1/usage", 200), exchange("GET", "/v1/usage", 401)),
      scenario("fuzzing", exchange("GET", "/v1/usage", 200), exchange("PUT", "/v1/usage", null)),
      JSON.stringify({ ScenarioFinished: { phase: "fuzzing", recorder: { label: "GET /v1/events" } } }),
    );
    assert.equal(summary.cases, 4);
    assert.deepEqual(summary.phases, { examples: 2, fuzzing: 2 });
    assert.deepEqual(summary.statuses, { 200: 2, 401: 1, none: 1 });
    assert.deepEqual(summary.operations["GET /v1/usage"], { 200: 2, 401: 1 });
    assert.deepEqual([summary.failures, summary.errors], [{}, []]);
  });

  it("names each failing check once for an operation and a status", async () => {
    const summary = await read(scenario("coverage", BROKEN, BROKEN), scenario("fuzzing", BROKEN));
    assert.deepEqual(summary.failures, { "not_a_server_error at POST /v1/webhooks with 500": 3 });
  });

  it("has the errors that kept Schemathesis from testing", async () => {
    const summary = await read(
      '{"NonFatalError":{"title":"Schema Error"}}',
      scenario("fuzzing", exchange("GET", "/v1/usage", 200)),
    );
    assert.equal(summary.cases, 1);
    assert.match(summary.errors.join(), /Schema Error/);
  });

  it("is summed up with those of further rounds", async () => {
    const sum = new Sum();
    await readInto(sum, scenario("coverage", exchange("GET", "/v1/usage", 401)));
    const two = scenario("fuzzing", exchange("GET", "/v1/usage", 200), BROKEN);
    const both = await readInto(sum, two);
    assert.equal(both.cases, 3);
    assert.deepEqual(both.statuses, { 200: 1, 401: 1, 500: 1 });
    assert.deepEqual(both.operations["GET /v1/usage"], { 200: 1, 401: 1 });
    assert.deepEqual(Object.values((await readInto(sum, two)).failures), [2]);
  });
});

describe("The parts of the fuzzing", () => {
  it("have each operation of the service, once", () => {
    const all = PARTS.flatMap(operationsOf);
    assert.deepEqual(all.sort(), ROUTES.map(({ operationId }) => operationId).sort());
  });
});

describe("The tables of docs/fuzz.md", () => {
  it("name the operations that never answered with a success", async () => {
    const sum = await read(scenario("fuzzing", exchange("GET", "/v1/usage", 200), BROKEN));
    const operations = ["GET /v1/usage", "POST /v1/webhooks"];
    const part = { name: "integrators", operations, sum, seconds: 1.4 };
    const run = { parts: [part], seed: 7, commit: "0123456789ab", date: "2026-11-22" };
    const tables = tablesOf(run);
    assert.match(tables, /never answered with a 2xx: `POST \/v1\/webhooks`\./);
    assert.match(tables, /\| integrators \| 2 \| 2 \| 0 \| 0 \| 2 \| 0 \| 1 \| 1 \|/);
    assert.match(tables, /\| 500 \| 1 \| 50\.0 % \|/);
    assert.match(tables, /Seed 7, commit 0123456789ab, 2026-11-22\./);
  });
});
