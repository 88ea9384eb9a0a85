import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";
import { loadedBy } from "#testing/import-graph.ts";

/** What Deno and Node 22 have, and Node 20 has not. */
const TOO_NEW = /\bPromise\.(withResolvers|try)\b|\b(Map|Object)\.groupBy\b|\bArray\.fromAsync\b/;

describe("A worker on Node 20", () => {
  it("uses nothing of the language that it lacks, whose runs would fail on it alone", () => {
    const files = [...loadedBy("workers/main.ts")].filter((file) => file.endsWith(".ts"));
    assert.ok(files.length > 200, `${files.length} files`);
    assert.deepEqual(files.filter((file) => TOO_NEW.test(code(file))), []);
  });
});

/** A file without its comments, which may name what it does without. */
function code(file: string): string {
  return readFileSync(join(ROOT, file), "utf8").replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
}
