import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { freePort } from "#dev/services/service.ts";
import { SESSION_COOKIE } from "#api/http/identity.ts";
import { newFolder, startApi } from "#testing/processes.ts";

type Started = Awaited<ReturnType<typeof startApi>>;

const PAGE =
  '<meta name="base-path" content="%BASE_PATH%"><script type="module" src="./assets/index-1a.js"></script>';
const SCRIPT = `document.title = "${"console ".repeat(500)}";`;

/** How the API serves a built console. What it shows is for test/ci/console, in a browser. */
describe("/console", () => {
  let api: Started;
  let folder: string;
  before(async () => {
    folder = newFolder("console");
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(folder, "index.html"), PAGE);
    writeFileSync(join(folder, "assets/index-1a.js"), SCRIPT);
    api = await startApi({ CONSOLE_DIR: folder });
  });
  after(() => api?.stop());

  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(api.baseUrl + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it("is one page at every path, whose links fit the path that the API stands under", async () => {
    for (
      const path of ["/console", "/console/", "/console/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21"]
    ) {
      const { status, headers, text } = await read(path);
      assert.deepEqual([status, headers.get("Content-Type")], [200, "text/html; charset=utf-8"], path);
      assert.equal(headers.get("Cache-Control"), "no-cache");
      assert.equal(text, PAGE.replace("./", "/console/").replace("%BASE_PATH%", ""));
    }
    const below = await startApi({
      CONSOLE_DIR: folder,
      BASE_URL: "https://example.com/polls",
      AUTH_DEBUG_LINKS: "",
    });
    try {
      const text = await (await fetch(`${below.baseUrl}/console`)).text();
      assert.match(text, /content="\/polls"/);
      assert.match(text, /src="\/polls\/console\/assets\/index-1a\.js"/);
    } finally {
      await below.stop();
    }
  });

  it("runs scripts of its own origin alone, and stands in nobody's frame", async () => {
    const { headers } = await read("/console");
    const policy = Object.fromEntries(
      (headers.get("Content-Security-Policy") ?? "").split("; ").map((part) => {
        const [name = "", ...values] = part.split(" ");
        return [name, values];
      }),
    );
    assert.deepEqual(policy["default-src"], ["'none'"]);
    assert.deepEqual(policy["script-src"], ["'self'"]);
    assert.deepEqual(policy["connect-src"], ["'self'", api.baseUrl]);
    for (const name of ["base-uri", "form-action", "frame-ancestors"]) {
      assert.deepEqual(policy[name], ["'none'"]);
    }
    assert.equal(headers.get("X-Content-Type-Options"), "nosniff");
    assert.equal(headers.get("X-Frame-Options"), "DENY");
    assert.equal(headers.get("Referrer-Policy"), "no-referrer");
  });

  it("has files that browsers keep for a year, compressed, and 304 to who has one", async () => {
    const path = "/console/assets/index-1a.js";
    const { status, headers, text } = await read(path);
    assert.deepEqual([status, text], [200, SCRIPT]);
    assert.equal(headers.get("Cache-Control"), "public, max-age=31536000, immutable");
    assert.match(headers.get("Content-Type") ?? "", /javascript/);
    const again = await read(path, { "If-None-Match": headers.get("ETag") ?? "" });
    assert.deepEqual([again.status, again.text], [304, ""]);
    const raw = await new Promise<{ encoding: string | undefined; body: Uint8Array }>((resolve, reject) =>
      get(api.baseUrl + path, { headers: { "Accept-Encoding": "gzip" } }, (response) => {
        const chunks: Uint8Array[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on(
          "end",
          () =>
            resolve({
              encoding: response.headers["content-encoding"],
              body: new Uint8Array(chunks.flatMap((c) => [...c])),
            }),
        );
      }).on("error", reject)
    );
    assert.equal(raw.encoding, "gzip");
    assert.ok(raw.body.length < SCRIPT.length / 5, `${raw.body.length}`);
    assert.equal(gunzipSync(raw.body).toString(), SCRIPT);
  });

  it("has its files without Redis too: a browser asks for a script once, and shows an empty page without it", async () => {
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
    const lone = await startApi({ CONSOLE_DIR: folder, REDIS_URL });
    try {
      assert.equal((await fetch(`${lone.baseUrl}/v1/usage`)).status, 503);
      const file = `${lone.baseUrl}/console/assets/index-1a.js`;
      const headers = { Cookie: `${SESSION_COOKIE}=of-somebody-signed-in` };
      assert.deepEqual([(await fetch(file)).status, (await fetch(file, { headers })).status], [200, 200]);
    } finally {
      await lone.stop();
    }
  });

  it("has no other files: neither what lies outside its folder, nor a listing", async () => {
    for (
      const name of ["none.js", "..%2findex.html", "..%2f..%2f..%2f..%2fetc%2fpasswd", "%2e%2e%2findex.html"]
    ) {
      const { status, text } = await read(`/console/assets/${name}`);
      assert.deepEqual([status, JSON.parse(text).error], [404, "not_found"], name);
    }
    assert.equal((await read("/console/assets/")).text, (await read("/console")).text);
  });

  it("answers 404 with what to do where it is not built, and works once it is", async () => {
    const folder = newFolder("no-console");
    const other = await startApi({ CONSOLE_DIR: folder });
    try {
      const missing = await fetch(`${other.baseUrl}/console`);
      assert.equal(missing.status, 404);
      assert.match((await missing.json()).meta.message, /deno task build-console/);
      mkdirSync(join(folder, "assets"), { recursive: true });
      writeFileSync(join(folder, "index.html"), PAGE);
      const built = await fetch(`${other.baseUrl}/console`);
      assert.equal(built.status, 200);
      await built.body?.cancel();
    } finally {
      await other.stop();
    }
  });
});
