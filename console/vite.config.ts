import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";

const ROOT = fileURLToPath(new URL(".", import.meta.url));

/**
 * How Vite builds and serves the console.
 *
 * @param outDir the folder of a build
 * @param api the running service behind the server of `deno task console`
 */
export function consoleConfig({ outDir, api }: { outDir?: string; api?: string }): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    // The API writes its own path in front: it knows where it stands, the build does not.
    base: api === undefined ? "./" : "/console/",
    logLevel: api === undefined ? "warn" : "info",
    plugins: [react(), ...(api === undefined ? [] : [emptyBasePath])],
    build: {
      ...(outDir === undefined ? {} : { outDir }),
      emptyOutDir: true,
      target: "es2022",
      sourcemap: false,
      chunkSizeWarningLimit: 400,
      modulePreload: { polyfill: false },
    },
    server: {
      host: "127.0.0.1",
      port: 5173,
      // The service refuses changes from other origins than its own.
      ...(api === undefined
        ? {}
        : { proxy: Object.fromEntries(PROXIED.map((path) => [path, proxyTo(api)])) }),
    },
  };
}

const PROXIED = ["/v1", "/auth", "/openapi.json", "/docs"];

function proxyTo(target: string) {
  return { target, changeOrigin: true, headers: { origin: new URL(target).origin } };
}

/** The server of `deno task console` stands at the root of its origin. */
const emptyBasePath: Plugin = {
  name: "empty-base-path",
  transformIndexHtml: (html) => html.replaceAll("%BASE_PATH%", ""),
};
