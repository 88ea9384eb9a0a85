import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { sourceFiles } from "#dev/check/files.ts";
import { FOLDERS, importFaults } from "#dev/check/imports.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("the import rules of deno task check", function () {
  // Each case walks a project of its own, most of them twice.
  this.timeout(30_000);
  const dir = temporaryFolder();
  const { imports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

  /** The faults of a project that consists of these files. */
  async function faultsOf(files: Record<string, string>): Promise<string[]> {
    const root = mkdtempSync(join(dir, "project-"));
    const manifest = { name: "project", type: "module", imports, devDependencies: { mocha: "1" } };
    for (const [path, text] of Object.entries({ ...files, "package.json": JSON.stringify(manifest) })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await importFaults(root);
  }
  const module = "export const value = 1;";
  /** A module that imports another one's value. */
  const importing = (from: string, to: string) => {
    const [folder] = from.split("/");
    const specifier = to.startsWith(`${folder}/`)
      ? relative(dirname(from), to).replace(/^(?!\.)/, "./")
      : `#${to}`;
    return `import { value as other } from "${specifier}";\nexport const value = 1;\nconsole.log(other);`;
  };

  it("hold in every folder of code", () => {
    // Receivers in docs/ are an integrator's.
    const folders = new Set(sourceFiles(ROOT).map((path) => path.slice(0, path.indexOf("/"))).concat("docs"));
    assert.deepEqual([...folders].sort(), [...FOLDERS, "docs"].sort());
  });

  it("find an upward import, in every form that an import has", async () => {
    const layers = ["db", "api", "workers", "activities", "workflows", "dev"];
    const faults = await faultsOf({
      ...Object.fromEntries(layers.map((layer) => [`${layer}/a.ts`, module])),
      "engine/a.ts": [
        'import { value } from "#db/a.ts";',
        'export * from "#api/a.ts";',
        'export { value as other } from "#workers/a.ts";',
        'const dynamic = await import("#activities/a.ts");',
        'type V = import("#workflows/a.ts").value;',
        'import "#dev/a.ts";',
        "console.log(value, dynamic, null as V);",
      ].join("\n"),
    });
    assert.deepEqual(
      faults,
      layers.map((layer, index) => `engine/a.ts:${index + 1}: engine/ may not import this (#${layer}/a.ts)`)
        .sort(),
    );
  });

  /** Layers from top to bottom, with the layers that they may not import. */
  const FORBIDDEN: Record<string, readonly string[]> = {
    api: ["activities", "workflows", "workers", "providers", "commands", "dev", "test"],
    workers: ["api", "workflows", "commands", "dev", "test"],
    workflows: ["api", "workers", "db", "providers", "engine", "dev"],
    activities: ["api", "workers", "workflows", "commands", "dev"],
    db: ["activities", "api", "providers", "workers", "workflows"],
    providers: ["activities", "api", "db", "workers", "workflows"],
    temporal: ["engine", "db", "providers", "activities", "workflows", "api"],
    engine: ["temporal", "db", "providers", "activities", "api"],
    shared: ["engine", "temporal", "db", "client"],
    client: ["shared"],
    // Nothing imports specs, and nothing that runs imports what fits, measures or proves.
    ...Object.fromEntries(
      ["activities", "api", "db", "engine", "providers", "workers"].map((layer) => [
        `${layer} in production`,
        ["research", "testing", "lab", "test"],
      ]),
    ),
    dev: ["commands", "research", "testing", "lab", "test"],
    testing: ["commands", "research", "lab", "test"],
    research: ["commands", "lab", "test"],
    commands: ["testing", "lab", "test"],
    lab: ["research", "test"],
    // It runs where most of the checkout is gone.
    deploy: ["shared", "commands", "dev"],
  };
  for (const [name, forbidden] of Object.entries(FORBIDDEN)) {
    const [layer = ""] = name.split(" ");
    it(`find what ${name} may not import, also an import of types`, async () => {
      const faults = await faultsOf({
        ...Object.fromEntries(forbidden.map((other) => [`${other}/b.ts`, "export type T = 1;"])),
        ...Object.fromEntries(forbidden.map((other, index) => [
          `${layer}/a${index}.ts`,
          `import type { T } from "#${other}/b.ts";\nexport const value: T = 1;`,
        ])),
      });
      assert.deepEqual(
        faults,
        forbidden.map((other, index) =>
          `${layer}/a${index}.ts:1: ${layer}/ may not import this (#${other}/b.ts)`
        ),
      );
    });
  }

  it("let every layer import the layers below it", async () => {
    const below: Record<string, readonly string[]> = {
      api: ["db", "engine", "temporal", "shared"],
      workers: ["activities", "db", "providers", "engine", "temporal", "shared"],
      activities: ["db", "providers", "engine", "temporal", "shared"],
      workflows: ["temporal", "shared"],
      db: ["engine", "temporal", "shared"],
      providers: ["engine", "temporal", "shared"],
      engine: ["shared"],
      temporal: ["shared"],
      shared: [],
    };
    assert.deepEqual(
      await faultsOf(Object.fromEntries(
        Object.entries(below).map(([layer, others]) => [
          `${layer}/a.ts`,
          others.map((other, index) => `import { value as v${index} } from "#${other}/a.ts";`).join("\n") +
          `\n${module}\nconsole.log(${others.map((_, index) => `v${index}`).join()});`,
        ]),
      )),
      [],
    );
  });

  it("let the API's composition alone import the providers", async () => {
    const text = 'import { value } from "#providers/a.ts";\nconsole.log(value);';
    assert.deepEqual(await faultsOf({ "providers/a.ts": module, "api/main.ts": text, "api/app.ts": text }), [
      "api/app.ts:1: api/ may not import this (#providers/a.ts)",
    ]);
  });

  it("let a workflow import an activity's types, and no value of it", async () => {
    const faults = await faultsOf({
      "activities/a.ts": "export type Run = 1;\nexport const run = 1;",
      "workflows/types.ts": 'import type { Run } from "#activities/a.ts";\nexport const a: Run = 1;',
      "workflows/value.ts": 'import { run } from "#activities/a.ts";\nexport const a = run;',
      "workflows/stays.ts": 'import { type Run } from "#activities/a.ts";\nexport const a: Run = 1;',
    });
    const rule = 'workflows/ may import only types of activities/: write "import type"';
    assert.deepEqual(faults, [
      `workflows/stays.ts:1: ${rule} (#activities/a.ts)`,
      `workflows/value.ts:1: ${rule} (#activities/a.ts)`,
    ]);
  });

  it("find a module of Node in what a workflow loads, however far down", async () => {
    const node = 'import { createHash } from "node:crypto";\nexport const hash = createHash;';
    const faults = await faultsOf({
      "workflows/a.ts": 'import { hash } from "#shared/b.ts";\nconsole.log(hash);',
      "workflows/b.ts": 'import { readFile } from "node:fs/promises";\nconsole.log(readFile);',
      "workflows/c.ts": 'import type { Activity } from "#activities/d.ts";\nconsole.log(null as Activity);',
      "shared/b.ts": 'import { hash } from "./c.ts";\nexport const a = hash;\nexport { hash };',
      "shared/c.ts": node,
      "shared/d.ts": node,
      "activities/d.ts": `${node}\nexport type Activity = null;`,
    });
    const rule = "workflows load this module, and Node's modules are missing in their sandbox";
    assert.deepEqual(faults, [
      `shared/c.ts:1: ${rule} (crypto)`,
      `workflows/b.ts:1: ${rule} (fs/promises)`,
    ]);
  });

  for (
    const [depth, [here, there]] of Object.entries({
      1: ["lab", "commands"],
      2: ["engine/bank", "engine/forecast"],
      "2, beside folders": ["db", "db/outbox"],
    })
  ) {
    it(`find a circle of folders whose files have none, at depth ${depth}`, async () => {
      const faults = await faultsOf({
        [`${here}/a.ts`]: importing(`${here}/a.ts`, `${there}/b.ts`),
        [`${there}/b.ts`]: module,
        [`${there}/c.ts`]: importing(`${there}/c.ts`, `${here}/d.ts`),
        [`${here}/d.ts`]: module,
      });
      const circle = faults.filter((fault) => fault.includes("a circle of folders"));
      assert.equal(circle.length, 1, faults.join("\n"));
      assert.match(circle[0] ?? "", new RegExp(`${here}/a\\.ts imports ${there}/b\\.ts`));
      assert.match(circle[0] ?? "", new RegExp(`${there}/c\\.ts imports ${here}/d\\.ts`));
    });
  }

  it("take folders that import each other in one direction for none", async () => {
    const faults = await faultsOf({
      "engine/bank/a.ts": importing("engine/bank/a.ts", "engine/question/b.ts"),
      "engine/question/b.ts": module,
      "engine/forecast/c.ts": importing("engine/forecast/c.ts", "engine/question/b.ts"),
    });
    assert.deepEqual(faults, []);
  });

  it("find a circle, of values and of types", async () => {
    const faults = await faultsOf({
      "shared/a.ts": 'import { b } from "./b.ts";\nexport const a = b;',
      "shared/b.ts": 'import { c } from "./c.ts";\nexport const b = c;',
      "shared/c.ts": 'import { a } from "./a.ts";\nexport const c = a;',
      "engine/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;',
      "engine/b.ts": 'import type { A } from "./a.ts";\nexport type B = A;',
    });
    assert.equal(faults.length, 2);
    assert.match(
      faults[0]!,
      /^engine\/a\.ts:1: an import circle \(engine\/a\.ts → engine\/b\.ts → engine\/a\.ts\)$/,
    );
    assert.match(
      faults[1]!,
      /^shared\/a\.ts:1: an import circle \(shared\/a\.ts → .*shared\/c\.ts → shared\/a\.ts\)$/,
    );
  });

  it("find a barrel that a module imports, and no entry point that none imports", async () => {
    const faults = await faultsOf({
      "shared/a.ts": module,
      "shared/b.ts": 'export * from "./a.ts";',
      "shared/c.ts": 'import { value } from "./a.ts";\nexport { value };',
      "shared/d.ts":
        'import { value } from "./b.ts";\nimport { value as v } from "./c.ts";\nconsole.log(value, v);',
      "workflows/all-workflows.ts": 'export { value } from "./a.ts";',
      "workflows/a.ts": module,
    });
    assert.deepEqual(faults, [
      "shared/b.ts:1: a barrel: import from the modules themselves",
      "shared/c.ts:1: a barrel: import from the modules themselves",
    ]);
  });

  it("demand relative paths inside a folder and mapped ones between folders", async () => {
    const faults = await faultsOf({
      "db/a.ts":
        'import { value } from "#db/b.ts";\nimport { value as c } from "../shared/c.ts";\nconsole.log(value, c);',
      "db/b.ts": module,
      "db/c.ts":
        'import { value } from "./b.ts";\nimport { value as c } from "#shared/c.ts";\nconsole.log(value, c);',
      "shared/c.ts": module,
      "test/db/a.ts": 'import { value } from "#test/db/b.ts";\nconsole.log(value);',
      "test/db/b.ts": module,
    });
    assert.deepEqual(faults, [
      "db/a.ts:1: inside a folder write a relative path (#db/b.ts)",
      "db/a.ts:2: from one folder to another write #folder/ (../shared/c.ts)",
    ]);
  });

  it("find a module of Node in what integrators load in browsers, and none in their command line", async () => {
    const faults = await faultsOf({
      "client/a.ts": 'import process from "node:process";\nconsole.log(process);',
      "client/cli/a.ts": 'import process from "node:process";\nconsole.log(process);',
    });
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, /^client\/a\.ts:1: integrators load this in browsers/);
  });

  it("find an import of a missing file, and of a development dependency outside dev, commands, bench, drills and test", async () => {
    const faults = await faultsOf({
      "node_modules/mocha/package.json": JSON.stringify({
        name: "mocha",
        version: "1.0.0",
        main: "index.js",
      }),
      "node_modules/mocha/index.js": "module.exports = 1;",
      "db/a.ts": 'import "./missing.ts";\nimport "mocha";',
      ...Object.fromEntries(
        ["dev", "commands", "bench", "drills", "test"].map((folder) => [`${folder}/a.ts`, 'import "mocha";']),
      ),
    });
    assert.deepEqual(faults, [
      "db/a.ts:1: no such module (./missing.ts)",
      "db/a.ts:2: this package is a development dependency (mocha)",
    ]);
  });
});
