import assert from "node:assert/strict";
import { echoWarnings } from "#dev/services/log-lines.ts";

describe("what dev shows of its children's logs", () => {
  const shown = (line: string) => {
    const lines: string[] = [];
    echoWarnings((text) => lines.push(text))(line);
    return lines;
  };

  it("are warnings and worse, with what failed and why", () => {
    const line = {
      level: "warn",
      msg: "Activity failed",
      sdk: { activityType: "beginSimulation", error: { message: "no" } },
    };
    assert.deepEqual(shown(JSON.stringify(line)), ["warn: Activity failed: beginSimulation: no"]);
    assert.deepEqual(shown('{"level":"error","msg":"request failed","err":{"message":"boom"}}'), [
      "error: request failed: boom",
    ]);
    assert.deepEqual(shown('{"level":"info","msg":"request"}'), []);
  });

  it("are lines that are no log at all, such as a crash's", () => {
    assert.deepEqual(shown("Segmentation fault"), ["Segmentation fault"]);
    assert.deepEqual(shown("{ not JSON"), ["{ not JSON"]);
  });
});
