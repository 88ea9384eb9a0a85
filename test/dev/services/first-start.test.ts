import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { execa } from "execa";
import { bypassProxyForLoopback } from "#dev/machine/environment.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { isRecent as isRecentPgbouncer } from "#dev/services/pgbouncer.ts";
import { portSetting } from "#dev/services/service.ts";
import { isRecent, reachOfficialBuild } from "#dev/services/temporal.ts";

/** What a first start meets on machines unlike this one. */
describe("a first start", function () {
  this.timeout(30_000);
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  describe("downloads Temporal's official build", () => {
    it("where its host names an archive and the archive's host has it", async () => {
      const asked: string[] = [];
      const archives = await serve((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        response.end();
      });
      const downloads = await serve((request, response) => {
        asked.push(`${request.method} ${request.url?.split("?")[0]}`);
        response.end(JSON.stringify({ archiveUrl: `${archives}/temporal.tar.gz` }));
      });
      await reachOfficialBuild(downloads);
      assert.deepEqual(asked, ["GET /cli/v1.5.1", "HEAD /temporal.tar.gz"]);
    });

    it("not where the host refuses, has no such build, names no archive, or the archive is missing", async () => {
      const missing = await serve((_request, response) => response.writeHead(404).end());
      const empty = await serve((_request, response) => response.end("{}"));
      const dead = await serve((_request, response) => {
        response.end(JSON.stringify({ archiveUrl: `${missing}/temporal.tar.gz` }));
      });
      await assert.rejects(reachOfficialBuild("http://127.0.0.1:1"), /127\.0\.0\.1:1 cannot be reached/);
      await assert.rejects(reachOfficialBuild(missing), /answered 404/);
      await assert.rejects(reachOfficialBuild(empty), /names no archive/);
      await assert.rejects(reachOfficialBuild(dead), /answered 404/);
    });

    it("not where a host never answers: both answers together have their limit", async () => {
      const silent = await serve(() => {});
      const half = await serve((_request, response) => {
        response.end(JSON.stringify({ archiveUrl: `${silent}/temporal.tar.gz` }));
      });
      await assert.rejects(reachOfficialBuild(silent, 200), /did not answer in time/);
      await assert.rejects(reachOfficialBuild(half, 200), /did not answer in time/);
    });

    it("and refuses an installed server that is too old for what workflows need", () => {
      assert.ok(isRecent("temporal version 0.0.0-DEV (Server 1.29.1, UI 2.42.1)"));
      assert.ok(isRecent("temporal version 2.0.0 (Server 2.0.0, UI 3.0.0)"));
      assert.ok(!isRecent("temporal version 1.1.2 (Server 1.25.2, UI 2.31.2)"));
      assert.ok(!isRecent("something else"));
    });
  });

  describe("behind an HTTP proxy", () => {
    it("adds the loopback addresses to those that bypass it, once", () => {
      const environment: NodeJS.ProcessEnv = { NO_PROXY: "internal.example" };
      bypassProxyForLoopback(environment);
      bypassProxyForLoopback(environment);
      assert.equal(environment.NO_PROXY, "internal.example,127.0.0.1,localhost,::1");
      assert.equal(environment.no_proxy, "127.0.0.1,localhost,::1");
    });

    it("calls this machine directly, in a child too, and other hosts by the proxy", async () => {
      const proxied: string[] = [];
      const proxy = await serve((request, response) => {
        proxied.push(request.url ?? "");
        response.end("by the proxy");
      });
      const direct = await serve((_request, response) => response.end("directly"));
      const fetches = `for (const url of ["${direct}/", "http://service.invalid/"]) ` +
        "console.log(await (await fetch(url)).text());";
      const script = `
        import process from "node:process";
        import { execa } from "execa";
        import { bypassProxyForLoopback } from "#dev/machine/environment.ts";
        bypassProxyForLoopback();
        ${fetches}
        await execa(process.execPath, ["eval", ${JSON.stringify(fetches)}], { stdio: "inherit" });`;
      const { stdout } = await execa(process.execPath, ["eval", script], {
        cwd: ROOT,
        env: { HTTP_PROXY: proxy, NO_PROXY: "", no_proxy: "" },
      });
      assert.deepEqual(stdout.split("\n"), ["directly", "by the proxy", "directly", "by the proxy"]);
      assert.deepEqual(proxied, ["http://service.invalid/", "http://service.invalid/"]);
    });
  });

  it("refuses a PORT that is none, before anything starts", async () => {
    for (const value of ["abc", "0", "65536", "80.5", "-1", " 80"]) {
      assert.throws(() => portSetting(value, 8080), /PORT must be a port from 1 to 65535, got/, value);
    }
    assert.deepEqual([portSetting(undefined, 8080), portSetting("", 8080), portSetting("9000", 8080)], [
      8080,
      8080,
      9000,
    ]);
    const { exitCode, stderr, stdout } = await execa(
      process.execPath,
      ["run", "-A", "dev/main.ts", "--once"],
      {
        cwd: ROOT,
        env: { PORT: "abc", DEV_DIR: ".dev/first-start-spec" },
        reject: false,
      },
    );
    assert.equal(exitCode, 1);
    assert.match(stderr, /PORT must be a port from 1 to 65535, got "abc"/);
    assert.ok(!stdout.includes("postgres"));
  });

  it("takes an installed PgBouncer of 1.24 or later, which carries named statements, and no older one", () => {
    assert.ok(isRecentPgbouncer("PgBouncer 1.24.1\nlibevent 2.1.12-stable"));
    assert.ok(isRecentPgbouncer("PgBouncer 2.0.0"));
    for (const text of ["PgBouncer 1.18.0", "PgBouncer 1.23.1", "libevent 2.1.12", ""]) {
      assert.ok(!isRecentPgbouncer(text), text);
    }
  });
});
