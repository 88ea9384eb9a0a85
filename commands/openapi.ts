import { writeFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { apiDocument } from "#api/document.ts";

/**
 * `deno task openapi <file> [--generators]`: writes the OpenAPI document of a service on this machine to a file, as `/openapi.json` has it;
 * with `--generators` in the form that openapi-generator reads.
 */
function main(): number {
  const { positionals: [file, ...others], values } = parseArgs({
    args: process.argv.slice(2),
    options: { generators: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (file === undefined || others.length > 0) {
    console.error("Name one file: deno task openapi <file> [--generators]");
    return 2;
  }
  const document = apiDocument("http://127.0.0.1:8080");
  writeFileSync(file, `${JSON.stringify(values.generators ? forGenerators(document) : document, null, 2)}\n`);
  return 0;
}

/**
 * The document in the form that openapi-generator reads: its clients break on a schema whose one type is null, and repeat the whole
 * introduction in each file. What no client calls is left out: the requests that customers receive.
 */
function forGenerators(document: object): object {
  const { webhooks: _, info, ...rest } = document as { readonly webhooks?: object; readonly info: object };
  const { description } = info as { readonly description: string };
  return adapted({ ...rest, info: { ...info, description: description.split("\n", 1)[0] } }) as object;
}

function adapted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(adapted);
  if (node === null || typeof node !== "object") return node;
  const { type, ...others } = node as { readonly type?: unknown };
  if (type === "null") return { ...others, const: null };
  const parts = Object.entries(node).filter(([key]) => key !== "callbacks");
  return Object.fromEntries(parts.map(([key, value]) => [key, adapted(value)]));
}

process.exit(main());
