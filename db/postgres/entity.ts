import type { Buffer } from "node:buffer";
import { EntitySchema, type EntitySchemaColumnOptions } from "typeorm";

/** A column as TypeORM knows it, with the type of its values in code. */
interface Column<Value> extends EntitySchemaColumnOptions {
  /** Never there: it carries the type. */
  readonly value?: Value;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row of a table, by its columns. */
export type RowOf<Table extends Columns> = {
  -readonly [Name in keyof Table]: Table[Name] extends Column<infer Value> ? Value : never;
};

const of = <Value>(options: EntitySchemaColumnOptions): Column<Value> => options;

/** The types that columns have. The words that a text may be are a type of their own. */
export const types = {
  key: of<string>({ type: "uuid", primary: true }),
  uuid: of<string>({ type: "uuid" }),
  integer: of<number>({ type: "integer" }),
  boolean: of<boolean>({ type: "boolean" }),
  timestamp: of<Date>({ type: "timestamptz" }),
  bytea: of<Buffer>({ type: "bytea" }),
  /** Postgres sends text. */
  bigint: of<string>({ type: "bigint" }),
  /** Postgres sends text. */
  numeric: of<string>({ type: "numeric" }),
  text: <Word extends string = string>() => of<Word>({ type: "text" }),
  texts: <Word extends string = string>() => of<Word[]>({ type: "text", array: true }),
  json: <Value extends object>(type: "json" | "jsonb" = "json") => of<Value>({ type }),
};

export const nullable = <Value>(column: Column<Value>): Column<Value | null> => ({
  ...column,
  nullable: true,
});

/** A column that is written alone. */
export const unread = <Value>(column: Column<Value>): Column<Value> => ({ ...column, select: false });

/** SQL: the columns, as statements list them. */
export const columnsOf = (columns: Columns): string => Object.keys(columns).join(", ");

/** A table whose single rows the stores read and write through TypeORM's manager. */
export function entity<Table extends Columns>(name: string, columns: Table): EntitySchema<RowOf<Table>> {
  return new EntitySchema<RowOf<Table>>({ name, columns });
}
