import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";
import { planted, plantedFaults } from "#lab/doubt/faults.ts";

describe("The planted faults", () => {
  const faults = plantedFaults();

  it("each change a place that is there, and name specs that are there", () => {
    for (const fault of faults) {
      assert.notEqual(planted(fault), readFileSync(join(ROOT, fault.file), "utf8"), fault.file);
      assert.ok(fault.specs.length > 0);
      for (const spec of fault.specs) assert.ok(existsSync(join(ROOT, spec)), spec);
    }
  });

  it("are told apart", () => {
    const places = faults.map(({ file, find, replace }) => JSON.stringify([file, find, replace]));
    assert.equal(new Set(places).size, places.length);
  });

  it("are refused where their place is gone", () => {
    assert.throws(() => planted({ ...faults[0]!, find: "no such text" }), /has no "no such text" any more/);
  });
});
