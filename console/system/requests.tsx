import { useNavigate, useSearch } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type ItemOf, path } from "../api/calls.ts";
import { useList } from "../api/queries.ts";
import { Filters, FilterSelect, FilterText, type FilterValues } from "../components/filters.tsx";
import { count, duration, Time } from "../components/format.tsx";
import { EmptyState, ErrorNotice, Loaded } from "../components/notices.tsx";
import { Page } from "../components/page.tsx";
import { Badge, Id } from "../components/status.tsx";
import { type Column, DataTable } from "../components/table.tsx";

type RecentRequest = ItemOf<"listRequests">;

/** Requests of one page, pages of one press on the button, and rows that the table shows. */
const PAGE_SIZE = 100;
const PAGES_AT_ONCE = 10;
const MAX_ROWS = 300;

const CLASSES = [["2", "2xx – done"], ["4", "4xx – refused"], ["5", "5xx – our fault"]] as const;
/** What the filter of keys calls a request by a session. */
const PERSON = "person";
const NO_FILTER = { request_id: "", status: "", route: "", key_id: "" };

/** The organization's requests of the last 24 hours, filtered in the browser. */
export function RequestsPage() {
  const search: FilterValues = useSearch({ from: "/requests" });
  const navigate = useNavigate({ from: "/requests" });
  const list = useList("listRequests", path`/v1/requests`, { limit: PAGE_SIZE }, {
    // Each read is a request of its own; the button reads the newest.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const keys = useKeyNames();
  const client = useQueryClient();
  const columns = useMemo(() => columnsOf(keys), [keys]);
  const loaded = list.items;
  const routes = [...new Set((loaded ?? []).map(routeOf))].sort();
  return (
    <Page
      title="Requests"
      actions={
        <button type="button" onClick={() => client.resetQueries({ queryKey: ["listRequests"] })}>
          Read the newest
        </button>
      }
    >
      <p>
        Every call of your programs and people in the last 24 hours, the newest 10,000. Each answer carries
        its request id in <code>X-Request-Id</code> and <code>meta.request_id</code>.
      </p>
      <Filters
        values={{ ...NO_FILTER, ...search }}
        onChange={(values) => void navigate({ search: values })}
      >
        <FilterText name="request_id" label="Request id" />
        <FilterSelect name="status" label="Answer" any="all" options={CLASSES} />
        <FilterSelect name="route" label="Route" any="all" options={optionsOf(routes, search["route"])} />
        <FilterSelect
          name="key_id"
          label="By"
          any="all"
          options={[[PERSON, "people, in the console"], ...optionsOfKeys(keys, search["key_id"])]}
        />
      </Filters>
      <Loaded query={{ ...list, data: loaded }} what="the requests">
        {(requests) => {
          const matching = requests.filter((request) => matches(request, search));
          return (
            <>
              {matching.length === 0
                ? (
                  <EmptyState title="No request matches">
                    <p>
                      {list.hasNextPage
                        ? "Among those that are loaded. Search further, or change a filter."
                        : "Requests are kept for 24 hours, and no more than 10,000 of them."}
                    </p>
                  </EmptyState>
                )
                : (
                  <DataTable
                    caption="Requests"
                    columns={columns}
                    rows={matching.slice(0, MAX_ROWS)}
                    rowId={({ request_id, at }) => `${at} ${request_id}`}
                  />
                )}
              <SearchFurther
                list={list}
                loaded={requests.length}
                matching={matching.length}
                isFound={(page) =>
                  search["request_id"] !== undefined && page.some((each) => matches(each, search))}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function SearchFurther({ list, loaded, matching, isFound }: {
  readonly list: ReturnType<typeof useList<"listRequests">>;
  readonly loaded: number;
  readonly matching: number;
  /** Whether a page has what is searched for, so that the search stops. */
  readonly isFound: (page: readonly RecentRequest[]) => boolean;
}) {
  const [isSearching, setSearching] = useState(false);
  const search = async () => {
    setSearching(true);
    for (let page = 0; page < PAGES_AT_ONCE; page++) {
      const { data, hasNextPage, isError } = await list.fetchNextPage();
      if (!hasNextPage || isError || isFound(data?.pages.at(-1)?.items ?? [])) break;
    }
    setSearching(false);
  };
  const shown = matching > MAX_ROWS ? `, the newest ${MAX_ROWS} shown: narrow the filters` : "";
  return (
    <>
      {list.isFetchNextPageError ? <ErrorNotice error={list.error} /> : null}
      <p className="more">
        <span role="status">{count(matching)} of the {count(loaded)} newest requests match{shown}.</span>{" "}
        {list.hasNextPage
          ? (
            <button type="button" disabled={isSearching} onClick={search}>
              {isSearching ? "Searching …" : `Search ${count(PAGE_SIZE * PAGES_AT_ONCE)} further ones`}
            </button>
          )
          : "There are no older ones."}
      </p>
    </>
  );
}

/** A name for each API key that was ever listed; people have none. */
function useKeyNames(): ReadonlyMap<string, string> {
  const { items, hasNextPage, isFetching, error, fetchNextPage } = useList(
    "listApiKeys",
    path`/v1/api-keys`,
    { limit: 100 },
  );
  // At most 500 keys are listed: five pages.
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const named = items?.map(({ id, name }) => `${id} ${name}`).join("\n");
  // The names alone decide whether the table's columns are made anew.
  return useMemo(() => new Map((items ?? []).map(({ id, name }) => [id, name])), [named]);
}

function routeOf({ method, route }: RecentRequest): string {
  return route === null ? "no such path" : `${method} ${route}`;
}

function matches(request: RecentRequest, search: FilterValues): boolean {
  const { request_id, status, route, key_id } = search;
  return (request_id === undefined || request.request_id.includes(request_id)) &&
    (status === undefined || String(request.status).startsWith(status)) &&
    (route === undefined || routeOf(request) === route) &&
    (key_id === undefined || (request.key_id ?? PERSON) === key_id);
}

function optionsOf(routes: readonly string[], chosen: string | undefined): (readonly [string, string])[] {
  const all = chosen === undefined || routes.includes(chosen) ? routes : [...routes, chosen];
  return all.map((route) => [route, route]);
}

function optionsOfKeys(
  keys: ReadonlyMap<string, string>,
  chosen: string | undefined,
): (readonly [string, string])[] {
  const isKnown = chosen === undefined || chosen === PERSON || keys.has(chosen);
  return [...keys, ...isKnown ? [] : [[chosen, `key …${chosen.slice(-12)}`] as const]];
}

function columnsOf(keys: ReadonlyMap<string, string>): Column<RecentRequest>[] {
  return [
    { id: "at", header: "Time", cell: ({ at }) => <Time at={at} />, sortBy: ({ at }) => at },
    { id: "route", header: "Request", cell: (request) => <code>{routeOf(request)}</code>, sortBy: routeOf },
    {
      id: "status",
      header: "Answer",
      cell: ({ status }) => <Badge status={toneOf(status)} label={String(status)} />,
      sortBy: ({ status }) => status,
    },
    {
      id: "error",
      header: "Error",
      cell: ({ error }) => error === null ? "" : <code>{error}</code>,
      sortBy: ({ error }) => error ?? "",
    },
    {
      id: "duration",
      header: "Took",
      cell: ({ duration_ms }) => duration(duration_ms),
      sortBy: ({ duration_ms }) => duration_ms,
      isNumber: true,
    },
    {
      id: "key",
      header: "By",
      cell: ({ key_id }) => key_id === null ? "a person" : keys.get(key_id) ?? <Id id={key_id} />,
      sortBy: ({ key_id }) => key_id === null ? "" : keys.get(key_id) ?? key_id,
    },
    {
      id: "id",
      header: "Request id",
      // A click selects all of it.
      cell: ({ request_id }) => <code className="whole">{request_id}</code>,
    },
  ];
}

function toneOf(status: number): string {
  if (status >= 500) return "failed";
  return status >= 400 ? "pending" : "succeeded";
}
