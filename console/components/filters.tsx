import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useMemo, useState } from "react";
import { FormProvider, useForm, useFormContext } from "react-hook-form";
import type { ArgumentsOf, Operation } from "../api/calls.ts";
import { useList } from "../api/queries.ts";
import { labelled, type Option } from "./form.tsx";
import { useMinute } from "./format.tsx";
import { Button } from "./page.tsx";

export type FilterValues = Readonly<Record<string, string>>;

/**
 * Filters above a list; a phone shows them behind one button, which says how many are set. By default they are those of the page's address: a choice
 * applies at once, a text by Enter or the button.
 */
export function Filters({ label = "Filters", state, children }: {
  readonly label?: string;
  /** Of rows that are on the page already: a text applies at once, too. */
  readonly state?: readonly [filters: object, change: (values: object) => void];
  readonly children: ReactNode;
}) {
  const ofAddress = useFilters();
  const [filters, change] = state ?? ofAddress;
  const form = useForm<Record<string, unknown>>({ values: { ...filters } });
  const [isOpen, setOpen] = useState(false);
  const set = Object.keys(given(filters)).length;
  return (
    <FormProvider {...form}>
      <div className="folded-filters" data-open={isOpen}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {set === 0 ? "Filters" : `Filters: ${set} set`}
        </Button>
        <form
          className="filters"
          role="search"
          aria-label={label}
          onSubmit={form.handleSubmit(change)}
          onChange={({ target }) => {
            // Alone: what is half typed beside it is not applied yet.
            if (state !== undefined || target instanceof HTMLSelectElement) {
              change({ ...filters, [target.name]: target.value });
            }
          }}
        >
          {children}
          {state === undefined && <button type="submit">Filter</button>}
          {set === 0 ? null : <Button onClick={() => change({})}>Show all</Button>}
        </form>
      </div>
    </FormProvider>
  );
}

/** The filters in the page's address, where a link keeps them, and how to set others. */
export function useFilters(): readonly [FilterValues, (values: object) => void] {
  const filters = useSearch({ strict: false }) as FilterValues;
  const navigate = useNavigate();
  return [filters, (values) => void navigate({ to: ".", search: given(values) })];
}

/** What the last minutes of a list are called. */
const PERIODS = [
  ["15", "the last 15 minutes"],
  ["60", "the last hour"],
  ["1440", "the last 24 hours"],
  ["10080", "the last 7 days"],
  ["43200", "the last 30 days"],
] as const;

/** How long ago something was at most: the filter `within`, in minutes. @param most the longest period, in minutes */
export function FilterPeriod({ label, most = Infinity }: {
  readonly label: string;
  readonly most?: number;
}) {
  return (
    <FilterSelect
      name="within"
      label={label}
      any="at any time"
      options={PERIODS.filter(([minutes]) => Number(minutes) <= most)}
    />
  );
}

/** The API's filters: `within` and `older_than`, in minutes, as moments. Whole minutes, so that a list is not another one at every moment. */
export function useQueryOf(filters: FilterValues): FilterValues {
  const minute = useMinute();
  return useMemo(() => {
    const { within, older_than, ...others } = filters;
    // An address that somebody wrote may have any number.
    const momentOf = (name: string, ago = "none") =>
      Number(ago) >= 0 && Number(ago) < 1e7 &&
      { [name]: new Date((minute - Number(ago)) * 60_000).toISOString() };
    return { ...others, ...momentOf("created_after", within), ...momentOf("created_before", older_than) };
  }, [filters, minute]);
}

/** A list by the filters of the page's address. */
export function useFilteredList<Id extends Operation>(
  operation: Id,
  options?: Parameters<typeof useList<Id>>[2],
) {
  const [filters] = useFilters();
  return useList(operation, useQueryOf(filters) as unknown as ArgumentsOf<Id>, options);
}

export function FilterSelect({ name, label, any, options, unlisted = String }: {
  readonly name: string;
  readonly label: string;
  /** What no choice means, such as `all`. */
  readonly any: string;
  readonly options: readonly Option[];
  /** What the address's value is called where no option has it: of something deleted, or not read yet. */
  readonly unlisted?: (value: string) => string;
}) {
  const { register } = useFormContext();
  const [{ [name]: chosen }] = useFilters();
  const listed = labelled([["", any], ...options]);
  const isListed = chosen === undefined || listed.some(([value]) => value === chosen);
  return (
    <label>
      {label}
      <select {...register(name)}>
        {[...listed, ...isListed ? [] : [[chosen, unlisted(chosen)] as const]].map(([value, text]) => (
          <option key={value} value={value}>{text}</option>
        ))}
      </select>
    </label>
  );
}

/** One of several values, for what is on the page already. */
export function Choice<Value extends string | number>({ label, value, options, onChange }: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}) {
  const pairs = labelled(options);
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ target }) => onChange(pairs[target.selectedIndex]?.[0] ?? value)}
      >
        {pairs.map(([each, text]) => <option key={each} value={each}>{text}</option>)}
      </select>
    </label>
  );
}

export function FilterText({ name, label, ...input }: {
  readonly name: string;
  readonly label: string;
} & Omit<ComponentProps<"input">, "name">) {
  const { register } = useFormContext();
  return (
    <label>
      {label}
      <input type="search" autoComplete="off" spellCheck={false} {...input} {...register(name)} />
    </label>
  );
}

/** The filters that are set. */
export function given(filters: object): FilterValues {
  return filtersIn({ ...filters }, Object.keys(filters));
}

/** Longer texts are no filters. */
const MAX_FILTER = 300;

/** The filters among a URL's parameters. A text of digits comes as a number, `true` as a truth, several values as a list. */
export function filtersIn(search: Readonly<Record<string, unknown>>, names: readonly string[]): FilterValues {
  return Object.fromEntries(names.flatMap((name) => {
    const value = search[name];
    const isText = Array.isArray(value) || /^(?:string|number|boolean)$/.test(typeof value);
    const text = isText ? String(value).trim() : "";
    return text === "" || text.length > MAX_FILTER ? [] : [[name, text]];
  }));
}
