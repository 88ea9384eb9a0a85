import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { cacheFolder, isProgram, madeOnce } from "#dev/machine/programs.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("what the cache keeps", () => {
  const cache = temporaryFolder();
  const former = process.env.XDG_CACHE_HOME;
  before(() => process.env.XDG_CACHE_HOME = cache);
  after(() => {
    if (former === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = former;
  });

  it("is made once, and never from what an interrupted make left", async () => {
    let makes = 0;
    const make = (file: string, end: () => void) => async (folder: string) => {
      makes++;
      mkdirSync(folder);
      writeFileSync(join(folder, file), "");
      await Promise.resolve();
      end();
    };
    const interrupt = () => {
      throw new Error("interrupted");
    };
    await assert.rejects(madeOnce("folder", () => {}, make("half", interrupt)), /interrupted/);
    assert.equal(existsSync(join(cacheFolder(), "folder")), false);
    const path = await madeOnce("folder", () => {}, make("whole", () => {}));
    assert.deepEqual(readdirSync(path), ["whole"]);
    assert.equal(await madeOnce("folder", () => {}, make("again", interrupt)), path);
    assert.equal(makes, 2);
  });

  it("takes the place of what is there and is no program, such as a download that was cut off", async () => {
    const path = join(cacheFolder(), "bin/tool");
    mkdirSync(join(cacheFolder(), "bin"), { recursive: true });
    writeFileSync(path, "half", { mode: 0o600 });
    const make = (unfinished: string) => Promise.resolve(writeFileSync(unfinished, "whole", { mode: 0o700 }));
    assert.equal(await madeOnce("bin/tool", () => {}, make, isProgram), path);
    assert.equal(readFileSync(path, "utf8"), "whole");
  });
});
