import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for one test file, which every user may enter, removed when its tests have ended. Call it where hooks can be registered. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "simulation-service-test-"));
  chmodSync(folder, 0o755);
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
