import { CallError, ServiceError } from "#client/index.ts";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";

/**
 * A page: its title, which the window and screen readers get too, what can be done with it, and its content. Focus moves to the title when the
 * page opens, so that a screen reader begins there.
 */
export function Page({ title, isQuestion, actions, children }: {
  readonly title: string;
  /** A question is no heading of the service's own, so it is set smaller. */
  readonly isQuestion?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Simulation service`;
  }, [title]);
  useEffect(() => {
    // The first page of a visit keeps the browser's own focus, unless a field asks for it.
    if (navigated) heading.current?.focus();
    navigated = true;
  }, []);
  return (
    <article className="page">
      <header className="page-head">
        <h1 ref={heading} tabIndex={-1} className={isQuestion ? "question" : undefined}>{title}</h1>
        {actions === undefined ? null : <div className="actions">{actions}</div>}
      </header>
      {children}
    </article>
  );
}

let navigated = false;

export function Section({ title, actions, children }: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="section" aria-label={title}>
      <header className="section-head">
        <h2>{title}</h2>
        {actions === undefined ? null : <div className="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** A button that sends no form. */
export function Button({ small, ...button }: ComponentProps<"button"> & { readonly small?: boolean }) {
  return <button type="button" className={small ? "small" : undefined} {...button} />;
}

/** Values by their names. One of null is left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="facts">
      {Object.entries(facts).filter(([, value]) => value !== null && value !== undefined).map((
        [name, value],
      ) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <p>
        The address may be mistyped, or what it named was deleted. <Link to="/">Ask a question</Link>
      </p>
    </Page>
  );
}

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
        <p className="hint">
          <code>{error.code}</code>, request <code>{error.requestId}</code>
          {error.correlationId === null ? null : (
            <>
              , for support: <code>correlation_id {error.correlationId}</code>
            </>
          )}
        </p>
      )}
      {retry === undefined ? null : <Button onClick={retry}>Try again</Button>}
    </div>
  );
}

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

export function Loading({ what }: { readonly what: string }) {
  return <p role="status" className="soft">Loading {what} …</p>;
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
