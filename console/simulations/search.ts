import { filtersIn } from "../components/filters.tsx";

/** What the addresses of the simulations' pages carry. What no page understands is left out. */

export const STATUSES = ["queued", "running", "completed", "failed"] as const;
export type Status = (typeof STATUSES)[number];

type Given = Readonly<Record<string, unknown>>;

/** The texts of an address that have one of the names. */
const textsOf = <const Name extends string>(search: Given, names: readonly Name[]) =>
  filtersIn(search, names) as { readonly [Each in Name]?: string };

/** `again`: the simulation whose question is asked again. */
export const askSearch = (search: Given) => textsOf(search, ["again"]);

/** The parts of a verdict, in their order. */
export const TABS = ["overview", "groups", "reasons", "respondents", "method"] as const;
export type Tab = (typeof TABS)[number];

/** `tab`: the part of the verdict that is open; the overview by default. */
export function verdictSearch(search: Given): { readonly tab?: Tab } {
  const tab = TABS.find((each) => each === search["tab"]);
  return tab === undefined ? {} : { tab };
}

const COMPARED = ["a", "b", "with"] as const;

/** `a`, `b` and in `with`, separated by commas, up to six more: the simulations that are compared. */
export const compareSearch = (search: Given) => textsOf(search, COMPARED);

/** The most runs of a comparison, by the contract. */
export const MAX_RUNS = 8;

/** The address's part of the comparison of some runs, the first with each of the others. */
export const comparisonOf = ([a, b, ...others]: readonly string[]) =>
  textsOf({ a, b, with: others.join(",") }, COMPARED);

const FILTERS = [
  ...["status", "workflow_id", "search", "tag"] as const,
  ...["metadata", "archived", "created_after", "created_before"] as const,
];

/** The list's filters; `status` holds several, separated by commas, `metadata` a pair, the two moments are ISO 8601. */
export function simulationsSearch(search: Given) {
  const given = textsOf(search, FILTERS);
  return textsOf({
    ...given,
    status: statusesOf(given.status).join(","),
    archived: given.archived === "true" ? "true" : "",
    created_after: momentOf(given.created_after),
    created_before: momentOf(given.created_before),
  }, FILTERS);
}

/** A pair of metadata as the filter has it, `name=value`; without "=" it is none yet. */
export function pairIn(text: string | undefined): Record<string, string> | undefined {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text ?? "") ?? [];
  return name === undefined || value === undefined ? undefined : { [name]: value };
}

/** The states that a filter names. */
export function statusesOf(text: string | undefined): Status[] {
  const named = text?.split(",") ?? [];
  return STATUSES.filter((status) => named.includes(status));
}

/** A moment as the API takes it; undefined for a text that is none. */
function momentOf(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
