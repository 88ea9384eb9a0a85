import { type ReactNode, useState } from "react";
import { count, Time } from "./format.tsx";
import { Button, EmptyState, Loaded } from "./page.tsx";

/** A column of a {@link DataTable}. */
export interface Column<Row> {
  /** Unique within its table, as `id` is. */
  readonly header: string;
  /** What the sorting stays with where the header changes; the header by default. */
  readonly id?: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the column is sorted by; without it the column cannot be sorted. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
}

/** A moment of each row, such as `created_at`, by which the rows can be sorted. @param none stands for no moment */
export function timeColumn<Field extends string>(
  field: Field,
  header: string,
  none = "–",
  show: "ago" | "date" = "ago",
): Column<Readonly<Record<Field, string | null>>> {
  const cell = (row: Readonly<Record<Field, string | null>>) =>
    row[field] === null ? none : <Time at={row[field]} show={show} />;
  return { header, cell, sortBy: (row) => row[field] ?? "" };
}

/** What a column shows of each row, and what it is sorted by. */
export function column<Row>(
  header: string,
  cell: Column<Row>["cell"],
  sortBy?: Column<Row>["sortBy"],
): Column<Row> {
  return { header, cell, ...(sortBy && { sortBy }) };
}

/** A figure of each row. */
export function numberColumn<Row>(...of: Parameters<typeof column<Row>>): Column<Row> {
  return { ...column(...of), isNumber: true };
}

/** A count of each row, by which the rows can be sorted. */
export function countColumn<Field extends string>(
  field: Field,
  header: string,
): Column<Readonly<Record<Field, number>>> {
  return numberColumn(header, (row) => count(row[field]), (row) => row[field]);
}

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** By default its `id`. */
  readonly rowId?: (row: Row) => string;
  /** False while a list has more rows than these: to sort some would misplace the others. */
  readonly isWhole?: boolean;
  /** Rows can be ticked; `label` names a row's box. */
  readonly selection?: {
    readonly selected: ReadonlySet<string>;
    readonly onChange: (selected: ReadonlySet<string>) => void;
    readonly label: (row: Row) => string;
  };
  /** The heading of what stands in its place where it has no row, over the children. */
  readonly empty?: string;
  readonly children?: ReactNode;
}

const idOf = (row: { readonly id?: unknown }): string => String(row.id);

const keyOf = ({ id, header }: Pick<Column<never>, "id" | "header">): string => id ?? header;

interface Sorting {
  readonly key: string;
  /** The present one, and that of the next press. */
  readonly orders: readonly ("ascending" | "descending")[];
}
/** How a press on a column's head sorts the rows, and the next one; a third leaves them as they came. */
const ORDERS = { text: ["ascending", "descending"], number: ["descending", "ascending"] } as const;

const SORT_MARKS = { ascending: "↑", descending: "↓", none: "↕" };

/** A table with a header that stays, sorting by its column heads and rows to tick. It scrolls sideways where it is too wide. */
export function DataTable<Row extends object>(
  { caption, columns, rows, rowId = idOf, isWhole = true, selection, empty, children }: DataTableProps<Row>,
) {
  const [{ key: sorted, orders: [order, ...next] }, setSorting] = useState<Sorting>({ key: "", orders: [] });
  if (rows.length === 0 && empty !== undefined) return <EmptyState title={empty}>{children}</EmptyState>;
  const by = isWhole && order ? columns.find((column) => keyOf(column) === sorted)?.sortBy : undefined;
  const shown = by === undefined ? rows : rows.toSorted((one, other) => {
    const [a, b] = [by(one) ?? "", by(other) ?? ""];
    return a === b ? 0 : (a > b) === (order === "ascending") ? 1 : -1;
  });
  const ticked = selection && rows.filter((row) => selection.selected.has(rowId(row))).length;
  const tick = (some: readonly Row[], isOn: boolean) => {
    const next = new Set(selection?.selected);
    for (const row of some) next[isOn ? "add" : "delete"](rowId(row));
    selection?.onChange(next);
  };
  return (
    // Focusable, so that the keyboard can scroll it.
    <div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {ticked === undefined ? null : (
              <th scope="col" className="tick">
                <input
                  type="checkbox"
                  aria-label="Select all rows"
                  checked={ticked === rows.length}
                  ref={(box) => {
                    if (box) box.indeterminate = ticked > 0 && ticked < rows.length;
                  }}
                  onChange={({ target }) => tick(rows, target.checked)}
                />
              </th>
            )}
            {columns.map((column) => {
              const { header, isNumber, sortBy } = column;
              const key = keyOf(column);
              const isSorted = by !== undefined && key === sorted;
              const press = ([first]: readonly unknown[]) =>
                setSorting({
                  key,
                  orders: isSorted ? next : ORDERS[typeof first === "number" ? "number" : "text"],
                });
              return (
                <th
                  key={key}
                  scope="col"
                  className={isNumber ? "number" : undefined}
                  aria-sort={isSorted ? order : undefined}
                >
                  {isWhole && sortBy
                    ? (
                      <Button onClick={() => press(rows.map(sortBy))}>
                        {header} <span aria-hidden="true">{SORT_MARKS[isSorted && order || "none"]}</span>
                      </Button>
                    )
                    : header}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const isTicked = selection?.selected.has(rowId(row)) ?? false;
            return (
              <tr key={rowId(row)} data-selected={isTicked || undefined}>
                {selection === undefined ? null : (
                  <td className="tick">
                    <input
                      type="checkbox"
                      aria-label={`Select ${selection.label(row)}`}
                      checked={isTicked}
                      onChange={({ target }) => tick([row], target.checked)}
                    />
                  </td>
                )}
                {columns.map(({ header, cell, isNumber }) => (
                  <td key={header} className={isNumber ? "number" : undefined}>{cell(row)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A list as a table, page after page. */
export function ListTable<Row extends object>({ list, what, ...table }:
  & Omit<DataTableProps<Row>, "rows" | "isWhole">
  & {
    /** As `useList` gives it. */
    readonly list: {
      readonly data: readonly Row[] | undefined;
      readonly error: unknown;
      readonly refetch: () => unknown;
      readonly hasNextPage: boolean;
      readonly isFetchingNextPage: boolean;
      readonly fetchNextPage: () => unknown;
    };
    /** What is being loaded; "the" and the caption by default. */
    readonly what?: string;
  }) {
  return (
    <Loaded query={list} what={what ?? `the ${table.caption.toLowerCase()}`}>
      {(rows) => {
        const shown = <DataTable {...table} rows={rows} isWhole={!list.hasNextPage} />;
        return rows.length === 0 && table.empty !== undefined ? shown : (
          <>
            {shown}
            <p className="more">
              <span role="status">{rows.length} shown{list.hasNextPage ? ", there are more. " : "."}</span>
              {list.hasNextPage && (
                <Button
                  disabled={list.isFetchingNextPage}
                  onClick={() => list.fetchNextPage()}
                >
                  {list.isFetchingNextPage ? "Loading …" : "Show more"}
                </Button>
              )}
            </p>
          </>
        );
      }}
    </Loaded>
  );
}
