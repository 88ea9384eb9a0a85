import type { TSchema } from "typebox";
import { parseId } from "#shared/ids.ts";
import type { Route } from "../define-route.ts";
import { RAW_BODY, strictObject } from "../fields.ts";
import { checkText } from "../json.ts";
import type { RequestContext } from "../request-context.ts";
import { type Check, compileCheck } from "../validator.ts";

const NOTHING = strictObject({});

interface Checks {
  readonly params: Check;
  readonly query: Check;
  readonly body: Check;
}

const compiled = new WeakMap<Route, Checks>();

/** Compiles a route's validators, at start and ahead of its first request. */
export function prepareValidation(route: Route): void {
  checksOf(route);
}

/** Checks path, query and body by the route's schemas. Ids become bare lower-case UUIDs. @throws ApiError 400 */
export function validate(context: RequestContext): Promise<void> {
  const { route } = context;
  const checks = checksOf(route);
  const params = Object.fromEntries(
    Object.entries(context.rawParams).map(([name, value]) => [name, bareId(value, idPrefix(route, name))]),
  );
  checks.params(params);
  const query: Record<string, unknown> = { ...context.ctx.query };
  checks.query(query);
  checkTexts(params, "/path");
  checkTexts(query, "/query");
  if (route.method !== "GET" && route.method !== "DELETE" && route.body !== RAW_BODY) {
    checks.body(context.body);
  }
  context.params = params;
  context.query = query;
  return Promise.resolve();
}

function checksOf(route: Route): Checks {
  let checks = compiled.get(route);
  if (checks === undefined) {
    const orNothing = (schema: TSchema | undefined) => schema ?? NOTHING;
    checks = {
      params: compileCheck(orNothing(route.params), "/path"),
      query: compileCheck(orNothing(route.query), "/query"),
      body: compileCheck(orNothing(route.body === RAW_BODY ? undefined : route.body), ""),
    };
    compiled.set(route, checks);
  }
  return checks;
}

function checkTexts(values: Readonly<Record<string, unknown>>, location: "/path" | "/query"): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") checkText(value, `${location}/${name}`);
  }
}

/** An id without its prefix; anything else as it is, for the schema to refuse. */
function bareId(value: string, prefix: string | undefined): string {
  return parseId(value, prefix) ?? value;
}

/** Simulation ids are also accepted as `sim_<uuid>`, which their schema declares. */
function idPrefix(route: Route, name: string): string | undefined {
  const schema = route.params?.properties[name] as { "x-id-prefix"?: string } | undefined;
  return schema?.["x-id-prefix"];
}
