import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { openApiDocument } from "#api/http/openapi.ts";
import { ROUTES } from "#api/routes.ts";

interface Operation {
  readonly responses: Readonly<Record<string, { content?: { "application/json": { schema: object } } }>>;
}

const document = openApiDocument(ROUTES, "http://localhost") as {
  paths: Record<string, Record<string, Operation>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
ajv.addSchema(closed(document) as object, "openapi");

/**
 * The document's schemas of responses are open, so that later releases can add fields. The specs close them: today's service sends what the
 * document names, and nothing else.
 */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (node === null || typeof node !== "object") return node;
  const { type, properties } = node as { readonly type?: unknown; readonly properties?: object };
  const isClosable = type === "object" && properties !== undefined && !("additionalProperties" in node) &&
    !("correlation_id" in properties) &&
    Object.keys(properties).length > 0;
  return {
    ...Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)])),
    ...(isClosable ? { additionalProperties: false } : {}),
  };
}

const patterns = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));
const validators = new Map<string, ValidateFunction>();

/** Fails unless the OpenAPI document promises this response: its status, and a body of that shape. Ignores paths that no route has. */
export function assertDocumented(method: string, url: string, status: number, body: unknown): void {
  const pathname = new URL(url, "http://localhost").pathname;
  const path = pathTemplate(pathname);
  const operation = path === undefined ? undefined : document.paths[path]?.[method.toLowerCase()];
  if (path === undefined || operation === undefined) return;
  const name = `${method} ${path} ${status}`;
  const response = operation.responses[status];
  assert.ok(response !== undefined, `${name} is not in the document`);
  if (response.content === undefined) return;
  const validate = validatorOf(name, [path, method.toLowerCase(), "responses", String(status)]);
  assert.ok(validate(body), `${name} is not as documented: ${ajv.errorsText(validate.errors)}`);
}

/** The document's path of a request; one without parameters before one with. */
function pathTemplate(pathname: string): string | undefined {
  const matching = patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ path }) => path);
  return matching.find((path) => !path.includes("{")) ?? matching[0];
}

/** Compiled once for each response. */
function validatorOf(name: string, response: readonly string[]): ValidateFunction {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const pointer = [...response, "content", "application/json", "schema"]
    .map((token) => encodeURIComponent(token.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  const validate = ajv.compile({ $ref: `openapi#/paths/${pointer}` });
  validators.set(name, validate);
  return validate;
}
