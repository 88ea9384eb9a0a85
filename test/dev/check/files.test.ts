import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { denoFaults, sizeFaults, sourceFiles } from "#dev/check/files.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("the file rules of deno task check", () => {
  const dir = temporaryFolder();

  /** A project that consists of these files. */
  function project(files: Record<string, string>): string {
    const root = mkdtempSync(join(dir, "project-"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  }
  const lines = (count: number) => "f();\n".repeat(count);

  it("find a file past 400 lines, a spec too", () => {
    const root = project({
      "shared/a.ts": lines(400),
      "shared/b.ts": lines(401),
      "test/shared/a.test.ts": lines(400),
      "test/shared/b.test.ts": lines(401),
    });
    assert.deepEqual(sizeFaults(root), [
      "shared/b.ts:401: 401 lines, past 400 a file has two subjects",
      "test/shared/b.test.ts:401: 401 lines, past 400 a file has two subjects",
    ]);
  });

  it("find more than 45 files under 40 lines, and do not count those of the specs", () => {
    const small = (count: number, folder: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/f${index}.ts`, lines(39)]));
    assert.deepEqual(
      sizeFaults(project({ ...small(45, "shared"), ...small(9, "test"), "api/a.ts": lines(40) })),
      [],
    );
    const [first, ...names] = sizeFaults(project({ ...small(45, "shared"), "api/a.ts": lines(39) }));
    assert.equal(first, "46 files are shorter than 40 lines, 45 at most may be: merge neighbours");
    assert.equal(names.length, 46);
    assert.ok(names.includes("  api/a.ts: 39 lines"));
  });

  it("let a generated file be as long or as short as it gets", () => {
    assert.deepEqual(sizeFaults(project({ "client/generated/a.ts": lines(900) })), []);
    assert.deepEqual(sizeFaults(project({ "client/generated.ts": lines(900) })).length, 1);
  });

  it("find names that say nothing", () => {
    for (const name of ["utils", "util", "helpers", "helper", "common", "manager", "managers", "misc"]) {
      assert.deepEqual(sizeFaults(project({ [`api/${name}.ts`]: "" })), [
        `api/${name}.ts:1: name it after its content`,
      ]);
    }
    assert.deepEqual(sizeFaults(project({ "api/common-words.ts": "" })), []);
  });

  it("find Deno's own API where the code must run under Node too, and no mention of it", () => {
    const root = project({
      "workers/a.ts": "\nDeno.exit(1);",
      "db/a.ts": 'Deno["exit"](1);',
      ...Object.fromEntries(
        ["commands", "dev", "testing", "research", "lab", "test"].map((
          folder,
        ) => [`${folder}/a.ts`, "Deno.exit(1);"]),
      ),
      "shared/a.ts": "// Deno.exit\nconst text = 'Deno.exit';",
    });
    assert.deepEqual(denoFaults(root), [
      "db/a.ts:1: no Deno.*: this must run under Node too",
      "workers/a.ts:2: no Deno.*: this must run under Node too",
    ]);
  });

  it("read the files of the project", () => {
    const files = sourceFiles(ROOT);
    for (const file of ["api/main.ts", "dev/check/files.ts", "test/dev/check/files.test.ts"]) {
      assert.ok(files.includes(file), file);
    }
  });
});
