import assert from "node:assert/strict";
import { needsServices, specsReachedBy } from "#testing/import-graph.ts";

const CHOLESKY = "test/engine/numeric/cholesky.test.ts";
const DELIVERIES = "test/workflows/webhook-delivery.test.ts";
const GUIDES = "test/docs/guides.test.ts";
const THIS = "test/testing/changed-specs.test.ts";
const ALL = [THIS, GUIDES, DELIVERIES, CHOLESKY];

describe("The specs that a change reaches", () => {
  it("import it, directly or through other modules, the nearest first", () => {
    assert.deepEqual(specsReachedBy([CHOLESKY], [DELIVERIES, CHOLESKY]), [CHOLESKY]);
    assert.equal(specsReachedBy(["engine/numeric/cholesky.ts"], [DELIVERIES, CHOLESKY])[0], CHOLESKY);
    assert.deepEqual(specsReachedBy(["testing/import-graph.ts"], [CHOLESKY, THIS]), [THIS]);
  });

  it("run processes that load it: the API, the worker and the workflows in its bundle", () => {
    for (
      const path of ["api/webhooks/webhooks.ts", "workers/outbox-relay.ts", "workflows/webhook-delivery.ts"]
    ) {
      assert.deepEqual(specsReachedBy([path], [DELIVERIES, CHOLESKY]), [DELIVERIES], path);
    }
  });

  it("read it, or its folder", () => {
    assert.deepEqual(specsReachedBy(["docs/guides/a-new-page.md"], [GUIDES, CHOLESKY]), [GUIDES]);
    assert.deepEqual(specsReachedBy(["db/migrations/a-removed-one.sql"], [CHOLESKY]), []);
  });

  it("are all where the change is one that every spec runs under", () => {
    assert.deepEqual(specsReachedBy(["deno.lock"], ALL), ALL);
  });

  it("are none for what no spec names", () => {
    assert.deepEqual(specsReachedBy(["LICENSE"], ALL), []);
  });

  it("need the services where they import them through other modules", () => {
    assert.deepEqual(ALL.map(needsServices), [false, true, true, false]);
  });
});
