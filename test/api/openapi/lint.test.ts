import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { apiDocument } from "#api/document.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Lints a document by the recommended rules alone. @returns the exit code, and what was printed */
async function lint(document: object): Promise<{ readonly exitCode: number; readonly printed: string }> {
  const folder = mkdtempSync(join(tmpdir(), "lint-"));
  try {
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(document));
    const { exitCode = 1, all } = await execa(
      process.execPath,
      ["run", "-A", "npm:@redocly/cli", "lint", "--extends=recommended", "--format=stylish", file],
      { cwd: ROOT, env: { REDOCLY_TELEMETRY: "off", CI: "1" }, stdin: "ignore", all: true, reject: false },
    );
    return { exitCode, printed: all };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("The OpenAPI document under Redocly's linter", function () {
  this.timeout(120_000);

  it("keeps every recommended rule, without an error and without a warning", async () => {
    const { exitCode, printed } = await lint(apiDocument("http://127.0.0.1:8080"));
    assert.equal(exitCode, 0, printed);
    assert.ok(!/\d+ (error|warning)s?\b|^\s*\d+:\d+\s+(error|warning)/im.test(printed), printed);
    assert.match(printed, /is valid/);
  });

  it("would be told of a broken rule", async () => {
    const document = apiDocument("http://127.0.0.1:8080") as { info: { license?: object } };
    delete document.info.license;
    const { printed } = await lint(document);
    assert.match(printed, /warning\s+info-license|1 warning/);
  });
});
