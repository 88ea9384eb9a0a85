/** What the addresses of the simulations' pages carry. What no page understands is left out. */

export const STATUSES = ["queued", "running", "completed", "failed"] as const;
export type Status = (typeof STATUSES)[number];

/** Characters of the ids of six simulations. */
const MAX_IDS = 300;

type Given = Readonly<Record<string, unknown>>;

/** A text of the address. A number in it is read as one, so that `a=12` is a text too. */
function textOf(value: unknown, longest = 200): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" && text.length <= longest ? text : undefined;
}

/** The entries that have a value. */
function given<const Values extends Readonly<Record<string, string | undefined>>>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: string;
  };
}

/** `again`: the simulation whose question is asked again. */
export function askSearch(search: Given) {
  return given({ again: textOf(search["again"]) });
}

/** The parts of a verdict, in their order. */
export const TABS = ["overview", "groups", "reasons", "respondents", "method"] as const;
export type Tab = (typeof TABS)[number];

/** `tab`: the part of the verdict that is open; the overview by default. */
export function verdictSearch(search: Given): { readonly tab?: Tab } {
  const tab = TABS.find((each) => each === search["tab"]);
  return tab === undefined ? {} : { tab };
}

/** `a`, `b` and in `with`, separated by commas, up to six more: the simulations that are compared. */
export function compareSearch(search: Given) {
  return given({ a: textOf(search["a"]), b: textOf(search["b"]), with: textOf(search["with"], MAX_IDS) });
}

/** The most runs of a comparison, by the contract. */
export const MAX_RUNS = 8;

/** The address's part of the comparison of some runs, the first with each of the others. */
export function comparisonOf([a, b, ...others]: readonly string[]) {
  return given({ a, b, with: others.join(",") || undefined });
}

/** The list's filters; `status` holds several, separated by commas, `metadata` a pair, the two moments are ISO 8601. */
export function simulationsSearch(search: Given) {
  return given({
    status: statusesOf(textOf(search["status"])).join(",") || undefined,
    workflow_id: textOf(search["workflow_id"]),
    search: textOf(search["search"]),
    tag: textOf(search["tag"]),
    metadata: textOf(search["metadata"]),
    archived: search["archived"] === true || search["archived"] === "true" ? "true" : undefined,
    created_after: momentOf(search["created_after"]),
    created_before: momentOf(search["created_before"]),
  });
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
export function momentOf(value: unknown): string | undefined {
  const text = textOf(value);
  const ms = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
