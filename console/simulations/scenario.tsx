import { SelectField, TextArea, TextField } from "../components/form.tsx";

/** A field of a methodology's scenario: the parts of JSON Schema that methodologies use. */
interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

interface ScenarioSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** What was typed into a scenario's fields, by name. */
export type ScenarioValues = Readonly<Record<string, string | number | null | undefined>>;

/** Longer texts get several lines. */
const ONE_LINE = 300;

/** A field for each property of the methodology's scenario schema, in the form's values under `prefix`. */
export function ScenarioFields({ schema, prefix }: { readonly schema: object; readonly prefix: string }) {
  const { properties = {}, required = [] }: ScenarioSchema = schema;
  return (
    <>
      {Object.entries(properties).map(([name, field]) => (
        <ScenarioField
          key={name}
          name={`${prefix}.${name}`}
          label={labelOf(name)}
          required={required.includes(name)}
          field={field}
        />
      ))}
    </>
  );
}

function ScenarioField({ field, ...common }: {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly field: FieldSchema;
}) {
  const { type, description } = field;
  const hint = description ?? boundsOf(field);
  const options = type === "boolean"
    ? [["true", "yes"], ["false", "no"]] as const
    : field.enum?.map((value) => [value, value.replaceAll("_", " ")] as const);
  if (options !== undefined) {
    return <SelectField {...common} hint={hint} options={[["", "not given"], ...options]} />;
  }
  if (type === "number" || type === "integer") {
    const { minimum = field.exclusiveMinimum, maximum } = field;
    const bounds = { min: minimum, max: maximum, step: type === "integer" ? 1 : "any" };
    return <TextField {...common} {...bounds} hint={hint} type="number" />;
  }
  if (type === "array") return <TextArea {...common} rows={3} hint={description ?? `One a line. ${hint}`} />;
  const { maxLength, pattern } = field;
  return maxLength === undefined || maxLength > ONE_LINE
    ? <TextArea {...common} rows={3} hint={hint} maxLength={maxLength} />
    : <TextField {...common} hint={hint} maxLength={maxLength} pattern={pattern} />;
}

/** `monthly_price_usd` as "Monthly price USD". */
export function labelOf(name: string): string {
  const words = name.replaceAll("_", " ").replace(/\busd\b/, "USD");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A scenario's value, or one of the metadata. */
export function valueInWords(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return new Intl.NumberFormat().format(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function boundsOf({ minimum, exclusiveMinimum, maximum, maxItems, pattern }: FieldSchema): string {
  if (pattern === "^[0-9]{4}-[0-9]{2}-[0-9]{2}$") return "As 2026-11-03";
  const number = new Intl.NumberFormat();
  const parts = [
    minimum === undefined ? "" : `from ${number.format(minimum)}`,
    exclusiveMinimum === undefined ? "" : `above ${number.format(exclusiveMinimum)}`,
    maximum === undefined ? "" : `up to ${number.format(maximum)}`,
    maxItems === undefined ? "" : `at most ${number.format(maxItems)}`,
  ].filter((part) => part !== "");
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether anything was typed into a scenario. */
export function isFilled(values: ScenarioValues = {}): boolean {
  return Object.values(values).some((value) => value !== undefined && value !== null && value !== "");
}

/** The scenario as the API takes it: what is empty is left out. Undefined where nothing is given. */
export function scenarioOf(schema: object, values: ScenarioValues = {}): Record<string, unknown> | undefined {
  const { properties = {} }: ScenarioSchema = schema;
  const given = Object.entries(properties).flatMap(([name, field]) => {
    const value = valueOf(field, values[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function valueOf({ type }: FieldSchema, typed: ScenarioValues[string]): unknown {
  if (typed === undefined || typed === null || typed === "") return undefined;
  if (type === "boolean") return typed === "true";
  if (type === "number" || type === "integer") return Number(typed);
  if (type !== "array") return String(typed);
  const lines = String(typed).split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return lines.length === 0 ? undefined : lines;
}

/** A stored scenario as its fields hold it. */
export function typedScenario(context: object | null): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(context ?? {}).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "number" ? value : Array.isArray(value) ? value.join("\n") : String(value),
    ]),
  );
}
