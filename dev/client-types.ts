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
/** The console's own schemas stand beside the client's, which its operations refer to as well. */
const WITH_THE_CLIENTS = `import type { components as client } from "#client/generated/api.ts";

export type components = { [Part in keyof own]: own[Part] & client[Part] };
`;

/** Whether a route is one that integrators call: with a key, or without anything to see the service's state. */
export function isForKeys({ routeScope, access, operationId }: Route): boolean {
  return routeScope === "organization" && access !== "person" || operationId === "showStatus";
}

/**
 * A module with the paths and types of operations, from the service's OpenAPI document: the client's with the error codes, the console's without what the client's
 * has. The responses of errors are left out: the client types errors by their codes.
 */
export async function clientTypes(file: (typeof GENERATED_FILES)[number]): Promise<string> {
  const called = documentOf(isForKeys);
  if (file === "client/generated/api.ts") {
    const operations = operationsOf("a key may call", isForKeys);
    return await formatted(`${HEADER}${errorCodes()}${operations}${await typesOf(called)}`);
  }
  const isForPeople = (route: Route) => !isForKeys(route);
  const { webhooks: _, ...own } = documentOf(isForPeople);
  const types = await typesOf(own, Object.keys(called.components?.schemas ?? {}));
  const beside = types.replace("export interface components {", "interface own {");
  const operations = operationsOf("people alone may call", isForPeople);
  return await formatted(`${HEADER}${WITH_THE_CLIENTS}${operations}${beside}`);
}

/** The document of some routes, without the schemas that nothing in it refers to, such as those of errors. */
function documentOf(has: (route: Route) => boolean): OpenAPI3 {
  return withReachableSchemas(
    withPairs(withoutFailures(apiDocument("https://api.example.com", ROUTES.filter(has)))),
  );
}

/** Operations, webhooks, and schemas but those `without`; no caller reads the generator's list of paths. */
async function typesOf(document: OpenAPI3, without: readonly string[] = []): Promise<string> {
  const isLeftOut = (node: ts.Node) =>
    ts.isInterfaceDeclaration(node) && node.name.text === "paths" ||
    ts.isPropertySignature(node) && ts.isIdentifier(node.name) && without.includes(node.name.text);
  const prune: ts.TransformerFactory<ts.Node> = (context) => {
    const visit = (node: ts.Node): ts.Node | undefined => {
      if (isLeftOut(node)) return undefined;
      // Schemas stand two levels deep; no field of theirs is left out.
      const isSchema = ts.isPropertySignature(node) && ts.isIdentifier(node.name) &&
        node.name.text !== "schemas";
      return isSchema ? node : ts.visitEachChild(node, visit, context);
    };
    return (node) => visit(node) ?? ts.factory.createNotEmittedStatement(node);
  };
  const nodes = await openapiTS(document, { defaultNonNullable: false, emptyObjectsUnknown: true });
  return astToString(ts.transform(nodes, [prune]).transformed);
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
