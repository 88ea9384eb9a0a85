import type { ReactNode } from "react";
import { CallError, ServiceError } from "#client/index.ts";

/** What went wrong, what to do, and the ids that support finds it by. Nothing where nothing went wrong. */
export function ErrorNotice({ error, retry, children }: {
  /** Null or undefined is none. */
  readonly error: unknown;
  readonly retry?: () => void;
  /** What to do about this one. */
  readonly children?: ReactNode;
}) {
  if (error === null || error === undefined) return null;
  return (
    <div role="alert" className="notice error">
      <p>{sentenceOf(error)}</p>
      {children}
      {!(error instanceof ServiceError) ? null : (
        <p className="ids">
          <code>{error.code}</code>, request <code>{error.requestId}</code>
          {error.correlationId === null ? null : (
            <>
              , for support: <code>correlation_id {error.correlationId}</code>
            </>
          )}
        </p>
      )}
      {retry === undefined ? null : <button type="button" onClick={retry}>Try again</button>}
    </div>
  );
}

/** An error as a sentence for people. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ServiceError) {
    const wait = error.retryAfterMs;
    const when = wait === null || wait <= 0 ? "" : ` Try again in ${Math.ceil(wait / 1_000)} seconds.`;
    return `${error.meta.message}${when}`;
  }
  if (error instanceof CallError) {
    return "The service cannot be reached. Check the connection, and try again.";
  }
  return error instanceof Error ? error.message : "Something went wrong in this page.";
}

/** Where a list has nothing to show: what would stand here, and how to get there. */
export function EmptyState(
  { title, children }: { readonly title: string; readonly children: ReactNode },
) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** While something is read. */
export function Loading({ what }: { readonly what: string }) {
  return <p role="status" className="loading">Loading {what} …</p>;
}

/** Shows a query: its children with the data, its error with a way to try again, or that it loads. */
export function Loaded<T>({ query, what, children }: {
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}) {
  const notice = query.error ? <ErrorNotice error={query.error} retry={() => query.refetch()} /> : null;
  return query.data === undefined ? notice ?? <Loading what={what} /> : <>{notice}{children(query.data)}</>;
}
