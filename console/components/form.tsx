import { ServiceError } from "#client/index.ts";
import { createElement, type ReactNode, useEffect, useId, useState } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  get,
  useFieldArray,
  useForm,
  useFormContext,
  type UseFormReturn,
} from "react-hook-form";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { Button, ErrorNotice } from "./page.tsx";

interface FormProps<Values extends FieldValues> {
  /** Sends the values. What it throws stands beside its field, or above the fields. */
  readonly onSubmit: (values: Values) => Promise<unknown>;
  /** The label of the button that sends. */
  readonly submit: string;
  /** Stands beside the button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

interface WithDefaults<Values extends FieldValues> extends FormProps<Values> {
  readonly defaults: DefaultValues<Values>;
}

/** A form. The browser checks what the fields' attributes say before it is sent; the service's faults come back to their fields. */
export function Form<Values extends FieldValues>({ defaults, ...form }: WithDefaults<Values>) {
  return <FormOf form={useForm<Values>({ defaultValues: defaults })} {...form} />;
}

/** What was typed is kept in this tab under the draft's name, until `discard`: a reload or the end of a session loses nothing. */
export function useDraft<Values extends FieldValues>(draft: string, defaults: DefaultValues<Values>) {
  const key = `draft:${draft}`;
  const [stored] = useState(() => storedDraft(key));
  const form = useForm<Values>({ defaultValues: { ...defaults, ...stored } });
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => sessionStorage.setItem(key, JSON.stringify(values)));
    return unsubscribe;
  }, [form, key]);
  return { form, discard: () => sessionStorage.removeItem(key) };
}

/** What was typed before; nothing where it cannot be read. */
function storedDraft(key: string): object {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** A form of which its page knows more. */
export function FormOf<Values extends FieldValues>(
  { form, onSubmit, submit, aside, isWaiting = false, fieldOf, advice, children }: FormProps<Values> & {
    readonly form: UseFormReturn<Values>;
    /** True while something that is sent with the values is on its way; `aside` says what. */
    readonly isWaiting?: boolean;
    /** The field that a fault's JSON pointer belongs to, such as `/overrides/price`, where it is not the one of the same name. */
    readonly fieldOf?: (pointer: string) => string | undefined;
    /** What to do about a refusal; stands under it. */
    readonly advice?: (error: unknown) => ReactNode;
  },
) {
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      showFaults(form, error, fieldOf);
    }
  });
  const failure: unknown = errors.root?.["cause"];
  return (
    <FormProvider {...form}>
      <form
        className="form stack"
        onSubmit={(event) => {
          // A fault of the service beside several fields, as of a header, would else stay and hold the form for good.
          form.clearErrors();
          return send(event);
        }}
      >
        <ErrorNotice error={failure}>{advice?.(failure)}</ErrorNotice>
        {children}
        <p className="actions">
          <button type="submit" className="primary" disabled={isSubmitting || isWaiting}>
            {isSubmitting ? "One moment …" : submit}
          </button>
          {aside}
        </p>
      </form>
    </FormProvider>
  );
}

/** A form in a dialog, which closes once the values are sent. */
export function FormDialog<Values extends FieldValues>(
  { title, description, trigger, onSubmit, ...form }: Omit<DialogProps, "children"> & WithDefaults<Values>,
) {
  return (
    <Dialog title={title} description={description} trigger={trigger}>
      {(close) => <Form {...form} onSubmit={(values) => onSubmit(values).then(close)} />}
    </Dialog>
  );
}

/** Puts the service's faults beside the fields that they name, and all else above the fields. */
function showFaults<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldOf?: (pointer: string) => string | undefined,
): void {
  const faults = error instanceof ServiceError && error.code === "validation_error" ? error.meta.errors : [];
  const names = Object.keys(form.getValues());
  let isPlaced = false;
  for (const { field, message } of faults) {
    const name = fieldOf?.(field) ??
      names.find((each) => field === `/${each}` || field.startsWith(`/${each}/`));
    if (name === undefined) continue;
    // A fault within the field names its part: a header, a key of the metadata.
    const part = field.slice(name.length + 2).replaceAll("~1", "/").replaceAll("~0", "~");
    const placed = part === "" ? message : `${part} ${message}`;
    form.setError(name as FieldPath<Values>, { message: placed }, { shouldFocus: !isPlaced });
    isPlaced = true;
  }
  if (!isPlaced) form.setError("root", { type: "service", message: "", cause: error } as never);
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly required?: boolean | undefined;
}

/** What is wrong with a field, in a sentence that begins with its label. */
export function Fault({ id, label, message }: {
  readonly id?: string;
  readonly label: string;
  readonly message: unknown;
}) {
  return (
    <div id={id} className="fault" role="alert">
      {message === undefined ? null : `${label} ${String(message)}`}
    </div>
  );
}

/** A field's label, hint and fault around its control, tied to it for screen readers. */
function Field({ as, name, label, hint, required, children, ...attributes }: FieldProps & {
  readonly as: "input" | "select" | "textarea";
  readonly type?: string | undefined;
  readonly children?: ReactNode;
}) {
  const id = useId();
  const { register, formState: { errors } } = useFormContext();
  const fault = (get(errors, name) as { readonly message?: unknown } | undefined)?.message;
  const control = {
    ...attributes,
    id,
    required: required ?? false,
    "aria-describedby": `${id}-hint ${id}-fault`,
    "aria-invalid": fault !== undefined,
    ...register(name, attributes.type === "number" ? { setValueAs: numberOf } : {}),
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required ? null : <span className="optional">optional</span>}
      </label>
      {createElement(as, control, children)}
      <div id={`${id}-hint`} className="hint">{hint}</div>
      <Fault id={`${id}-fault`} label={label} message={fault} />
    </div>
  );
}

/** A line of text. `type`, `pattern`, `maxLength`, `min` … are the browser's to check. */
export function TextField(props: FieldProps & Omit<React.ComponentProps<"input">, "name">) {
  return <Field {...props} as="input" />;
}

export function TextArea(props: FieldProps & Omit<React.ComponentProps<"textarea">, "name">) {
  return <Field {...props} as="textarea" />;
}

/** A value with its label, or one that is its own label. */
export type Option<Value = string> = Value | readonly [value: Value, label: string];

/** Options, each with its label. */
export const labelled = <Value extends string | number>(options: readonly Option<Value>[]) =>
  options.map((option) => typeof option === "object" ? option : [option, option] as const);

export function SelectField({ options, ...field }: FieldProps & { readonly options: readonly Option[] }) {
  return (
    <Field {...field} as="select">
      {labelled(options).map(([value, text]) => <option key={value} value={value}>{text}</option>)}
    </Field>
  );
}

/** Any number of several values, as boxes to tick. */
export function CheckList({ name, label, hint, options }: FieldProps & {
  readonly options: readonly Option[];
}) {
  const { register, formState: { errors } } = useFormContext();
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      {labelled(options).map(([value, text]) => (
        <label key={value} className="check">
          <input type="checkbox" value={value} {...register(name)} /> {text}
        </label>
      ))}
      <div className="hint">{hint}</div>
      <Fault label={label} message={errors[name]?.message} />
    </fieldset>
  );
}

/** An empty number field is no number. */
function numberOf(text: unknown): number | null {
  return text === "" || text === null || text === undefined ? null : Number(text);
}

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
          <Button onClick={() => remove(index)} aria-label={`Remove ${row} ${index + 1}`}>Remove</Button>
        </div>
      ))}
      <p>
        <Button small disabled={fields.length >= MAX_ROWS} onClick={() => append({ name: "", value: "" })}>
          Add a {row}
        </Button>
      </p>
      <Fault label={label} message={errors[name]?.message ?? errors[name]?.root?.message} />
    </fieldset>
  );
}
