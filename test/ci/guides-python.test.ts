import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output } from "#dev/programs.ts";
import { stack } from "#test/support/stack.ts";
import { newOrganization } from "#test/support/organizations.ts";
import { guides } from "../docs/page.ts";
import { runPage } from "../docs/run-page.ts";

/** Needs python3 (3.9 or later) with venv, and its package registry. */
describe("the guides", function () {
  this.timeout(600_000);
  let folder: string;
  const python = () => join(folder, "bin", "python");
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "venv-"));
    await output("python3", ["-m", "venv", folder]);
    await output(python(), [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "requests",
      "pandas",
    ]);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const page of guides()) {
    if (!page.snippets.some(({ language }) => language === "python")) continue;
    it(`print what ${page.path} says in Python`, async () => {
      const { call } = await newOrganization({ requests_per_minute: null });
      await runPage(page, "python", { baseUrl: stack().baseUrl, apiKey: call.key, python: python() });
    });
  }
});
