import assert from "node:assert/strict";
import { faults } from "#dev/check/imports.ts";
import { parseSource, projectFiles, readSource } from "#dev/check/files.ts";

function messages(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => parseSource(path, text));
  return faults(sources).map(({ path, line, message }) => `${path}:${line}: ${message}`);
}

describe("the rules of deno task check", () => {
  it("finds an import against the arrows, in every form that an import has", () => {
    const found = messages({
      "engine/a.ts": [
        'import { x } from "#db/x.ts";',
        'export * from "#api/y.ts";',
        'export { z } from "#workers/z.ts";',
        'const w = await import("#activities/w.ts");',
        'type V = import("#workflows/v.ts").V;',
        'import "#dev/u.ts";',
      ].join("\n"),
    });
    assert.deepEqual(found, [
      'engine/a.ts:1: engine/ may not import db/ ("#db/x.ts")',
      'engine/a.ts:2: engine/ may not import api/ ("#api/y.ts")',
      'engine/a.ts:3: engine/ may not import workers/ ("#workers/z.ts")',
      'engine/a.ts:4: engine/ may not import activities/ ("#activities/w.ts")',
      'engine/a.ts:5: engine/ may not import workflows/ ("#workflows/v.ts")',
      'engine/a.ts:6: engine/ may not import dev/ ("#dev/u.ts")',
    ]);
  });

  it("lets a workflow import an activity's types, and no value of it", () => {
    const file = (text: string) => messages({ "workflows/a.ts": text });
    assert.deepEqual(file('import type * as simulation from "#activities/simulations/simulation.ts";'), []);
    assert.equal(file('import { run } from "#activities/simulations/simulation.ts";').length, 1);
    assert.equal(
      file('import { type Run } from "#activities/simulations/simulation.ts";').length,
      1,
      "an import that stays",
    );
  });

  it("lets the API import how workflows are named and started, and nothing of the workflows", () => {
    const file = (text: string) => messages({ "api/a.ts": text });
    assert.deepEqual(file('import { SIMULATION } from "#temporal/simulation.ts";'), []);
    assert.deepEqual(file('import { simulationStart } from "#temporal/simulation.ts";'), []);
    assert.equal(file('import { simulation } from "#workflows/simulation.ts";').length, 1);
  });

  it("lets the API's composition alone import the providers", () => {
    const text = 'import { createStorage } from "#providers/storage/create.ts";';
    assert.deepEqual(messages({ "api/main.ts": text }), []);
    assert.equal(messages({ "api/app.ts": text }).length, 1);
  });

  it("finds Node's modules in a workflow, also through what it imports", () => {
    const found = messages({
      "workflows/a.ts": 'import { hash } from "#shared/b.ts";\nimport { readFile } from "node:fs/promises";',
      "shared/b.ts": 'export * from "./c.ts";',
      "shared/c.ts": 'import { createHash } from "node:crypto";',
      "shared/d.ts": 'import process from "node:process";',
    });
    assert.deepEqual(found, [
      "workflows/a.ts:2: a workflow may not import node:fs/promises",
      "workflows/a.ts:1: reaches node:crypto through shared/c.ts",
    ]);
  });

  it("wants relative paths inside a folder, mapped ones between folders, and endings everywhere", () => {
    assert.equal(messages({ "db/a.ts": 'import { b } from "#db/b.ts";' }).length, 1);
    assert.equal(messages({ "db/a.ts": 'import { b } from "../shared/b.ts";' }).length, 1);
    assert.equal(messages({ "db/a.ts": 'import { b } from "./b";' }).length, 1);
    assert.deepEqual(
      messages({ "db/a.ts": 'import { b } from "./b.ts";\nimport { c } from "#shared/c.ts";' }),
      [],
    );
  });

  it("finds what tests alone may do: non-null assertions", () => {
    assert.deepEqual(messages({ "shared/a.ts": "// é\n\nconst a = b!;" }), [
      "shared/a.ts:3: no non-null assertion outside tests",
    ]);
    assert.deepEqual(messages({ "test/a.ts": "const a = b!;" }), []);
  });

  it("finds Deno's own API where the code must run under Node too", () => {
    assert.equal(messages({ "workers/a.ts": "Deno.exit(1);" }).length, 1);
    assert.deepEqual(messages({ "dev/a.ts": "Deno.exit(1);" }), []);
    assert.deepEqual(messages({ "workers/a.ts": "// Deno.exit\nconst text = 'Deno.exit';" }), []);
  });

  it("finds a file of more than 300 lines, and one whose name says nothing", () => {
    assert.deepEqual(messages({ "shared/a.ts": "f();\n".repeat(300) }), []);
    assert.equal(messages({ "shared/a.ts": "f();\n".repeat(301) }).length, 1);
    assert.equal(messages({ "api/utils.ts": "" }).length, 1);
  });

  it("reads the files of the project", () => {
    const files = projectFiles();
    assert.ok(files.includes("test/dev/check/imports.test.ts"));
    assert.ok(readSource("dev/check/imports.ts").imports.some(({ specifier }) => specifier === "./files.ts"));
  });
});
