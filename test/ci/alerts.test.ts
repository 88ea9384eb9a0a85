import assert from "node:assert/strict";
import { ROOT } from "#dev/folder.ts";
import { output } from "#dev/programs.ts";

/** Debian's package `prometheus` has promtool. */
describe("deploy/prometheus", () => {
  it("has rules and a configuration that Prometheus reads", async () => {
    assert.match(
      await output("promtool", ["check", "rules", `${ROOT}/deploy/prometheus/alerts.yml`]),
      /SUCCESS: 29 rules/,
    );
    assert.match(
      await output("promtool", ["check", "config", `${ROOT}/deploy/prometheus/prometheus.yml`]),
      /SUCCESS/,
    );
  });

  it("has alerts that fire when they should, and not when they should not", async () => {
    assert.match(
      await output("promtool", ["test", "rules", `${ROOT}/deploy/prometheus/alerts.test.yml`]),
      /SUCCESS/,
    );
  });
});
