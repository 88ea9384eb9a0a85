import { Link } from "@tanstack/react-router";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { usePaused, useRead } from "./api/queries.ts";
import { GROUPS, OPERATE } from "./components/frame.tsx";

/** Runs that are searched by question, and rows shown of each kind. */
const NEWEST = 100;
const SHOWN = 8;

/** Goes to a page, one of the newest runs, or, for operators, an organization or anybody's run by its id. */
export default function GoTo({ isOperator, close }: {
  readonly isOperator: boolean;
  readonly close: () => void;
}) {
  const [typed, setTyped] = useState("");
  const { settled: text } = usePaused(typed.trim());
  const isLookedFor = (name: string | null) => name?.toLowerCase().includes(typed.trim().toLowerCase());
  const pages = [...GROUPS, ...isOperator ? [OPERATE] : []].flatMap(([, group]) => [...group])
    .filter(([, label]) => isLookedFor(label));
  const runs = useRead("listSimulations", { limit: NEWEST }).data
    ?.filter(({ id, question }) => typed.trim() !== "" && (isLookedFor(question) || isLookedFor(id)));
  const organizations = useRead("adminListOrganizations", {
    name: text,
    limit: SHOWN,
  }, { enabled: isOperator && text !== "" });
  const isId = isOperator && /^[0-9a-f-]{36}$/.test(text);
  const group = (name: string, links: readonly ReactNode[] | undefined) =>
    links === undefined || links.length === 0 ? null : (
      <section aria-label={name}>
        <h3>{name}</h3>
        <ul className="plain">{links.slice(0, SHOWN).map((link, index) => <li key={index}>{link}</li>)}</ul>
      </section>
    );
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="dialog go-to"
          aria-describedby={undefined}
          onKeyDown={move}
          onClick={(event) => event.target instanceof Element && event.target.closest("a") && close()}
        >
          <Dialog.Title className="visually-hidden">Go to</Dialog.Title>
          <input
            type="search"
            aria-label={isOperator ? "A page, an organization or a run" : "A page or a run"}
            placeholder={isOperator ? "A page, an organization or a run …" : "A page or a run …"}
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {group(
            "Pages",
            pages.map(([to, label]) => <Link key={to} to={to}>{label}</Link>),
          )}
          {group(
            "Organizations",
            text === ""
              ? []
              : organizations.data?.map(({ id, name }) => (
                <Link key={id} to="/operate/organizations/$id" params={{ id }}>{name}</Link>
              )),
          )}
          {group(
            "Runs",
            runs?.map(({ id, question }) => (
              <Link key={id} to="/simulations/$id" params={{ id }}>{question ?? id}</Link>
            )),
          )}
          {isId &&
            group("Any organization's", [
              <Link key="run" to="/operate/simulations/$id" params={{ id: text }}>Run {text}</Link>,
              <Link key="organization" to="/operate/organizations/$id" params={{ id: text }}>
                Organization {text}
              </Link>,
            ])}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The arrows move through the field and the links; Enter in the field opens the first. */
function move(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
  const at = stops.findIndex((each) => each === document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
  } else if (event.key === "Enter" && at === 0) stops[1]?.click();
}
