import type { ReactNode } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Fault } from "./form.tsx";

/** A name with its value. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** The pairs as the API has them. Rows without a name are left out. */
export function recordOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(pairs.filter(({ name }) => name !== "").map(({ name, value }) => [name, value]));
}

/** What the API has as rows of a {@link PairsField}. */
export function pairsOf(record: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

const MAX_ROWS = 20;

/** Names with values, a row each, such as custom headers. The field's values are {@link Pair}s. */
export function PairsField({ name, label, hint, row }: {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** What a row is called, such as `header`. */
  readonly row: string;
}) {
  const { register, control, formState: { errors } } = useFormContext<Record<string, readonly Pair[]>>();
  const { fields, append, remove } = useFieldArray({ control, name });
  return (
    <fieldset className="field">
      <legend>
        {label}
        <span className="optional">optional</span>
      </legend>
      <div className="hint">{hint}</div>
      {fields.map(({ id }, index) => (
        <div key={id} className="pair">
          <input
            aria-label={`Name of ${row} ${index + 1}`}
            placeholder="Name"
            required
            autoComplete="off"
            {...register(`${name}.${index}.name`)}
          />
          <input
            aria-label={`Value of ${row} ${index + 1}`}
            placeholder="Value"
            autoComplete="off"
            {...register(`${name}.${index}.value`)}
          />
          <button type="button" onClick={() => remove(index)} aria-label={`Remove ${row} ${index + 1}`}>
            Remove
          </button>
        </div>
      ))}
      <p>
        <button
          type="button"
          className="small"
          disabled={fields.length >= MAX_ROWS}
          onClick={() => append({ name: "", value: "" })}
        >
          Add a {row}
        </button>
      </p>
      <Fault label={label} message={errors[name]?.message ?? errors[name]?.root?.message} />
    </fieldset>
  );
}
