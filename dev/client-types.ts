import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import type { Route } from "#api/http/define-route.ts";
import { apiDocument } from "#api/document.ts";
import { ROUTES } from "#api/routes.ts";
import { ERROR_STATUS } from "#shared/errors.ts";
import { ROOT } from "./machine/folder.ts";

/** The committed files, relative to the checkout: what integrators call; what the console calls besides. */
export const GENERATED_FILES = ["client/generated/api.ts", "console/generated/api.ts"] as const;

const HEADER =
  `// Written by \`deno task generate-client\` from the service's OpenAPI document. Do not edit it.
// deno-lint-ignore-file

`;
const FROM_THE_CLIENT = `import type { components as client } from "#client/generated/api.ts";\n\n`;

/** Whether a route is one that integrators call: with a key, or without anything to see the service's state. */
export function isForKeys({ routeScope, access, operationId }: Route): boolean {
  return routeScope === "organization" && access !== "person" || operationId === "showStatus";
}

/**
 * A module with the operations' places and types, from the service's OpenAPI document: the client's with the error codes, the console's with
 * the client's types of what both have. The responses of errors are left out: the client types errors by their codes.
 */
export async function clientTypes(file: (typeof GENERATED_FILES)[number]): Promise<string> {
  const called = documentOf(isForKeys);
  if (file === "client/generated/api.ts") {
    const operations = operationsOf("a key may call", isForKeys);
    return await formatted(`${HEADER}${errorCodes()}${operations}${await typesOf(called)}`);
  }
  const isForPeople = (route: Route) => !isForKeys(route);
  const { webhooks: _, ...own } = documentOf(isForPeople);
  const operations = operationsOf("people alone may call", isForPeople);
  return await formatted(`${HEADER}${FROM_THE_CLIENT}${operations}${await typesOf(own, called)}`);
}

/** The document of some routes, without the schemas that nothing in it refers to, such as those of errors. */
function documentOf(has: (route: Route) => boolean): OpenAPI3 {
  return withReachableSchemas(
    withPairs(withoutFailures(apiDocument("https://api.example.com", ROUTES.filter(has)))),
  );
}

/** Operations, webhooks and schemas, those of the client's by its types. No caller reads the generator's list of paths. */
async function typesOf(document: OpenAPI3, client: Partial<OpenAPI3> = {}): Promise<string> {
  const nodes = await openapiTS(document, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    transform(_schema, { path = "" }) {
      const [, name = ""] = /^#\/components\/schemas\/(\w+)$/.exec(path) ?? [];
      if (client.components?.schemas?.[name] === undefined) return undefined;
      return ts.factory.createTypeReferenceNode(`client["schemas"]["${name}"]`);
    },
  });
  return astToString(
    nodes.filter((node) => !(ts.isInterfaceDeclaration(node) && node.name.text === "paths")),
  );
}

function errorCodes(): string {
  const codes = Object.keys(ERROR_STATUS).map((code) => JSON.stringify(code)).join(", ");
  return `/** Every error code of this version of the service. */\nexport const ERROR_CODES = [${codes}] as const;\n\n`;
}

function operationsOf(who: string, has: (route: Route) => boolean): string {
  const places = ROUTES.filter(has).map(({ operationId, method, path }) =>
    `${operationId}: "${method} ${path}"`
  );
  return `/** Every operation that ${who}: its method and its path. */\nexport const OPERATIONS = { ${
    places.join(", ")
  } } as const;\n\n`;
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

function withReachableSchemas(document: OpenAPI3): OpenAPI3 {
  const { components: { schemas = {}, responses: _, ...others } = {}, ...kept } = document;
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
  for (const file of GENERATED_FILES) {
    mkdirSync(join(ROOT, file, ".."), { recursive: true });
    writeFileSync(join(ROOT, file), await clientTypes(file));
    console.log(`wrote ${file}`);
  }
}
