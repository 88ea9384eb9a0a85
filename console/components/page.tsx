import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";

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

/** A part of a page with its own heading. */
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

/** Names and values, in pairs. A value of null is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A path that no page has. */
export function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <p>
        The address may be mistyped, or what it named was deleted. <Link to="/">Ask a question</Link>
      </p>
    </Page>
  );
}
