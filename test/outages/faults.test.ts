import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { PAGE } from "#lab/drills/faults/main.ts";
import { ROOT } from "#dev/machine/folder.ts";

/** The smallest part of `deno task faults` that is of use: it has a stack of its own. */
describe("deno task faults", function () {
  this.timeout(240_000);

  it("kills the API and the worker while simulations and deliveries run, finds nothing, and leaves its page alone", async () => {
    const page = readFileSync(join(ROOT, PAGE), "utf8");
    const args = ["simulation", "delivery", "api-kill", "worker-kill", "--seed", "3", "--rounds", "2"];
    const { exitCode, all } = await execa(
      process.execPath,
      ["run", "-A", join(ROOT, "lab/drills/faults/main.ts"), ...args],
      { cwd: ROOT, all: true, reject: false },
    );
    assert.equal(exitCode, 0, all);
    for (const fault of ["api-kill", "worker-kill"]) {
      for (const seed of [3, 4]) assert.match(all, new RegExp(`^${fault} ${seed}: ok, recovered in`, "m"));
      assert.match(
        all,
        new RegExp(`^\\| ${fault} \\| simulation \\| 2 \\| 6 \\| 6 \\| 0 \\| 0 \\| 0 \\|`, "m"),
      );
      assert.match(
        all,
        new RegExp(`^\\| ${fault} \\| delivery \\| 2 \\| 16 \\| 16 \\| 0 \\| 0 \\| 0 \\|`, "m"),
      );
    }
    assert.equal(readFileSync(join(ROOT, PAGE), "utf8"), page);
  });

  it("names the flows and faults where it is given another name", async () => {
    const { exitCode, all } = await execa(
      process.execPath,
      ["run", "-A", join(ROOT, "lab/drills/faults/main.ts"), "flood"],
      { cwd: ROOT, all: true, reject: false },
    );
    assert.equal(exitCode, 2);
    assert.match(all, /Unknown: flood\. Choose among simulation, .* api-kill, /);
  });
});
