import assert from "node:assert/strict";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";
import { readWorkerConfig } from "#workers/config.ts";

describe("A worker's version", () => {
  const read = (env: Readonly<Record<string, string>>) =>
    readSettings(readWorkerConfig, { UPLOADS_DIR: "/tmp/uploads", ...env }).deployment;

  it("is none without a build id, whatever the deployment", () => {
    assert.equal(read({}), null);
    assert.equal(read({ WORKER_DEPLOYMENT: "eu" }), null);
  });

  it("is the build id within its deployment", () => {
    assert.deepEqual(read({ WORKER_BUILD_ID: "1.2.3-d62863e" }), {
      deploymentName: "simulation-service",
      buildId: "1.2.3-d62863e",
    });
    assert.equal(read({ WORKER_BUILD_ID: "1", WORKER_DEPLOYMENT: "eu" })?.deploymentName, "eu");
  });

  it("has names that Temporal's command takes: a dot would part the deployment from the build id", () => {
    for (
      const env of [{ WORKER_BUILD_ID: "a b" }, { WORKER_BUILD_ID: "x".repeat(129) }, {
        WORKER_DEPLOYMENT: "a.b",
      }]
    ) {
      assert.throws(() => read(env), (error: ConfigError) => error.faults.length === 1);
    }
  });
});
