import process from "node:process";
import { createServer } from "vite";
import { consoleConfig } from "#console/vite.config.ts";
import { readEnvironment } from "#dev/machine/environment.ts";
import { devFolder } from "#dev/machine/folder.ts";

/** `deno task console`: serves the web console from its sources beside a running `dev`, and shows changes to them at once. */
const environment = readEnvironment(devFolder());
if (environment === undefined) {
  console.error("No service: start `deno task dev` first, and sign in by the link that it prints");
  process.exit(1);
}
const server = await createServer(consoleConfig({ api: environment.base_url }));
await server.listen();
server.printUrls();
