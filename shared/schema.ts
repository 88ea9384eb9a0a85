import Type, { type TNumberOptions, type TSchema, type TStringOptions } from "typebox";

/** What the document says of a text, a number or a flag, and what is asked of it. */
export const text = (description: string, options?: TStringOptions) =>
  Type.String({ ...options, description });
export const integer = (description: string, options?: TNumberOptions) =>
  Type.Integer({ ...options, description });
export const number = (description: string, options?: TNumberOptions) =>
  Type.Number({ ...options, description });
export const boolean = (description: string, options?: { readonly default: boolean }) =>
  Type.Boolean({ ...options, description });

/** An object that refuses unknown fields: a caller who mistypes one gets a 400 instead of a default. */
export function strictObject<T extends Record<string, TSchema>>(properties: T, description?: string) {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

/**
 * Gives a schema its name in the OpenAPI document: it stands there once, is referred to from wherever it is used, and generators name a type
 * after it. Validation does not see the name.
 */
export function named<T extends TSchema>(name: string, schema: T): T {
  return Object.assign(schema, { title: name });
}

/** A {@link strictObject} with a name in the OpenAPI document. */
export function namedObject<T extends Record<string, TSchema>>(
  name: string,
  properties: T,
  description?: string,
) {
  return named(name, strictObject(properties, description));
}

/** The schema's values, or null. */
export function nullable<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

/** One of these texts, with its type, which code generators need beside the values. */
export function oneOf<const Value extends string>(values: readonly Value[], description?: string) {
  return Type.Unsafe<Value>({
    type: "string",
    enum: [...values],
    ...(description === undefined ? {} : { description }),
  });
}
