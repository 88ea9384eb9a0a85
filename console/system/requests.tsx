import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BASE_URL, type ItemOf } from "../api/calls.ts";
import { queryClient, useKeyNames, useList } from "../api/queries.ts";
import { Dialog } from "../components/dialog.tsx";
import {
  FilterPeriod,
  Filters,
  FilterSelect,
  FilterText,
  type FilterValues,
  useFilters,
  useQueryOf,
} from "../components/filters.tsx";
import { count, duration, Time } from "../components/format.tsx";
import { Button, ErrorNotice, Facts, Loaded, Page } from "../components/page.tsx";
import { Badge, CopiedCode, Id } from "../components/status.tsx";
import { type Columns, DataTable } from "../components/table.tsx";

type RecentRequest = ItemOf<"listRequests">;

/** Requests of one page, pages of one press on the button, and rows that the table shows. */
const PAGE_SIZE = 100;
const PAGES_AT_ONCE = 10;
const MAX_ROWS = 300;

const CLASSES = [["2", "2xx – done"], ["4", "4xx – refused"], ["5", "5xx – our fault"]] as const;
/** What the filter of keys calls a request by a session, and every request. Without it the console's own are left out. */
const PERSON = "person";
const EVERYBODY = "all";
/** Requests are kept for so many minutes. */
const KEPT_MINUTES = 1_440;

/** The organization's requests of the last 24 hours, filtered in the browser. */
export function RequestsPage() {
  const [filters] = useFilters();
  const { created_after: since } = useQueryOf(filters);
  const list = useList("listRequests", { limit: PAGE_SIZE }, {
    // Each read is a request of its own; the button reads the newest.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const keys = useKeyNames();
  const routes = [...new Set((list.data ?? []).map(routeOf))].sort();
  return (
    <Page
      title="Requests"
      actions={
        <Button onClick={() => queryClient.resetQueries({ queryKey: ["listRequests"] })}>
          Read the newest
        </Button>
      }
    >
      <p>
        The calls of your programs in the last 24 hours, among the newest 10,000. Each answer carries its
        request id in <code>X-Request-Id</code> and <code>meta.request_id</code>.
      </p>
      <Filters>
        <FilterText name="request_id" label="Request id" />
        <FilterSelect name="status" label="Answer" any="all" options={CLASSES} />
        <FilterSelect name="route" label="Route" any="all" options={routes} />
        <FilterSelect
          name="key_id"
          label="By"
          any="programs"
          options={[
            [EVERYBODY, "programs and people"],
            [PERSON, "people, in the console"],
            ...keys,
          ]}
          unlisted={(id) => `key …${id.slice(-12)}`}
        />
        <FilterPeriod label="When" most={KEPT_MINUTES} />
      </Filters>
      <Loaded query={list} what="the requests">
        {(requests) => {
          const matching = requests.filter((request) => matches(request, filters, since));
          return (
            <>
              <DataTable
                caption="Requests"
                columns={columnsOf(keys)}
                rows={matching.slice(0, MAX_ROWS)}
                rowId={({ request_id, at }) => `${at} ${request_id}`}
                empty="No request matches"
              >
                <p>
                  {list.hasNextPage
                    ? "Among those that are loaded. Search further, or change a filter."
                    : "Requests are kept for 24 hours, and no more than 10,000 of them."}
                </p>
              </DataTable>
              <SearchFurther
                list={list}
                loaded={requests.length}
                matching={matching.length}
                isFound={(page) =>
                  filters["request_id"] !== undefined && page.some((each) => matches(each, filters, since))}
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
  const { mutate: search, isPending: isSearching } = useMutation({
    mutationFn: async () => {
      for (let page = 0; page < PAGES_AT_ONCE; page++) {
        const { data, hasNextPage, isError } = await list.fetchNextPage();
        if (!hasNextPage || isError || isFound(data?.pages.at(-1)?.items ?? [])) break;
      }
    },
  });
  const shown = matching > MAX_ROWS ? `, the newest ${MAX_ROWS} shown: narrow the filters` : "";
  return (
    <>
      {list.isFetchNextPageError ? <ErrorNotice error={list.error} /> : null}
      <p className="more">
        <span role="status">{count(matching)} of the {count(loaded)} newest requests match{shown}.</span>{" "}
        {list.hasNextPage
          ? (
            <Button disabled={isSearching} onClick={() => search()}>
              {isSearching ? "Searching …" : `Search ${count(PAGE_SIZE * PAGES_AT_ONCE)} further ones`}
            </Button>
          )
          : "There are no older ones."}
      </p>
    </>
  );
}

function routeOf({ method, route }: RecentRequest): string {
  return route === null ? "no such path" : `${method} ${route}`;
}

function matches(request: RecentRequest, filters: FilterValues, since: string | undefined): boolean {
  const { request_id, status, route, key_id } = filters;
  return (request_id === undefined || request.request_id.includes(request_id)) &&
    (status === undefined || String(request.status).startsWith(status)) &&
    (route === undefined || routeOf(request) === route) &&
    (since === undefined || Date.parse(request.at) > Date.parse(since)) &&
    (key_id === EVERYBODY ||
      (key_id === undefined ? request.key_id !== null : (request.key_id ?? PERSON) === key_id));
}

function columnsOf(keys: ReadonlyMap<string, string>): Columns<RecentRequest> {
  return {
    Time: ({ at }) => <Time at={at} />,
    Request: (request) => <Detail request={request} by={nameOf(request, keys)} />,
    Answer: ({ status }) => <Badge status={toneOf(status)} label={String(status)} />,
    Error: ({ error }) => error === null ? "" : <code>{error}</code>,
    Took: { figure: ({ duration_ms }) => duration(duration_ms) },
    By: (request) => nameOf(request, keys),
    // A click selects all of it.
    "Request id": ({ request_id }) => <code className="whole">{request_id}</code>,
  };
}

function nameOf({ key_id }: RecentRequest, keys: ReadonlyMap<string, string>): ReactNode {
  return key_id === null ? "a person" : keys.get(key_id) ?? <Id id={key_id} />;
}

/** A request with all that is known of it; a click opens it. */
function Detail({ request, by }: { readonly request: RecentRequest; readonly by: ReactNode }) {
  const { at, request_id, status, error, duration_ms } = request;
  return (
    <Dialog
      title={routeOf(request)}
      trigger={
        <Button className="link">
          <code>{routeOf(request)}</code>
        </Button>
      }
    >
      {() => (
        <Facts
          facts={{
            Answer: <Badge status={toneOf(status)} label={String(status)} />,
            Error: error === null ? null : <code>{error}</code>,
            When: <Time at={at} show="moment" />,
            Took: duration(duration_ms),
            By: by,
            "Request id, for support": <CopiedCode text={request_id} what="the request id" />,
            "What it means": (
              <a href={`${BASE_URL}/docs`} target="_blank" rel="noreferrer">
                The route and its errors in the API reference ↗
              </a>
            ),
          }}
        />
      )}
    </Dialog>
  );
}

function toneOf(status: number): string {
  if (status >= 500) return "failed";
  return status >= 400 ? "pending" : "succeeded";
}
