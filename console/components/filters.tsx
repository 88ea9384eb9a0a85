import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentProps, useId } from "react";

/** The filters of a list, in the page's address: a link keeps them, and the browser's back button undoes them. */
export type Filters = Readonly<Record<string, string>>;

/** Reads filters from an address. Everything that is no text is left out. @param names the filters that the list has */
export function filtersOf(names: readonly string[]): (search: Readonly<Record<string, unknown>>) => Filters {
  return (search) =>
    Object.fromEntries(names.flatMap((name) => {
      const value = search[name];
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }));
}

/** The filters in the address, and how to change one; an empty value takes it away. */
export function useFilters(): readonly [Filters, (name: string, value: string) => void] {
  const filters = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const change = (name: string, value: string) => {
    const { [name]: _, ...others } = filters;
    const search = value === "" ? others : { ...others, [name]: value };
    void navigate({ to: ".", search, replace: true });
  };
  return [filters, change];
}

/** A filter with a few values, the first of which filters nothing. */
export function SelectFilter({ name, label, options }: {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}) {
  const [filters, change] = useFilters();
  return (
    <label>
      {label}
      <select value={filters[name] ?? ""} onChange={(event) => change(name, event.target.value)}>
        {options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
      </select>
    </label>
  );
}

/** A filter by a text such as an id; it filters when the field is left, or by Enter. */
export function TextFilter({ name, label, ...input }: {
  readonly name: string;
  readonly label: string;
} & ComponentProps<"input">) {
  const [filters, change] = useFilters();
  const id = useId();
  const value = filters[name] ?? "";
  return (
    <label htmlFor={id}>
      {label}
      <input
        {...input}
        key={value}
        id={id}
        defaultValue={value}
        onBlur={({ target }) =>
          target.value === value || !target.validity.valid || change(name, target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
    </label>
  );
}
