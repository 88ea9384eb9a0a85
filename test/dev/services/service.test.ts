import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { freePort, startOnPort } from "#dev/services/service.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("a free port", () => {
  it("is the preferred one, or another one with a line in the log", async () => {
    const lines: string[] = [];
    const preferred = await freePort();
    const other = await freePort(preferred, (line) => lines.push(line));
    assert.notEqual(other, preferred);
    assert.deepEqual(lines, [`port ${preferred} is in use, taking ${other}`]);
  });

  it("is given to one caller only", async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
    assert.equal(new Set(ports).size, 50);
  });
});

describe("a server that does not start", () => {
  const dir = temporaryFolder();
  const start = (port: number) =>
    startOnPort(
      { dir, port, log: () => {} },
      () => ({
        name: "server",
        command: "sh",
        args: ["-c", "echo it broke; exit 1"],
        logFile: join(dir, "log"),
      }),
      { condition: "it to answer", probe: () => Promise.resolve(undefined) },
    );

  it("says that another process has its port by now", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    await assert.rejects(start(port), {
      message: `Cannot start server: another process has taken port ${port}; start again for a free one`,
    });
    other.close();
  });

  it("shows its last lines otherwise", async () => {
    await assert.rejects(start(await freePort()), { message: /^Cannot start server: it ended\nit broke/ });
  });
});
