import fc, { type Arbitrary } from "fast-check";
import type { TSchema } from "typebox";
import type { Route } from "#api/http/define-route.ts";

/** Values at the limits of their types, and texts that break parsers and databases. */
const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1, 0.1, 1e-300, 1e300, 2 ** 31, 2 ** 53, -(2 ** 63), 10_000, 10_001],
  ...[
    "",
    " ",
    "\n",
    "0",
    "null",
    "true",
    "NaN",
    "\u0000",
    "\ud800",
    "\uffff",
    "😀".repeat(50),
    "x".repeat(5_000),
    "' OR 1=1 --",
    "%s%n",
  ],
  ...["__proto__", "constructor", "../../etc/passwd", "{{7*7}}", "${7*7}", "\u202e", "İı", "sim_", "evt_"],
  ...[
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:60Z",
    "2016-12-31T23:59:60Z",
    "2026-02-30T00:00:00Z",
    "2026-01-01 00:00:00z",
  ],
  ...["2026-01-01T00:00:00+23:59", "+275760-09-13T00:00:00Z", "2026-11-20", "infinity", "-infinity", "now"],
  ...[
    "https://[::1]/",
    "https://a@b:99999/",
    "http://localhost/",
    "https://xn--/",
    "https://example.com/\u0000",
    "https://1/",
  ],
  ...["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"],
  ...[[], {}, [[]], [null], { "": "" }, JSON.parse('{"__proto__": {"x": 1}}'), Array(300).fill(0)],
];

const ODD_BODIES = ["", "{", "[]", "nul", '{"a":1,"a":2}', "[".repeat(40), '"\\ud800"', "\ufeff{}", "1e999"];

export const oddText = fc.oneof(
  fc.constantFrom(
    ...ODD.filter((value) => typeof value === "string" || typeof value === "number").map(String),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const anyValue = fc.oneof(
  fc.constantFrom(...ODD),
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.string({ unit: "binary" }),
);

/** Values for fields whose rules no schema holds, so that requests reach their handlers. */
const FITTING: Readonly<Record<string, Arbitrary<unknown>>> = {
  workflow_id: fc.constantFrom("brand-trust", "policy-support", "no-such-workflow"),
  url: fc.constantFrom("https://example.com/hook", "https://hooks.example.com:8443/a?b=c"),
  callback_url: fc.constantFrom("https://example.com/hook"),
  question: fc.constantFrom("Would you buy this oat drink?", "Do you trust this brand?", "Is it raining?"),
  custom_headers: fc.constantFrom({}, { "X-Token": "secret" }),
  cursor: fc.constant(undefined),
};

/** Mostly values that a schema allows: one in 15 is any other. */
function likeSchema(schema: TSchema | undefined): Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: valid(schema) }, { weight: 1, arbitrary: anyValue });
}

function likeNamed(name: string, schema: TSchema): Arbitrary<unknown> {
  // No longer wait than a second: a spec sends hundreds.
  if (name === "wait") return fc.constantFrom(undefined, 1, 0, 31, "x");
  const fitting = FITTING[name];
  const usual = likeSchema(schema);
  return fitting === undefined
    ? usual
    : fc.oneof({ weight: 8, arbitrary: fitting }, { weight: 1, arbitrary: usual });
}

// deno-lint-ignore no-explicit-any -- JSON Schema has no type here
function valid(schema: any): Arbitrary<unknown> {
  if (schema === undefined || schema === null) return anyValue;
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  for (const choices of [schema.anyOf, schema.oneOf]) {
    if (choices !== undefined) return fc.oneof(...choices.map(likeSchema));
  }
  if (schema.allOf !== undefined) return likeSchema(Object.assign({}, ...schema.allOf));
  switch ([schema.type].flat()[0]) {
    case "object": {
      const properties = Object.entries(schema.properties ?? {});
      const known = fc.record(
        Object.fromEntries(
          properties.map(([name, property]) => [name, likeNamed(name, property as TSchema)]),
        ),
        {
          requiredKeys: properties.map(([name]) => name).filter((name) =>
            (schema.required ?? []).includes(name)
          ),
        },
      );
      const odd = fc.dictionary(
        fc.oneof(oddText, fc.constantFrom("X-Token", "host")),
        likeSchema(schema.additionalProperties || undefined),
        { maxKeys: 2 },
      );
      return fc.tuple(
        known,
        fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: odd }),
      )
        .map(([left, right]) => ({ ...left, ...right }));
    }
    case "array":
      return fc.array(likeSchema(schema.items), { maxLength: 5 });
    case "integer":
    case "number": {
      const { minimum = 0, maximum = 2 ** 53 - 1 } = schema;
      return schema.type === "integer"
        ? fc.maxSafeInteger().map((n) => minimum + Math.abs(n) % (maximum - minimum + 1))
        : fc.double({ min: minimum, max: maximum, noNaN: true });
    }
    case "boolean":
      return fc.boolean();
    case "string":
      return validText(schema);
    default:
      return anyValue;
  }
}

function validText(schema: { readonly format?: string; readonly maxLength?: number }): Arbitrary<unknown> {
  switch (schema.format) {
    case "uuid":
      return fc.uuid();
    case "date-time":
      return fc.oneof(fc.date({ noInvalidDate: true }).map((date) => date.toISOString()), oddText);
    case "uri":
      return fc.webUrl({ validSchemes: ["https"] });
    default:
      return fc.oneof(
        fc.string({ unit: "binary", maxLength: Math.min(schema.maxLength ?? 40, 3_000) }),
        oddText,
      );
  }
}

/** A request to a route, mostly valid by its schemas. */
export interface OddRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** Header values that HTTP allows. */
const headerText = oddText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, "").trim().slice(0, 300));

/** @param ids of existing rows */
export function requestTo(route: Route, ids: readonly string[]): Arbitrary<OddRequest> {
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: oddText },
  );
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const queried = (name: string, schema: TSchema) =>
    fc.oneof({ weight: 8, arbitrary: likeNamed(name, schema) }, { weight: 1, arbitrary: oddText });
  const query = fc.record(
    Object.fromEntries(
      Object.entries(route.query?.properties ?? {}).map((
        [name, schema],
      ) => [name, fc.option(queried(name, schema), { nil: undefined })]),
    ),
  );
  const fitting = route.body === undefined
    ? fc.constantFrom("", "{}")
    : likeSchema(route.body).map((value) => JSON.stringify(value) ?? "");
  const body = fc.oneof(
    { weight: 16, arbitrary: fitting },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_BODIES) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  );
  const header = (value: Arbitrary<string>, often: number) =>
    fc.option(value, { nil: undefined, freq: often });
  return fc.record({
    ids: fc.tuple(...names.map(() => id)),
    query,
    extra: fc.oneof({ weight: 15, arbitrary: fc.constant("") }, {
      weight: 1,
      arbitrary: oddText.map((text) => `&${encode(text)}=1&%zz&=&limit=1&limit=2`),
    }),
    key: header(fc.oneof({ weight: 8, arbitrary: fc.uuid() }, { weight: 1, arbitrary: headerText }), 12),
    requestId: header(headerText, 1),
    type: header(
      fc.oneof({ weight: 20, arbitrary: fc.constant("application/json") }, {
        weight: 1,
        arbitrary: headerText,
      }),
      9,
    ),
    encoding: header(fc.constantFrom("gzip;q=1", "br", "*;q=0", ";;,,", "identity;q=nan"), 1),
    forwarded: header(headerText, 1),
    body,
  }).map(({ ids, query, extra, key, requestId, type, encoding, forwarded, body }) => {
    const search = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) =>
        `${encode(name)}=${encode(typeof value === "string" ? value : JSON.stringify(value) ?? "")}`
      )
      .join("&");
    const headers = {
      "Idempotency-Key": key,
      "X-Request-Id": requestId,
      "Content-Type": type,
      "Accept-Encoding": encoding,
      "X-Forwarded-For": forwarded,
    };
    return {
      path: `${route.path.replaceAll(/\{\w+\}/g, () => encode(ids.shift() ?? ""))}?${search}${extra}`,
      headers: Object.fromEntries(
        Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      body: ["GET", "DELETE"].includes(route.method) ? undefined : body,
    };
  });
}

/** Percent-encodes text, half surrogates included, which no correct client sends. */
export function encode(text: string): string {
  return [...text].map((character) => character.isWellFormed() ? encodeURIComponent(character) : "%ED%A0%80")
    .join("");
}
