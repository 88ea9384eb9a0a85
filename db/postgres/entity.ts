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

export const key: Column<string> = { type: "uuid", primary: true };
export const uuid: Column<string> = { type: "uuid" };
export const integer: Column<number> = { type: "integer" };
export const boolean: Column<boolean> = { type: "boolean" };
export const timestamp: Column<Date> = { type: "timestamptz" };
export const bytea: Column<Buffer> = { type: "bytea" };
/** Postgres sends text. */
export const bigint: Column<string> = { type: "bigint" };
/** Postgres sends text. */
export const numeric: Column<string> = { type: "numeric" };

/** The words that a column may have are a type of their own. */
export const text = <Word extends string = string>(): Column<Word> => ({ type: "text" });
export const texts = <Word extends string = string>(): Column<Word[]> => ({ type: "text", array: true });
export const json = <Value extends object>(type: "json" | "jsonb" = "json"): Column<Value> => ({ type });

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
