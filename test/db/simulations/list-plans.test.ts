import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import type { PagePosition } from "#db/postgres/paginate.ts";
import { pairOf } from "#db/postgres/metadata.ts";
import { pageOfAllSimulations } from "#db/simulations/admin.ts";
import { pageOfSimulations, type SimulationFilters } from "#db/simulations/simulations.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { explaining, type PlanNode, rowsTouched } from "../plans.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

const ROWS = 30_000;
const PAGE = 20;
/** Where a status is rare, Postgres may read and sort all of its rows, which the test's data has 30 of. */
const MAX_TOUCHED = 200;
const START = Date.UTC(2026, 0, 1);
/** The generated rows are a second apart. */
const at = (row: number) => new Date(START + row * 1_000);

describe("The list of simulations, of 30,000 rows of one organization", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let api: Database;
  let worker: Database;
  const [own, neighbour] = [newId(), newId()];

  before(async () => {
    database = await createDatabase();
    for (const id of [own, neighbour]) {
      await ask(
        "INSERT INTO organizations (id, name, plan_tier) VALUES ($1, $2, 'growth')",
        [id, id],
        database.url,
      );
    }
    // One in 1,000 is queued and one in 500 has the second methodology, and the oldest rows alone are running or have the third one.
    await ask(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
         insights_status, created_at, status, failure_code)
       SELECT gen_random_uuid(), o.id,
         CASE WHEN i < 30 THEN 'policy-support' WHEN i % 500 = 0 THEN 'ballot-measure' ELSE 'brand-trust' END,
         1, 100, 1, false, 'disabled', $3::timestamptz + i * interval '1 second',
         s.status, CASE s.status WHEN 'failed' THEN 'internal' END
       FROM generate_series(0, $4 - 1) AS i CROSS JOIN unnest($1::uuid[], $2::integer[]) AS o (id, rows)
       CROSS JOIN LATERAL (SELECT CASE WHEN i < 30 THEN 'running' WHEN i % 1000 = 7 THEN 'queued' ELSE 'failed' END AS status) AS s
       WHERE i < o.rows`,
      [[own, neighbour], [ROWS, ROWS / 10], at(0), ROWS],
      database.url,
    );
    await tag(database.url);
    await ask("ANALYZE simulations, simulation_metadata", [], database.url);
    api = await connectAs("app_api", { url: database.url, pool: 1 });
    worker = await connectAs("app_worker", { url: database.url, pool: 1 });
  });
  after(async () => {
    await worker?.close();
    await api?.close();
    await database?.drop();
  });

  /** Gives all rows one pair, each tenth row another, one in 1,000 a third, and the oldest a fourth. */
  async function tag(url: string): Promise<void> {
    const tags: readonly (readonly [key: string, value: string, where: string])[] = [
      ["env", "production", "true"],
      ["team", "one in ten", "i % 10 = 0"],
      ["campaign", "one in a thousand", "i % 1000 = 3"],
      ["age", "oldest", "i < 30"],
    ];
    const numbered =
      `SELECT id, organization_id, created_at, (extract(epoch FROM created_at - $1::timestamptz))::integer AS i FROM simulations`;
    for (const [key, value, where] of tags) {
      await ask(
        `INSERT INTO simulation_metadata (organization_id, pair, created_at, simulation_id)
         SELECT organization_id, $2::uuid, created_at, id FROM (${numbered}) AS s WHERE ${where}`,
        [at(0), pairOf([key, value])],
        url,
      );
      await ask(
        `UPDATE simulations SET metadata = (metadata::jsonb || jsonb_build_object($2::text, $3::text))::json
         WHERE id IN (SELECT id FROM (${numbered}) AS s WHERE ${where})`,
        [at(0), key, value],
        url,
      );
    }
  }

  /** The page that the API reads, and the nodes of its plan. */
  const explained = (filters: SimulationFilters, after: PagePosition | null) =>
    api.withOrganization(own, async (tx) => {
      const plans: (readonly PlanNode[])[] = [];
      const page = await pageOfSimulations(explaining(tx, (nodes) => plans.push(nodes)), filters, {
        limit: PAGE,
        after,
      });
      return { page, nodes: plans.flat() };
    });

  const cases: readonly (readonly [what: string, filters: SimulationFilters])[] = [
    ["no filter", {}],
    ["a common status", { status: ["failed"] }],
    ["a rare status", { status: ["queued"] }],
    ["a status of the oldest rows alone", { status: ["running"] }],
    ["a status that no row has", { status: ["completed"] }],
    ["a common methodology", { methodology_slug: "brand-trust" }],
    ["a rare methodology", { methodology_slug: "ballot-measure" }],
    ["a methodology of the oldest rows alone", { methodology_slug: "policy-support" }],
    ["an unknown methodology", { methodology_slug: "none" }],
    ["a methodology and a status that are common apart and never together", {
      methodology_slug: "ballot-measure",
      status: ["queued"],
    }],
    ["a time after which there is one row", { created_after: at(ROWS - 2).toISOString() }],
    ["a time before most rows", { created_before: at(50).toISOString() }],
    ["times around few rows", {
      created_after: at(500).toISOString(),
      created_before: at(520).toISOString(),
    }],
    ["several statuses", { status: ["queued", "failed"] }],
    ["several statuses of few rows", { status: ["queued", "running", "completed"] }],
    ["metadata of every row", { metadata: { env: "production" } }],
    ["metadata of few rows", { metadata: { campaign: "one in a thousand" } }],
    ["metadata of the oldest rows alone", { metadata: { age: "oldest" } }],
    ["metadata of no row", { metadata: { env: "staging" } }],
    ["two pairs of metadata, the first of few rows", {
      metadata: { campaign: "one in a thousand", env: "production" },
    }],
    ["two pairs of metadata, the second of few rows", {
      metadata: { env: "production", campaign: "one in a thousand" },
    }],
    ["two pairs of metadata that no row has both of, one of few rows", {
      metadata: { team: "one in ten", campaign: "one in a thousand" },
    }],
    ["metadata of every row and a rare status", {
      metadata: { env: "production" },
      status: ["queued"],
    }],
    ["metadata of every row and statuses of the oldest rows, or of none", {
      metadata: { env: "production" },
      status: ["running", "completed"],
    }],
    ["metadata of every row and an unknown methodology", {
      metadata: { env: "production" },
      methodology_slug: "none",
    }],
    ["metadata of every row, and none is archived", { metadata: { env: "production" }, archived: true }],
    ["metadata of every row, and a time before most rows", {
      metadata: { env: "production" },
      created_before: at(50).toISOString(),
    }],
    ["metadata, several statuses and a methodology", {
      metadata: { team: "one in ten" },
      status: ["queued", "failed"],
      methodology_slug: "brand-trust",
    }],
    ["all of them", {
      status: ["failed"],
      methodology_slug: "brand-trust",
      created_after: at(10_000).toISOString(),
      created_before: at(20_000).toISOString(),
    }],
  ];
  for (const [what, filters] of cases) {
    it(`touches at most 200 rows a page: ${what}`, async () => {
      const first = await explained(filters, null);
      const pages = [first];
      if (first.page.next !== null) {
        pages.push(await explained(filters, first.page.next));
        // A page in the middle of the list.
        pages.push(await explained(filters, { created_at: at(ROWS / 2), id: newId() }));
      }
      for (const { page, nodes } of pages) {
        assert.ok(nodes.every((node) => node["Node Type"] !== "Seq Scan"), what);
        assert.ok(rowsTouched(nodes) <= MAX_TOUCHED, `${what}: ${JSON.stringify(nodes)}`);
        assert.ok(page.rows.length <= PAGE);
        for (const row of page.rows) {
          if (filters.status !== undefined) assert.ok(filters.status.includes(row.status));
          for (const [key, value] of Object.entries(filters.metadata ?? {})) {
            assert.equal(row.metadata[key], value);
          }
          if (filters.methodology_slug !== undefined) {
            assert.equal(row.methodology_slug, filters.methodology_slug);
          }
          assert.ok(row.created_at > new Date(filters.created_after ?? 0));
          assert.ok(row.created_at < new Date(filters.created_before ?? "2100-01-01T00:00:00Z"));
        }
      }
    });
  }

  const searches: readonly (readonly [what: string, filters: SimulationFilters])[] = [
    ["alone", {}],
    ["with a common status", { status: ["failed"] }],
    ["with a rare methodology", { methodology_slug: "policy-support" }],
    ["with metadata of every row", { metadata: { env: "production" } }],
  ];
  for (const [what, filters] of searches) {
    it(`touches at most 10,000 rows in a search that finds nothing: ${what}`, async () => {
      const { page, nodes } = await explained({ ...filters, search: "nobody asked" }, null);
      assert.deepEqual(page.rows, []);
      assert.ok(rowsTouched(nodes) <= 10_000, JSON.stringify(nodes));
    });
  }

  for (const filters of [{}, { status: "failed" }] as const) {
    it(`touches at most 200 rows of an organization whose runs are old, for operators: ${JSON.stringify(filters)}`, async () => {
      const nodes: PlanNode[] = [];
      const page = await worker.transaction((tx) =>
        pageOfAllSimulations(explaining(tx, (plan) => nodes.push(...plan)), {
          ...filters,
          organization_id: neighbour,
        }, { limit: PAGE, after: null })
      );
      assert.equal(page.rows.length, PAGE);
      assert.ok(page.rows.every((row) => row.organization_id === neighbour));
      assert.ok(rowsTouched(nodes) <= MAX_TOUCHED, JSON.stringify(nodes));
    });
  }
});
