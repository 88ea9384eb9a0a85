import assert from "node:assert/strict";
import fc from "fast-check";
import { ask } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { assertRefused } from "#testing/caller.ts";

describe("A list's pages", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  /** Inserts simulations at these milliseconds of one second, so that many share a created_at. */
  async function fill(moments: readonly number[]): Promise<string[]> {
    await ask("DELETE FROM simulations WHERE organization_id = $1", [own.id]);
    const rows = await ask<{ id: string }>(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
         insights_status, created_at, status, failure_code)
       SELECT gen_random_uuid(), $1, 'brand-trust', 1, 1, 1, false, 'disabled',
         '2026-01-01T00:00:00Z'::timestamptz + moment * interval '1 millisecond', 'failed', 'internal'
       FROM unnest($2::integer[]) AS moment RETURNING id, created_at`,
      [own.id, moments],
    );
    return rows.map(({ id }) => id);
  }

  async function walk(
    limit: number,
    afterFirstPage: () => Promise<unknown> = async () => {},
  ): Promise<string[]> {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { data, meta } = await own.call("GET", `/v1/simulations?limit=${limit}${page}`);
      seen.push(...data.map(({ id }: { id: string }) => id));
      assert.equal(meta.has_more, meta.next_cursor !== null);
      if (cursor === null) await afterFirstPage();
      cursor = meta.next_cursor;
      assert.match(cursor ?? "", /^[A-Za-z0-9_-]*$/);
    } while (cursor !== null);
    return seen;
  }

  it("show every row exactly once, newest first, however many share a moment", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        async (moments, limit) => {
          const ids = await fill(moments);
          const seen = await walk(limit);
          const ordered = await ask<{ id: string }>(
            "SELECT id FROM simulations WHERE organization_id = $1 ORDER BY created_at DESC, id DESC",
            [own.id],
          );
          assert.deepEqual(seen, ordered.map(({ id }) => id));
          assert.equal(seen.length, ids.length);
        },
      ),
      { numRuns: 25, seed: 7 },
    );
  });

  it("stay correct while rows are added", async () => {
    const before = await fill(Array.from({ length: 25 }, (_, i) => i));
    const seen = await walk(10, () =>
      ask(
        `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
           insights_status, created_at, status, failure_code)
         VALUES (gen_random_uuid(), $1, 'brand-trust', 1, 1, 1, false, 'disabled', now(), 'failed', 'internal')`,
        [own.id],
      ));
    assert.deepEqual([...seen].sort(), [...before].sort());
  });

  it("hold 20 rows by default, 100 with limit=100", async () => {
    await fill(Array.from({ length: 101 }, (_, i) => i));
    assert.equal((await own.call("GET", "/v1/simulations")).data.length, 20);
    assert.equal((await own.call("GET", "/v1/simulations?limit=100")).data.length, 100);
  });

  it("answer 400 to a cursor with any character altered", async () => {
    await fill([1, 2, 3]);
    const { meta: { next_cursor } } = await own.call("GET", "/v1/simulations?limit=1");
    for (let i = 0; i < next_cursor.length; i++) {
      const altered = next_cursor.slice(0, i) + (next_cursor[i] === "A" ? "B" : "A") +
        next_cursor.slice(i + 1);
      assertRefused(await own.call("GET", `/v1/simulations?cursor=${altered}`), 400, "validation_error");
    }
  });

  it("answer 400 to a cursor of another organization, list or filter, and take one with another limit", async () => {
    await fill([1, 2, 3]);
    const other = await newOrganization();
    const { meta: { next_cursor } } = await own.call("GET", "/v1/simulations?limit=1&status=failed,queued");
    const cursor = `cursor=${next_cursor}`;
    for (
      const [caller, path] of [
        [other, `/v1/simulations?status=failed,queued&${cursor}`],
        [own, `/v1/training?status=FAILED&${cursor}`],
        [own, `/v1/simulations?${cursor}`],
        [own, `/v1/simulations?status=failed&${cursor}`],
        [own, `/v1/simulations?status=failed,queued&workflow_id=brand-trust&${cursor}`],
      ] as const
    ) {
      const refused = await caller.call("GET", path);
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, "/query/cursor");
    }
    const same = await own.call("GET", `/v1/simulations?status=queued&status=failed&limit=2&${cursor}`);
    assert.equal(same.data.length, 2);
  });
});
