import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import type { Route } from "#api/http/define-route.ts";
import { openApiDocument } from "#api/http/openapi.ts";
import { ROUTES } from "#api/routes.ts";
import { ERROR_STATUS } from "#shared/errors.ts";
import { ROOT } from "./folder.ts";

/** The committed file, relative to the checkout. */
export const GENERATED_FILE = "client/generated/api.ts";

const HEADER =
  `// Written by \`deno task generate-client\` from the service's OpenAPI document. Do not edit it.
// deno-lint-ignore-file

`;

/** Whether a route is one that integrators call: with a key, or without anything to see the service's state. */
export function isForKeys({ fence, access, operationId }: Route): boolean {
  return fence === "organization" && access !== "person" || operationId === "showStatus";
}

/**
 * A module with the types of what integrators call, from the service's OpenAPI document, and the error codes. The responses of errors are
 * left out: the client types errors by their codes, and each would stand there once for every operation.
 */
export async function clientTypes(): Promise<string> {
  const document = withPairs(
    withoutFailures(openApiDocument(ROUTES.filter(isForKeys), "https://api.example.com")),
  );
  const types = astToString(
    await openapiTS(document, { defaultNonNullable: false, emptyObjectsUnknown: true }),
  );
  const codes = Object.keys(ERROR_STATUS).map((code) => JSON.stringify(code)).join(", ");
  return await formatted(
    `${HEADER}/** Every error code of this version of the service. */\n` +
      `export const ERROR_CODES = [${codes}] as const;\n\n${types}`,
  );
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

/** `deno task generate-client`: writes the client's types anew. */
if (import.meta.main) {
  writeFileSync(join(ROOT, GENERATED_FILE), await clientTypes());
  console.log(`wrote ${GENERATED_FILE}`);
}
