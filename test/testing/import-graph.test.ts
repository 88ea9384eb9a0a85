import assert from "node:assert/strict";
import { loadedBy, needsServices } from "#testing/import-graph.ts";

const CHOLESKY = "test/engine/numeric/cholesky.test.ts";
const DELIVERIES = "test/workflows/webhook-delivery.test.ts";
const GUIDES = "test/docs/guides.test.ts";
const THIS = "test/testing/import-graph.test.ts";

describe("The import graph", () => {
  it("has what a spec imports, directly or through other modules, and itself", () => {
    const loaded = loadedBy(CHOLESKY);
    for (const path of [CHOLESKY, "engine/numeric/cholesky.ts"]) assert.ok(loaded.has(path), path);
    assert.ok(!loaded.has("testing/import-graph.ts"));
  });

  it("says which specs need the services, since they import them through other modules", () => {
    assert.deepEqual([THIS, GUIDES, DELIVERIES, CHOLESKY].map(needsServices), [false, true, true, false]);
  });
});
