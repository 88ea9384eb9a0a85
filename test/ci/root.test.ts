import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { startChild } from "#dev/machine/child.ts";
import { output } from "#dev/machine/programs.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { folderElsewhere, ownFolder } from "#dev/services/postgres-folders.ts";
import { query } from "#dev/machine/connect-database.ts";
import { startPostgres } from "#dev/services/postgres.ts";
import { temporalProgram } from "#dev/services/temporal.ts";
import { copyCheckout } from "./checkout.ts";

/** Situations that only root can arrange. */
describe("run by root", function () {
  this.timeout(300_000);
  let folder: string;
  let lines: string[];
  const log = (line: string) => lines.push(line);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "simulation-service-ci-"));
    lines = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(folderElsewhere(join(folder, "postgres")), { recursive: true, force: true });
  });

  before(() =>
    assert.equal(process.getuid?.(), 0, "these specs are for root, on a machine that can be thrown away")
  );

  it("keeps Postgres' data elsewhere when others may not enter a folder above the checkout, and logs it", async () => {
    for (const _start of ["first", "second"]) {
      const server = await startPostgres({
        dir: join(folder, "postgres"),
        log,
        password: "p",
        durable: true,
      });
      await query(server.url("postgres"), "create table if not exists kept as select 1 as n");
      assert.deepEqual(await query(server.url("postgres"), "select n from kept"), [{ n: 1 }]);
      await server.stop();
    }
    const elsewhere = folderElsewhere(join(folder, "postgres"));
    assert.ok(lines.some((line) => line.startsWith(`keeping its data in ${elsewhere}:`)), lines.join("\n"));
    assert.ok(existsSync(join(elsewhere, "data")));
    assert.ok(!existsSync(join(folder, "postgres/data")));
  });

  it("keeps Postgres' programs and data apart from those of another user of the machine", () => {
    const path = join(folder, "simulation-service");
    mkdirSync(path);
    chownSync(path, 12_345, 12_345);
    assert.throws(() => ownFolder(path), /belongs to another user/);
    chownSync(path, 0, 0);
    assert.equal(ownFolder(path), path);
  });

  it("runs dev for a user who may install nothing: it unpacks Redis from the system's packages", async () => {
    const place = join(folder, "user");
    chmodSync(folder, 0o755);
    const project = await ordinaryCheckout(place);
    const nobody = {
      uid: Number(await output("id", ["-u", "nobody"])),
      gid: Number(await output("id", ["-g", "nobody"])),
    };
    for (const own of ["home", "project"]) chownSync(join(place, own), nobody.uid, nobody.gid);
    const child = await startChild({
      name: "dev",
      command: join(place, "bin/deno"),
      args: ["run", "-A", "dev/main.ts", "--once"],
      cwd: project,
      env: { PATH: join(place, "bin"), HOME: join(place, "home") },
      user: nobody,
      logFile: join(place, "output.log"),
    });
    assert.equal(await child.exited, "exit code 0", child.lastLines(50));
    assert.match(child.lastLines(100), /unpacking the system's package redis/);
    assert.match(child.lastLines(100), /yes +\d+\.\d %/);
  });
});

/** Creates a copy of the checkout, and a PATH without Redis, for users other than root. */
async function ordinaryCheckout(place: string): Promise<string> {
  const [bin, project] = [join(place, "bin"), join(place, "project")];
  for (const path of [bin, project, join(place, "home")]) mkdirSync(path, { recursive: true });
  for (const from of ["/usr/bin", "/usr/sbin"]) {
    for (const name of readdirSync(from)) {
      if (!/^(redis|valkey)|^(deno|temporal)$/.test(name) && !existsSync(join(bin, name))) {
        symlinkSync(join(from, name), join(bin, name));
      }
    }
  }
  cpSync(process.execPath, join(bin, "deno"), { dereference: true });
  cpSync(await temporalProgram(() => {}), join(bin, "temporal"), { dereference: true });
  copyCheckout(project);
  // Hard links spare a copy of half a gigabyte; the user may not be able to enter the folders above the original.
  await output("cp", ["-al", join(ROOT, "node_modules"), join(project, "node_modules")])
    .catch(() => output("cp", ["-a", join(ROOT, "node_modules"), join(project, "node_modules")]));
  return project;
}
