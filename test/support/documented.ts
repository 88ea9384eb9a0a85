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
ajv.addSchema(document, "openapi");

const patterns = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));
const validators = new Map<string, ValidateFunction>();

/** Fails unless the OpenAPI document promises this answer: its status, and a body of that shape. Unknown paths are not its business. */
export function assertDocumented(method: string, url: string, status: number, body: unknown): void {
  const pathname = new URL(url, "http://localhost").pathname;
  const template = patterns.find(({ path, pattern }) => !path.includes("{") && pattern.test(pathname)) ??
    patterns.find(({ pattern }) => pattern.test(pathname));
  const operation = template === undefined
    ? undefined
    : document.paths[template.path]?.[method.toLowerCase()];
  if (operation === undefined) return;
  const name = `${method} ${template?.path} ${status}`;
  const response = operation.responses[status];
  assert.ok(response !== undefined, `${name} is not in the document`);
  if (response.content === undefined) return;
  let validate = validators.get(name);
  if (validate === undefined) {
    const pointer = [
      template?.path ?? "",
      method.toLowerCase(),
      "responses",
      String(status),
      "content",
      "application/json",
      "schema",
    ]
      .map((token) => encodeURIComponent(token.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    validators.set(name, validate = ajv.compile({ $ref: `openapi#/paths/${pointer}` }));
  }
  assert.ok(validate(body), `${name} is not as documented: ${ajv.errorsText(validate.errors)}`);
}
