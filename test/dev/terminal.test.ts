import assert from "node:assert/strict";
import { echoWarnings } from "#dev/terminal.ts";

describe("the lines of its children that dev shows", () => {
  const echoed = (line: string) => {
    const lines: string[] = [];
    echoWarnings((text) => lines.push(text))(line);
    return lines;
  };

  it("are log entries of level warn and above, with the failed part and the reason", () => {
    const line = {
      level: "warn",
      msg: "Activity failed",
      sdk: { activityType: "beginSimulation", error: { message: "no" } },
    };
    assert.deepEqual(echoed(JSON.stringify(line)), ["warn: Activity failed: beginSimulation: no"]);
    assert.deepEqual(echoed('{"level":"error","msg":"request failed","err":{"message":"boom"}}'), [
      "error: request failed: boom",
    ]);
    assert.deepEqual(echoed('{"level":"info","msg":"request"}'), []);
  });

  it("are lines that are no log entries, such as a crash's", () => {
    assert.deepEqual(echoed("Segmentation fault"), ["Segmentation fault"]);
    assert.deepEqual(echoed("{ not JSON"), ["{ not JSON"]);
  });
});
