import assert from "node:assert/strict";
import { freePort } from "#dev/services/service.ts";

describe("a free port", () => {
  it("is the preferred one, or another one with a line in the log", async () => {
    const lines: string[] = [];
    const preferred = await freePort();
    const other = await freePort(preferred, (line) => lines.push(line));
    assert.notEqual(other, preferred);
    assert.deepEqual(lines, [`port ${preferred} is in use, taking ${other}`]);
  });

  it("is given to one caller only", async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
    assert.equal(new Set(ports).size, 50);
  });
});
