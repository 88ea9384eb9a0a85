import { resolve } from "node:path";
import process from "node:process";
import { build } from "vite";
import { consoleConfig } from "#console/vite.config.ts";

/** `deno task build-console [folder]`: builds the web console, which the API serves, into `console/dist` or another folder. */
const [folder = "console/dist"] = process.argv.slice(2);
await build(consoleConfig({ outDir: resolve(folder) }));
