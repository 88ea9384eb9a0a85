import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { isSignedOut, listAt, readWithMeta, send } from "./calls.ts";
import type { ArgumentsOf, BodyOf, Change, DataOf, ItemOf, Operation } from "./calls.ts";

const ME = ["showMe", {}] as const;

/** Asks whether the session lives on when a call was refused for want of one: {@link useMe} shows the answer. */
function onError(error: unknown, key?: readonly unknown[]): void {
  if (isSignedOut(error) && key?.[0] !== ME[0]) void queryClient.invalidateQueries({ queryKey: ME });
}

/** Everything that was read. The client's transport repeats calls, so queries do not. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => onError(error, query.queryKey) }),
  mutationCache: new MutationCache({ onError: (error) => onError(error) }),
  defaultOptions: {
    // A browser that takes itself for offline may reach the service on its own machine: only a call tells.
    queries: { retry: false, staleTime: 5_000, networkMode: "always", refetchOnReconnect: true },
    mutations: { networkMode: "always" },
  },
});

interface ReadOptions<Data> {
  /** False waits. */
  readonly enabled?: boolean;
  /** Milliseconds until the next read, of all pages of a list; false stops. */
  readonly refetchInterval?: number | false | ((data: Data) => number | false);
  readonly refetchOnWindowFocus?: boolean;
  readonly staleTime?: number;
}

/** Between two attempts to reach the service. */
const UNREACHED_MS = 5_000;
/** Between two reads of something after one has failed. */
const AFTER_ERROR_MS = 30_000;

/** An interval that slows down while the service fails, and stops when the session has ended. */
export function calmly(error: unknown, interval: number | false): number | false {
  if (error === null || interval === false) return interval;
  return isSignedOut(error) ? false : Math.max(interval, AFTER_ERROR_MS);
}

function nextRead<Data>(error: unknown, data: Data, every: ReadOptions<Data>["refetchInterval"] = false) {
  return calmly(error, typeof every === "function" ? every(data) : every);
}

function readOf<Id extends Operation>(
  operation: Id,
  args: ArgumentsOf<Id>,
  { refetchInterval, ...options }: ReadOptions<DataOf<Id> | undefined> = {},
) {
  return queryOptions({
    queryKey: [operation, args],
    queryFn: ({ signal }) => readWithMeta(operation, args, { signal }),
    refetchInterval: ({ state }) => nextRead(state.error, state.data?.data, refetchInterval),
    ...options,
  });
}

/** A resource: `data` and its `meta`, once it is there. */
export function useRead<Id extends Operation>(
  operation: Id,
  args: ArgumentsOf<Id>,
  options?: ReadOptions<DataOf<Id> | undefined>,
) {
  const { data, error, refetch } = useQuery(readOf(operation, args, options));
  return { data: data?.data, meta: data?.meta, error, refetch };
}

/** Several resources of one operation. The caller bounds their number. */
export function useReads<Id extends Operation>(
  operation: Id,
  resources: readonly ArgumentsOf<Id>[],
  options?: ReadOptions<DataOf<Id> | undefined>,
) {
  const reads = useQueries({ queries: resources.map((args) => readOf(operation, args, options)) });
  const each = reads.map(({ data }) => data?.data);
  const data = each.filter((one) => one !== undefined);
  const failed = reads.find(({ error }) => error !== null);
  return {
    /** In their order; undefined until it is there. */
    each,
    /** All of them, once all are there. */
    data: data.length < resources.length ? undefined : data,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  };
}

/** Rows of a page of a list. */
const PAGE_SIZE = 50;

/** A list, page after page: `data` are the rows so far, and `fetchNextPage` reads more while `hasNextPage`. */
export function useList<Id extends Operation>(
  operation: Id,
  args: ArgumentsOf<Id>,
  { refetchInterval, ...options }: ReadOptions<readonly ItemOf<Id>[]> = {},
) {
  const result = useInfiniteQuery({
    // One page of the list, read as a resource, has another shape.
    queryKey: [operation, args, "pages"],
    queryFn: ({ pageParam, signal }) =>
      listAt(operation, { limit: PAGE_SIZE, ...args }, { signal }).page(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      nextRead(state.error, state.data?.pages.flatMap((page) => page.items) ?? [], refetchInterval),
    ...options,
  });
  const data: readonly ItemOf<Id>[] | undefined = result.data?.pages.flatMap((page) => page.items);
  return { ...result, data };
}

/**
 * A change. Pressing again after an unknown outcome sends the same Idempotency-Key, so nothing is done twice. After a success every list and
 * resource of the operations in `changes` is read again.
 */
export function useChangeOf<Input, Id extends Operation>(
  toChange: (input: Input) => Change<Id>,
  changes: readonly Operation[] = [],
) {
  // By request. The service keeps the answers of successes alone, so a key may be sent again after a refusal.
  const unanswered = useRef(new Map<string, string>());
  return useMutation<DataOf<Id>, Error, Input>({
    mutationFn: async (input) => {
      const change = toChange(input);
      const request = JSON.stringify(change);
      const key = unanswered.current.get(request) ?? crypto.randomUUID();
      unanswered.current.set(request, key);
      const data = await send(change, key);
      unanswered.current.delete(request);
      return data;
    },
    // Whoever waits for a secret that is shown once need not wait for a list.
    onSuccess: () => {
      for (const operation of changes) void queryClient.invalidateQueries({ queryKey: [operation] });
    },
  });
}

type Input<Id extends Operation> = [BodyOf<Id>] extends [never] ? void : BodyOf<Id>;

/** A change by one operation, whose body is what is handed over. As {@link useChangeOf}. */
export function useChange<Id extends Operation>(
  operation: Id,
  args: ArgumentsOf<Id>,
  changes?: readonly Operation[],
) {
  return useChangeOf<Input<Id>, Id>((body) => ({ operation, args, body: body as BodyOf<Id> }), changes);
}

/** The person who is signed in; null for a visitor. It is asked again when a call is refused for want of a session, and when somebody comes back. */
export function useMe({ refetchInterval = false }: { readonly refetchInterval?: number | false } = {}) {
  return useQuery({
    queryKey: ME,
    queryFn: async ({ signal }) => {
      try {
        return await readWithMeta(...ME, { signal });
      } catch (error) {
        if (isSignedOut(error)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
    refetchOnWindowFocus: "always",
    // Nothing can be shown without it: somebody who waits for the service need not press anything.
    refetchInterval: ({ state }) => state.error === null ? refetchInterval : UNREACHED_MS,
  });
}

/** A name for each API key that was ever listed; people have none. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const { data, hasNextPage, isFetching, error, fetchNextPage } = useList("listApiKeys", { limit: 100 });
  // At most 500 keys are listed: five pages.
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  return new Map(data?.map(({ id, name }) => [id, name]));
}

/** A value once it has stayed the same for `pauseMs` milliseconds: before, it asks nothing of the server. `isOld` while it is another one by now. */
export function usePaused<Value>(value: Value, pauseMs = 250) {
  const now = JSON.stringify(value);
  const [paused, setPaused] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(now), pauseMs);
    return () => clearTimeout(timer);
  }, [now, pauseMs]);
  // Forms change their values in place.
  return { settled: useMemo(() => JSON.parse(paused) as Value, [paused]), isOld: paused !== now };
}
