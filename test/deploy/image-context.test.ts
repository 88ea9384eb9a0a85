import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "#dev/machine/folder.ts";
import { ENCODER_FILES } from "#providers/embeddings/encoder-thread.ts";
import { loadedBy } from "#testing/import-graph.ts";

/** What people run in the image of the commands, beside the API and the workers. */
const PROGRAMS = [
  "api/main.ts",
  "workers/main.ts",
  // The thread that the encoder starts.
  "providers/embeddings/encoder-thread.ts",
  ...[
    "bundle",
    "build-console",
    "create-logins",
    "create-operator-key",
    "evaluate-agents",
    "methodology",
    "migrate",
    "rotate-keys",
  ].map((command) => `commands/${command}.ts`),
];

describe("The files that .dockerignore lets into an image", () => {
  const kept = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n")
    .filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const isKept = (path: string) => kept.some((each) => path === each || path.startsWith(`${each}/`));

  for (const program of PROGRAMS) {
    it(`have every module that ${program} loads`, () => {
      const loaded = [...loadedBy(program)];
      assert.ok(loaded.length > 1);
      assert.deepEqual(loaded.filter((path) => !isKept(path)), []);
    });
  }

  it("have the encoder's model and its tokenizer", () => {
    const paths = Object.values(ENCODER_FILES).map(({ url }) => relative(ROOT, fileURLToPath(url)));
    assert.deepEqual(paths.map((path) => [path, isKept(path)]), [
      ["providers/embeddings/bge-small-en-v1.5/model.onnx", true],
      ["providers/embeddings/bge-small-en-v1.5/tokenizer", true],
    ]);
  });
});
