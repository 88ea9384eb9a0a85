import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import type { Route } from "#api/http/define-route.ts";
import { apiDocument } from "#api/document.ts";
import { ROUTES } from "#api/routes.ts";
import { ERROR_STATUS } from "#shared/errors.ts";
import { ROOT } from "./machine/folder.ts";

/** The committed files, relative to the checkout: what integrators call; what the console calls besides. */
export const GENERATED_FILES = {
  "client/generated/api.ts": { operations: isForKeys, codes: true },
  "console/generated/api.ts": { operations: (route: Route) => !isForKeys(route), codes: false },
} as const;

const HEADER =
  `// Written by \`deno task generate-client\` from the service's OpenAPI document. Do not edit it.
// deno-lint-ignore-file

`;

/** Whether a route is one that integrators call: with a key, or without anything to see the service's state. */
export function isForKeys({ routeScope, access, operationId }: Route): boolean {
  return routeScope === "organization" && access !== "person" || operationId === "showStatus";
}

/**
 * A module with the types of operations, from the service's OpenAPI document, and the client's with the error codes. The responses of errors
 * are left out: the client types errors by their codes, and each would stand there once for every operation.
 */
export async function clientTypes(file: keyof typeof GENERATED_FILES): Promise<string> {
  const { operations, codes } = GENERATED_FILES[file];
  const document = apiDocument("https://api.example.com", ROUTES.filter(operations));
  const called = withReachableSchemas(withPairs(withoutFailures(document)), { webhooks: codes });
  const types = astToString(
    await openapiTS(called, {
      defaultNonNullable: false,
      emptyObjectsUnknown: true,
    }),
  );
  return await formatted(`${HEADER}${codes ? errorCodes() : ""}${types}`);
}

function errorCodes(): string {
  const codes = Object.keys(ERROR_STATUS).map((code) => JSON.stringify(code)).join(", ");
  return `/** Every error code of this version of the service. */\nexport const ERROR_CODES = [${codes}] as const;\n\n`;
}

function withoutFailures(document: object): OpenAPI3 {
  const { paths, ...rest } = structuredClone(document) as {
    readonly paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  };
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).filter(([status]) => status.startsWith("2")),
    );
  }
  return { ...rest, paths } as unknown as OpenAPI3;
}

/** Without the schemas that nothing left refers to, such as those of errors, and without the webhooks where nobody receives them. */
function withReachableSchemas(document: OpenAPI3, keep: { readonly webhooks: boolean }): OpenAPI3 {
  const { components: { schemas = {}, responses: _, ...others } = {}, webhooks = {}, ...rest } = document;
  const kept = { ...rest, ...keep.webhooks && { webhooks } };
  const reached = new Set<string>();
  const reach = (part: unknown) => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      reach(schemas[name]);
    }
  };
  reach(kept);
  const named = Object.entries(schemas).filter(([name]) => reached.has(name));
  return { ...kept, components: { ...others, schemas: Object.fromEntries(named) } };
}

/** With `[number, number]` for a named array of exactly two, such as an interval: the generator makes a list of it otherwise. */
function withPairs(document: OpenAPI3): OpenAPI3 {
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    const { minItems, maxItems, items } = schema as Readonly<Record<string, unknown>>;
    if (minItems === 2 && maxItems === 2) Object.assign(schema, { prefixItems: [items, items] });
  }
  return document;
}

/** Formats until the text stays as it is: a first pass leaves some unions as the second would not. */
async function formatted(text: string, passes = 3): Promise<string> {
  const { stdout } = await execa(process.execPath, ["fmt", "--line-width", "110", "--ext", "ts", "-"], {
    cwd: ROOT,
    input: text,
    stripFinalNewline: false,
  });
  return stdout === text || passes === 1 ? stdout : await formatted(stdout, passes - 1);
}

/** `deno task generate-client`: writes the client's and the console's types anew. */
if (import.meta.main) {
  for (const file of Object.keys(GENERATED_FILES) as (keyof typeof GENERATED_FILES)[]) {
    mkdirSync(join(ROOT, file, ".."), { recursive: true });
    writeFileSync(join(ROOT, file), await clientTypes(file));
    console.log(`wrote ${file}`);
  }
}
