import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandIn, installFrom } from "#dev/services/debian-packages.ts";
import { output } from "#dev/machine/programs.ts";

/** Prints its arguments, as the loader gets them. */
const LOADER = "#!/bin/sh\nprintf '%s\\n' \"$@\"\n";

describe("Programs of another Debian release", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "packages-"));
    mkdirSync(join(folder, "usr/lib/x86_64-linux-gnu"), { recursive: true });
    mkdirSync(join(folder, "usr/lib64"));
    const loader = join(folder, "usr/lib64/ld-linux-x86-64.so.2");
    writeFileSync(loader, LOADER);
    chmodSync(loader, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("run by their own release's loader, with its libraries alone", () => {
    assert.deepEqual(commandIn(folder, "usr/sbin/pgbouncer"), [
      join(folder, "usr/lib64/ld-linux-x86-64.so.2"),
      "--library-path",
      join(folder, "usr/lib/x86_64-linux-gnu"),
      join(folder, "usr/sbin/pgbouncer"),
    ]);
  });

  it("are scripts in a folder for PATH, which pass on their arguments and take that folder for their own", async () => {
    const bin = join(folder, "bin");
    installFrom(folder, ["usr/lib/postgresql/18/bin/pg_dump"], bin);
    const words = (await output(join(bin, "pg_dump"), ["--file", "a b"])).split("\n");
    assert.deepEqual(words.slice(0, 2), ["--argv0", join(bin, "pg_dump")]);
    assert.deepEqual(words.slice(-3), [
      join(folder, "usr/lib/postgresql/18/bin/pg_dump"),
      "--file",
      "a b",
    ]);
  });

  it("cannot run without a loader", () => {
    rmSync(join(folder, "usr/lib64"), { recursive: true });
    assert.throws(() => commandIn(folder, "usr/sbin/pgbouncer"), /has no loader/);
  });
});
