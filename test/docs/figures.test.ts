import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { apiDocument } from "#api/document.ts";
import { agentsCsv, segmentsCsv } from "#api/simulations/results.ts";
import { ROOT } from "#dev/machine/folder.ts";

interface FigureRow {
  readonly names: readonly string[];
  readonly cells: readonly string[];
}

const PATH = /`([a-z]+\/[\w./-]+\.tsx?)`/g;

/** `{a,b}.c` as `a.c` and `b.c`. */
function expanded(name: string): string[] {
  const [whole, list] = /\{([^{}]*)\}/.exec(name) ?? [];
  return whole === undefined || list === undefined
    ? [name]
    : list.split(",").flatMap((each) => expanded(name.replace(whole, each)));
}

const ROWS: readonly FigureRow[] = readFileSync(join(ROOT, "docs/figures.md"), "utf8").split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (Figure|---)/.test(line))
  .map((line) => {
    const cells = line.slice(2, -2).split(" | ");
    const names = Array.from((cells[0] ?? "").matchAll(/`([^`]+)`/g), ([, name = ""]) => name);
    return { names: names.flatMap(expanded), cells };
  });
const NAMES = ROWS.flatMap(({ names }) => names);

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: boolean | Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** The numbers of all answers and events, each by the schema that names it and its path in there. */
function numbersOfDocument(): Set<string> {
  const document = apiDocument("https://api.example.org") as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  const names = new Set<string>();
  const walk = (schema: Schema | boolean | undefined, name: string, within: readonly string[]): void => {
    if (schema === undefined || typeof schema === "boolean") return;
    if (schema.$ref !== undefined) {
      const referred = schema.$ref.split("/").at(-1) ?? "";
      if (!within.includes(referred)) {
        walk(document.components.schemas[referred], referred, [...within, referred]);
      }
      return;
    }
    if ([schema.type].flat().some((type) => type === "number" || type === "integer")) names.add(name);
    for (const [key, field] of Object.entries(schema.properties ?? {})) walk(field, `${name}.${key}`, within);
    const others = [...Object.values(schema.patternProperties ?? {}), schema.additionalProperties];
    for (const field of others) walk(field, `${name}.*`, within);
    const parts = [schema.items, schema.prefixItems, schema.anyOf, schema.oneOf, schema.allOf].flat();
    for (const part of parts) walk(part, name, within);
  };
  for (const methods of Object.values(document.paths)) {
    for (const { operationId = "", responses = {} } of Object.values(methods)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        if (!status.startsWith("2")) continue;
        for (const { schema } of Object.values(content)) walk(schema, operationId, []);
      }
    }
  }
  for (const methods of Object.values(document.webhooks)) {
    for (const { requestBody } of Object.values(methods)) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) walk(schema, "event", []);
    }
  }
  return names;
}

interface Operation {
  readonly operationId?: string;
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
  readonly requestBody?: { readonly content?: Content };
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** Columns of the CSV files that hold texts or truth values. */
const WORDS = "dimension segment small_base audience synthetic answer reason quote".split(" ");

function numbersOfCsv(): Set<string> {
  const verdict = { yes: 1, maybe: 0, no: 0 };
  const row = {
    id: "",
    audience: null,
    verdict,
    by_segment: [],
    dimensions: { all: [], reported: 0 },
    weights: null,
  };
  const files = [agentsCsv(row as never, []), segmentsCsv(row as never)];
  const columns = files.flatMap(({ text }) => (text.split("\r\n")[0] ?? "").split(","));
  return new Set(columns.filter((column) => !WORDS.includes(column)).map((column) => `csv.${column}`));
}

/** What the console writes as numbers about people, agents and money: the arguments of its formatters. */
const FORMATTERS =
  "pct points signedPoints interval signedInterval signedNumber decimal worthInWords shareOf money";
const CALL = new RegExp(`\\b(?:${FORMATTERS.replaceAll(" ", "|")})\\(((?:[^()]|\\([^()]*\\))+)\\)`, "g");

function numbersOfConsole(): Map<string, string> {
  const shown = new Map<string, string>();
  const files = readdirSync(join(ROOT, "console"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/^(generated|components\/format)/.test(path));
  for (const path of files) {
    const code = readFileSync(join(ROOT, "console", path), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    for (const [, argument = ""] of code.matchAll(CALL)) shown.set(argument.trim(), path);
  }
  return shown;
}

describe("Every figure on every surface", () => {
  it("of the API's answers and events has a row in docs/figures.md", () => {
    assert.deepEqual([...numbersOfDocument()].filter((name) => !NAMES.includes(name)).sort(), []);
  });

  it("of the CSV files has a row", () => {
    const numbers = numbersOfCsv();
    assert.ok(numbers.size > 15);
    assert.deepEqual([...numbers].filter((name) => !NAMES.includes(name)), []);
  });

  it("that the console writes is a documented one, or has a row of the console's", () => {
    const fields = new Set(NAMES.map((name) => name.split(".").at(-1)));
    const shown = numbersOfConsole();
    assert.ok(shown.size > 20, `only ${shown.size} numbers found: has the console other formatters now?`);
    const unknown = Array.from(shown).filter(([argument]) =>
      !Array.from(argument.matchAll(/[A-Za-z_$][\w$]*/g), ([name]) => name).some((name) => fields.has(name))
    );
    assert.deepEqual(unknown, []);
  });

  it("has a row once, of a figure that is there, with definition, code, spec and who may be misled", () => {
    assert.deepEqual(NAMES.filter((name, k) => NAMES.indexOf(name) !== k), [], "twice");
    const there = new Set([...numbersOfDocument(), ...numbersOfCsv()]);
    const stale = NAMES.filter((name) => !name.startsWith("console.") && !there.has(name));
    assert.deepEqual(stale, [], "in the table, and nowhere else");
    for (const { cells } of ROWS) {
      const [figure = "", definition = "", code = "", spec = "", misled = ""] = cells;
      assert.equal(cells.length, 5, figure);
      assert.ok(definition.length > 8 && misled.length > 3, figure);
      for (const [cell, isSpec] of [[code, false], [spec, true]] as const) {
        const paths = Array.from(cell.matchAll(PATH), ([, path = ""]) => path);
        assert.ok(paths.length > 0, `${figure} names no ${isSpec ? "spec" : "code"}`);
        for (const path of paths) {
          assert.ok(existsSync(join(ROOT, path)), `${figure}: ${path} is not there`);
          assert.equal(path.endsWith(".test.ts"), isSpec, path);
        }
      }
    }
  });
});
