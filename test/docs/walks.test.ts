import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";

const [, SECTION = ""] = readFileSync(join(ROOT, "docs/architecture.md"), "utf8").split(/^## Two walks.*$/m);

/** The walks, each from its bold title to the end of its table. */
const WALKS = SECTION.split(/^(?=\*\*From )/m).slice(1).map((text) => {
  const [title = ""] = /^\*\*.*\*\*/.exec(text) ?? [];
  const rows = Array.from(text.matchAll(/^\| [^|]+, (\d+) \| (.+) \|$/gm), ([, count = "", cell = ""]) => {
    let folder = "";
    const files = Array.from(cell.matchAll(/`([\w/.-]+\.(?:ts|sql))`/g), ([, path = ""]) => {
      if (path.includes("/")) folder = dirname(path);
      return path.includes("/") ? path : join(folder, path);
    });
    return { count: Number(count), files };
  });
  return {
    title,
    counts: Array.from(title.matchAll(/\b\d+\b(?= files| to )/g), ([count]) => Number(count)),
    rows,
  };
});

describe("The walks of docs/architecture.md", () => {
  it("are two", () => assert.equal(WALKS.length, 2));

  for (const { title, counts, rows } of WALKS) {
    it(`have as many files as they say, each once, and all of them exist: ${title}`, () => {
      for (const { count, files } of rows) assert.equal(files.length, count, files.join());
      const files = rows.flatMap(({ files }) => files);
      assert.deepEqual(files.filter((path, place) => files.indexOf(path) !== place), []);
      assert.deepEqual(files.filter((path) => !existsSync(join(ROOT, path))), []);
      assert.ok(counts.length > 0);
      assert.equal(files.length, counts.reduce((sum, count) => sum + count, 0));
    });
  }
});
