import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/**
 * `deno run -A deploy/prune.ts`, in a checkout that is made into an image: leaves of package.json what the API, the workers and the
 * commands load, so that the next `deno install` installs that alone, in the versions of the lock; `deno run -A deploy/prune.ts
 * installed` then removes what it installed for other platforms, and what no process reads. The page at /docs needs one package's files, and none of its 200
 * dependencies. Halves the image.
 */
const CONSOLE_ONLY = /^(?:@observablehq\/|@tanstack\/|@vitejs\/|radix-ui$|react|vite$)/;
const REFERENCE = join("node_modules", "@scalar", "api-reference");
const KEPT = "api-reference";

function beforeInstall(): void {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const dependencies = Object.entries<string>(manifest.dependencies)
    .filter(([name]) => !CONSOLE_ONLY.test(name) && name !== "@scalar/api-reference");
  writeFileSync(
    "package.json",
    JSON.stringify({
      ...manifest,
      dependencies: Object.fromEntries(dependencies),
      devDependencies: undefined,
    }),
  );
  cpSync(REFERENCE, KEPT, { recursive: true, dereference: true });
  rmSync("node_modules", { recursive: true });
  for (const file of readdirSync("console")) {
    if (file !== "dist") rmSync(join("console", file), { recursive: true });
  }
}

function afterInstall(): void {
  mkdirSync(join(REFERENCE, ".."), { recursive: true });
  renameSync(KEPT, REFERENCE);
  const packages = join("node_modules", ".deno");
  for (const path of readdirSync(packages, { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".js.map")) rmSync(join(packages, path));
  }
  for (const folder of readdirSync(packages)) {
    const installed = join(packages, folder, "node_modules");
    if (folder.includes("-musl@")) rmSync(join(packages, folder), { recursive: true });
    if (folder.startsWith("@temporalio+core-bridge@")) {
      const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
      keepOnly(`${machine}-unknown-linux-gnu`, join(installed, "@temporalio/core-bridge/releases"));
      // What the library was built from.
      rmSync(join(installed, "@temporalio/core-bridge/sdk-core"), { recursive: true });
    }
    if (folder.startsWith("onnxruntime-node@")) {
      const binaries = join(installed, "onnxruntime-node/bin/napi-v6");
      keepOnly("linux", binaries);
      keepOnly(process.arch, join(binaries, "linux"));
    }
  }
}

function keepOnly(kept: string, folder: string): void {
  for (const entry of readdirSync(folder)) {
    if (entry !== kept) rmSync(join(folder, entry), { recursive: true });
  }
}

if (process.argv[2] === "installed") afterInstall();
else beforeInstall();
