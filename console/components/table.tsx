import type { ReactNode } from "react";
import { Button, EmptyState, Loaded } from "./page.tsx";

type Cell<Row> = (row: Row) => ReactNode;

/** What a table shows of each row, by the heads of its columns, none of which is a number. Figures stand at the right. */
export type Columns<Row> = Readonly<Record<string, Cell<Row> | { readonly figure: Cell<Row> }>>;

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  /** By default its `id`. */
  readonly rowId?: (row: Row) => string;
  /** The heading of what stands in its place where it has no row, over the children. */
  readonly empty?: string;
  readonly children?: ReactNode;
}

const idOf = (row: { readonly id?: unknown }): string => String(row.id);

/** A table with a header that stays. It scrolls sideways where it is too wide. */
export function DataTable<Row extends object>(
  { caption, columns, rows, rowId = idOf, empty, children }: DataTableProps<Row>,
) {
  if (rows.length === 0 && empty !== undefined) return <EmptyState title={empty}>{children}</EmptyState>;
  const cells = Object.entries(columns).map(([head, cell]) =>
    typeof cell === "function" ? { head, cell } : { head, cell: cell.figure, className: "number" }
  );
  return (
    // Focusable, so that the keyboard can scroll it.
    <div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {cells.map(({ head, className }) => <th key={head} scope="col" className={className}>{head}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {cells.map(({ head, cell, className }) => <td key={head} className={className}>{cell(row)}
              </td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A list as a table, page after page. */
export function ListTable<Row extends object>({ list, what, ...table }:
  & Omit<DataTableProps<Row>, "rows">
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
        const shown = <DataTable {...table} rows={rows} />;
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
