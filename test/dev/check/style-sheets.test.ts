import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { styleFaults } from "#dev/check/files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("the style rules of deno task check", () => {
  const dir = temporaryFolder();

  function faultsOf(css: string): string[] {
    writeFileSync(join(dir, "a.css"), css);
    return styleFaults(dir, ["a.css"]);
  }

  it("find a block that is never closed", () => {
    assert.deepEqual(faultsOf("@media print {\n  a {\n    color: red;\n  }\nb {\n  color: blue;\n}\n"), [
      "a.css:1: Unclosed block",
    ]);
  });

  it("find a condition inside another, which a formatter makes of an unclosed block", () => {
    assert.deepEqual(
      faultsOf("@media print {\n  @media (min-width: 9rem) {\n    a {\n      color: red;\n    }\n  }\n}\n"),
      [
        "a.css:2: @media inside another condition: is a brace missing above?",
      ],
    );
  });

  it("find a brace too many", () => {
    assert.deepEqual(faultsOf("a {\n  color: red;\n}\n}\n"), ["a.css:4: Unexpected }"]);
  });

  it("accept conditions beside each other", () => {
    assert.deepEqual(
      faultsOf("@media print {\n  a {\n    color: red;\n  }\n}\n@media (min-width: 9rem) {\n}\n"),
      [],
    );
  });
});
