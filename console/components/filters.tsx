import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { FormProvider, useForm, useFormContext } from "react-hook-form";

/** The values of filters by their names. */
export type FilterValues = Readonly<Record<string, string>>;

/** Filters above a list. A choice applies at once, a text by Enter or the button. */
export function Filters({ values, onChange, children }: {
  /** Of all filters; "" filters nothing. */
  readonly values: FilterValues;
  /** Gets the filters that are set. */
  readonly onChange: (values: FilterValues) => void;
  readonly children: ReactNode;
}) {
  const form = useForm<Record<string, string>>({ values: { ...values } });
  const isFiltered = Object.values(values).some((value) => value !== "");
  return (
    <FormProvider {...form}>
      <form
        className="filters"
        role="search"
        aria-label="Filters"
        onSubmit={form.handleSubmit((filters) => onChange(filtersIn(filters, Object.keys(filters))))}
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
        }}
      >
        {children}
        <button type="submit">Filter</button>
        {isFiltered ? <button type="button" onClick={() => onChange({})}>Show all</button> : null}
      </form>
    </FormProvider>
  );
}

/** The filters in the page's address, where a link keeps them, and how to set others. */
export function useFilters(): readonly [FilterValues, (values: FilterValues) => void] {
  const filters = useSearch({ strict: false }) as FilterValues;
  const navigate = useNavigate();
  return [filters, (search) => void navigate({ to: ".", search })];
}

/** One of several values, or any. */
export function FilterSelect({ name, label, any, options }: {
  readonly name: string;
  readonly label: string;
  /** What no choice means, such as `all`. */
  readonly any: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}) {
  const { register } = useFormContext();
  return (
    <label>
      {label}
      <select {...register(name)}>
        <option value="">{any}</option>
        {options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
      </select>
    </label>
  );
}

/** A text to filter by. */
export function FilterText({ name, label, placeholder }: {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
}) {
  const id = useId();
  const { register } = useFormContext();
  return (
    <label htmlFor={id}>
      {label}
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        {...register(name)}
      />
    </label>
  );
}

/** The filters among a URL's parameters. A text of digits comes as a number. */
export function filtersIn(search: Readonly<Record<string, unknown>>, names: readonly string[]): FilterValues {
  return Object.fromEntries(names.flatMap((name) => {
    const value = search[name];
    const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
    return text === "" ? [] : [[name, text]];
  }));
}
