import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { apiDocument } from "#api/document.ts";

interface DocumentedResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: object;
}

interface Operation {
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

const document = apiDocument("http://localhost") as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, DocumentedResponse> };
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
  const isClosable = type === "object" && Object.keys(properties ?? {}).length > 0 &&
    !("additionalProperties" in node);
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

/** Headers that the connection, the runtime or the compression decide on. */
const OF_TRANSPORT = /^(connection|content-(encoding|length|type)|date|keep-alive|transfer-encoding|vary)$/i;

interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  readonly error: string | null;
  readonly meta: unknown;
}

/**
 * Fails unless the OpenAPI document promises this response: its status, its headers, and a body of that shape. Ignores paths that no
 * route has.
 */
export function assertDocumented(
  method: string,
  url: string,
  { status, headers, data, error, meta }: ReceivedResponse,
): void {
  const pathname = new URL(url, "http://localhost").pathname;
  const path = pathTemplate(pathname);
  const operation = path === undefined ? undefined : document.paths[path]?.[method.toLowerCase()];
  if (path === undefined || operation === undefined) return;
  const name = `${method} ${path} ${status}`;
  const documented = operation.responses[status];
  assert.ok(documented !== undefined, `${name} is not in the document`);
  const shared = documented.$ref?.split("/").at(-1);
  const response = shared === undefined ? documented : document.components.responses[shared];
  const known = Object.keys(response?.headers ?? {}).map((header) => header.toLowerCase());
  const unknown = [...headers.keys()].filter((header) =>
    !known.includes(header) && !OF_TRANSPORT.test(header)
  );
  assert.deepEqual(unknown, [], `${name} has headers that are not in the document`);
  if (response?.content === undefined) return;
  const validate = validatorOf(name, documented.$ref ?? placeOf(method, path, status));
  assert.ok(
    validate({ data, error, meta }),
    `${name} is not as documented: ${ajv.errorsText(validate.errors)}`,
  );
}

/** The document's path of a request; one without parameters before one with. */
function pathTemplate(pathname: string): string | undefined {
  const matching = patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ path }) => path);
  return matching.find((path) => !path.includes("{")) ?? matching[0];
}

function placeOf(method: string, path: string, status: string | number): string {
  return `#/paths/${
    encodeURIComponent(path.replaceAll("/", "~1"))
  }/${method.toLowerCase()}/responses/${status}`;
}

/** Compiled once for each response. @param place a reference to it within the document */
function validatorOf(name: string, place: string): ValidateFunction {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const validate = ajv.compile({ $ref: `openapi${place}/content/application~1json/schema` });
  validators.set(name, validate);
  return validate;
}

/** Fails unless an example of a response fits its schema, and has no field that the document lacks. */
export function assertExample(method: string, path: string, status: string, example: unknown): void {
  const validate = validatorOf(`${method} ${path} ${status}`, placeOf(method, path, status));
  assert.ok(validate(example), ajv.errorsText(validate.errors));
}
