import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { ROOT } from "#dev/machine/folder.ts";
import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { apiDocument } from "#api/document.ts";

/** The languages of snippets, as their fences name them. The snippets of a page in one language are one program. */
export const LANGUAGES = ["sh", "ts", "python"] as const;
export type Language = typeof LANGUAGES[number];

/** The fences that show what the snippet before them prints. */
const OUTPUTS = ["json", "text", "csv"];
/** A fence with this word after its language starts the service: the newcomer's spec runs it, others have a service already. */
export const START = "start";

export interface Snippet {
  readonly language: Language;
  /** Of the fence in the page, from 1. */
  readonly line: number;
  readonly code: string;
  /** What the page says that it prints; null where it says nothing. */
  output: string | null;
}

/** What the specs read of a node of Markdown's syntax tree. */
export interface MarkdownNode {
  readonly type: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?: { readonly start: { readonly line: number } } | undefined;
  /** Of a fence. */
  readonly lang?: string | null | undefined;
  readonly meta?: string | null | undefined;
  readonly value?: string;
  /** Of a link. */
  readonly url?: string;
}

/** A page of Markdown by its path in the checkout. */
export interface Page {
  readonly path: string;
  readonly tree: MarkdownNode;
  readonly snippets: readonly Snippet[];
  readonly start: readonly Snippet[];
}

export const GUIDES = "docs/guides";

/** The guides, sorted by path. @param root a checkout */
export function guides(root = ROOT): Page[] {
  return readdirSync(join(root, GUIDES)).filter((name) => name.endsWith(".md")).sort()
    .map((name) => readPage(`${GUIDES}/${name}`, readFileSync(join(root, GUIDES, name), "utf8")));
}

/** @throws Error for a fence that is neither a snippet nor the output of the snippet before it: it would not be run. */
export function readPage(path: string, text = readFileSync(join(ROOT, path), "utf8")): Page {
  const tree: MarkdownNode = fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const snippets: Snippet[] = [];
  const start: Snippet[] = [];
  let last: Snippet | undefined;
  for (const { lang, meta, value: code = "", position } of nodesOf(tree, "code")) {
    const line = position?.start.line ?? 0;
    const language = LANGUAGES.find((known) => known === lang);
    if (language !== undefined && (meta ?? START) === START) {
      last = { language, line, code, output: null };
      (meta === START ? start : snippets).push(last);
    } else if (OUTPUTS.includes(lang ?? "") && last?.output === null) {
      last.output = code;
    } else {
      throw new Error(`${path}:${line}: nothing runs this fence (${lang ?? "no language"} ${meta ?? ""})`);
    }
  }
  return { path, tree, snippets, start };
}

/** The nodes of one type, in the page's order. */
export function nodesOf(node: MarkdownNode, type: string): MarkdownNode[] {
  const below = (node.children ?? []).flatMap((child) => nodesOf(child, type));
  return node.type === type ? [node, ...below] : below;
}

type Cells = readonly (string | number)[];

const lineOf = (cells: Cells) => `| ${cells.join(" | ")} |`;

/** Rows as a table in Markdown. */
export function markdownTable(columns: readonly string[], rows: readonly Cells[]): string {
  return [columns, columns.map(() => "---"), ...rows].map(lineOf).join("\n");
}

/** Rows by the titles of their columns as a table in Markdown. */
export function tableOf(rows: readonly Readonly<Record<string, string | number>>[]): string {
  return markdownTable(Object.keys(rows[0] ?? {}), rows.map((row) => Object.values(row)));
}

/** The page with this content between `<!-- name -->` and `<!-- /name -->`. @throws Error where it has no such marks */
export function withSection(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no section ${name}`);
  return `${page.slice(0, from)}${begin}\n\n${content}\n\n${page.slice(to)}`;
}

/** The page with these contents of its sections, by their names. */
export function withSections(page: string, contents: Readonly<Record<string, string>>): string {
  return Object.entries(contents).reduce((text, [name, content]) => withSection(text, name, content), page);
}

/** The page with these rows in the table of its section `table`, in place of those whose first `keys` cells are theirs. All rows are sorted. */
export function withRows(page: string, rows: readonly Cells[], keys: number): string {
  const [, after = ""] = page.split("<!-- table -->");
  const [section = ""] = after.split("<!-- /table -->");
  const [head = "", rule = "", ...known] = section.split("\n").filter((line) => line.startsWith("|"));
  const keyOf = (line: string) => line.split(" | ", keys).join(" | ");
  const written = rows.map(lineOf);
  const replaced = new Set(written.map(keyOf));
  const lines = [...known.filter((line) => !replaced.has(keyOf(line))), ...written].sort();
  return withSection(page, "table", [head, rule, ...lines].join("\n"));
}

/** Writes a page of the checkout anew. */
export function rewritePage(path: string, change: (page: string) => string): void {
  writeFileSync(join(ROOT, path), change(readFileSync(join(ROOT, path), "utf8")));
}

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

export interface ReceivedResponse {
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
