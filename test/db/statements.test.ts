import assert from "node:assert/strict";
import pg from "pg";
import { ENTITIES } from "#db/data-source.ts";
import { ask, stack } from "#testing/stack.ts";
import { type Kind, type SqlInCode, statementsInCode } from "./sql-in-code.ts";

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Has Postgres analyse a statement, with all its tables, columns and types, and run nothing. @returns the columns of its rows */
class Description implements pg.Submittable {
  readonly columns: Promise<readonly Field[]>;
  readonly #text: string;
  readonly #settled = Promise.withResolvers<readonly Field[]>();
  #fields: readonly Field[] = [];
  #error: Error | null = null;

  constructor(text: string) {
    this.#text = text;
    this.columns = this.#settled.promise;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: "", text: this.#text, types: [] }, true);
    connection.describe({ type: "S", name: "" }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#settled.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#error === null) this.#settled.resolve(this.#fields);
  }
}

const { builtins } = pg.types;
/** As pg reads them. */
const KINDS: ReadonlyMap<number, Kind> = new Map([
  [builtins.BOOL, "boolean"],
  ...[builtins.INT2, builtins.INT4, builtins.FLOAT4, builtins.FLOAT8].map((type) =>
    [type, "number"] as const
  ),
  ...[builtins.INT8, builtins.NUMERIC, builtins.TEXT, builtins.UUID].map((type) => [type, "string"] as const),
  ...[builtins.TIMESTAMPTZ, builtins.DATE].map((type) => [type, "date"] as const),
  [builtins.BYTEA, "bytes"],
  ...[1009, 2951, 1016].map((type) => [type, "list"] as const),
]);

/** How many statements a file puts together at run time, such as from a table's name; the specs of their functions run them. */
const BUILT: Readonly<Record<string, number>> = {
  "db/billing/payments.ts": 1,
  "db/methodologies/published.ts": 1,
  "db/organizations/erase.ts": 1,
  "db/reencrypt.ts": 2,
  "db/training/training-runs.ts": 1,
};

describe("The statements of db/", function () {
  this.timeout(120_000);
  let statements: readonly SqlInCode[];
  let client: pg.Client;
  before(async () => {
    statements = statementsInCode();
    client = new pg.Client({ connectionString: stack().databaseUrl });
    await client.connect();
  });
  after(() => client?.end());

  it("are read from the code, all that have a name", () => {
    assert.ok(statements.length > 250, `${statements.length} statements`);
    const unread: Record<string, number> = {};
    for (const { at, name, texts } of statements) {
      if (texts.length > 0) continue;
      assert.equal(name, null, at);
      const file = at.slice(0, at.lastIndexOf(":"));
      unread[file] = (unread[file] ?? 0) + 1;
    }
    assert.deepEqual(unread, BUILT);
  });

  it("have names of their own, by which a connection prepares one text each", () => {
    const texts = new Map<string, string>();
    for (const { name, texts: [text = ""] } of statements) {
      if (name !== null) assert.equal(texts.get(name) ?? text, text, name);
      if (name !== null) texts.set(name, text);
    }
  });

  it("fit the schema, and the rows that their callers declare", async () => {
    const faults: string[] = [];
    for (const { at, name, texts, row } of statements) {
      for (const text of texts) {
        const described = client.query(new Description(text)).columns;
        const faultsOfOne = await described.then(
          (columns) => row === null ? [] : faultsOf(columns, row),
          (error: Error) => [error.message],
        );
        faults.push(...faultsOfOne.map((fault) => `${at} ${name ?? ""}: ${fault}`));
      }
    }
    assert.deepEqual(faults, []);
  });
});

describe("The entities of db/", () => {
  it("have columns of their tables, with their types", async () => {
    for (const { options: { name, columns } } of ENTITIES) {
      const wanted = Object.entries(columns).map(([column, options]) => ({
        column,
        type: `${String(options?.type)}${options?.array === true ? "[]" : ""}`,
        nullable: options?.nullable === true,
        primary: options?.primary === true,
      }));
      const found = await ask<typeof wanted[number]>(
        `SELECT w.column, CASE WHEN a.atttypid = w.type::regtype THEN w.type ELSE format_type(a.atttypid, NULL) END AS type,
           NOT a.attnotnull AS nullable, coalesce(i.indkey::int2[] @> ARRAY[a.attnum], false) AS primary
         FROM jsonb_to_recordset($2) AS w ("column" text, type text)
         LEFT JOIN pg_attribute a ON a.attrelid = $1::regclass AND a.attname = w.column
         LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary`,
        [name, JSON.stringify(wanted)],
      );
      assert.deepEqual(found, wanted, name);
    }
  });
});

function faultsOf(columns: readonly Field[], row: ReadonlyMap<string, readonly Kind[]>): string[] {
  const types = new Map(columns.map(({ name, dataTypeID }) => [name, KINDS.get(dataTypeID) ?? "any"]));
  const [first] = types.values();
  return [...row].flatMap(([name, declared]) => {
    const type = name === "" ? first : types.get(name);
    if (type === undefined) return [`no column ${name}`];
    const fits = type === "any" || declared.includes("any") || declared.includes(type);
    return fits ? [] : [`${name} is a ${type}, not a ${declared.join(" or ")}`];
  });
}
