import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";

describe("SECURITY.md", () => {
  const text = readFileSync(join(ROOT, "SECURITY.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| (?!threat|---)/.test(line));

  it("names for each defence a spec that is there", () => {
    assert.ok(rows.length > 15);
    for (const row of rows) {
      const specs = [...row.matchAll(/`(test\/[\w/.-]+)`/g)].map(([, path]) => path!);
      assert.ok(specs.length > 0, row);
      for (const spec of specs) assert.ok(existsSync(join(ROOT, spec)), spec);
    }
  });

  it("names measurements that `deno task bench` has", () => {
    for (const [, suite] of text.matchAll(/\bbench (\w+)`/g)) {
      assert.ok(existsSync(join(ROOT, `lab/bench/${suite}.ts`)), suite);
    }
  });
});
