import {
  createColumnHelper,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { count, Time } from "./format.tsx";
import { Button, EmptyState, Loaded } from "./page.tsx";

const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});

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

/** A figure of each row. */
export function numberColumn<Row>(
  header: string,
  cell: Column<Row>["cell"],
  sortBy?: (row: Row) => number | null,
): Column<Row> {
  return { header, cell, isNumber: true, ...(sortBy && { sortBy }) };
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

/** A table with a header that stays, sorting by its column heads and rows to tick. It scrolls sideways where it is too wide. */
export function DataTable<Row extends object>(
  { caption, columns, rows, rowId = idOf, isWhole = true, selection, empty, children }: DataTableProps<Row>,
) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map((column) =>
      helper.accessor((row: Row): unknown => column.sortBy?.(row) ?? "", {
        id: column.id ?? column.header,
        header: column.header,
        enableSorting: isWhole && column.sortBy !== undefined,
        sortFn: "basic",
      })
    );
  }, [columns, isWhole]);
  const data = useMemo(() => [...rows], [rows]);
  const rowSelection = Object.fromEntries(
    [...selection?.selected ?? []].map((id) => [id, true as const]),
  );
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { rowSelection },
    enableRowSelection: selection !== undefined,
    onRowSelectionChange: (update) => {
      const next = typeof update === "function" ? update(rowSelection) : update;
      selection?.onChange(new Set(Object.keys(next).filter((id) => next[id])));
    },
  });
  if (rows.length === 0 && empty !== undefined) return <EmptyState title={empty}>{children}</EmptyState>;
  const columnOf = (id: string) => columns.find((column) => (column.id ?? column.header) === id);
  return (
    // Focusable, so that the keyboard can scroll it.
    <div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selection === undefined ? null : (
                <th scope="col" className="tick">
                  <input
                    type="checkbox"
                    aria-label="Select all rows"
                    checked={table.getIsAllRowsSelected()}
                    ref={(box) => {
                      if (box) box.indeterminate = table.getIsSomeRowsSelected();
                    }}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              )}
              {group.headers.map(({ id, column }) => {
                const { header, isNumber } = columnOf(id) ?? {};
                const sorted = column.getIsSorted();
                return (
                  <th
                    key={id}
                    scope="col"
                    className={isNumber ? "number" : undefined}
                    aria-sort={sorted === false ? undefined : sorted === "asc" ? "ascending" : "descending"}
                  >
                    {column.getCanSort()
                      ? (
                        <Button onClick={column.getToggleSortingHandler()}>
                          {header} <span aria-hidden="true">{SORT_MARKS[String(sorted)]}</span>
                        </Button>
                      )
                      : header}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-selected={row.getIsSelected() || undefined}>
              {selection === undefined ? null : (
                <td className="tick">
                  <input
                    type="checkbox"
                    aria-label={`Select ${selection.label(row.original)}`}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
              )}
              {columns.map(({ header, cell, isNumber }) => (
                <td key={header} className={isNumber ? "number" : undefined}>{cell(row.original)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SORT_MARKS: Readonly<Record<string, string>> = { asc: "↑", desc: "↓", false: "↕" };

/** A list as a table, page after page. */
export function ListTable<Row extends object>({ list, what, above, ...table }:
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
    /** What stands above the table of some rows. */
    readonly above?: (rows: readonly Row[]) => ReactNode;
  }) {
  return (
    <Loaded query={list} what={what ?? `the ${table.caption.toLowerCase()}`}>
      {(rows) => {
        const shown = <DataTable {...table} rows={rows} isWhole={!list.hasNextPage} />;
        return rows.length === 0 && table.empty !== undefined ? shown : (
          <>
            {above?.(rows)}
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
