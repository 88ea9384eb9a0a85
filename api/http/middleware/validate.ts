import type { TSchema } from "typebox";
import Type from "typebox";
import { parseId } from "#shared/ids.ts";
import type { JsonObject } from "#shared/json.ts";
import type { RequestContext } from "../request-context.ts";
import { checkText } from "../json.ts";
import type { AnyRoute } from "../define-route.ts";
import { type Check, compileCheck } from "../validator.ts";

const NOTHING = Type.Object({}, { additionalProperties: false });

interface Checks {
  readonly params: Check;
  readonly query: Check;
  readonly body: Check;
}

const compiled = new WeakMap<AnyRoute, Checks>();

function checksOf(route: AnyRoute): Checks {
  let checks = compiled.get(route);
  if (checks === undefined) {
    const closed = (schema: TSchema | undefined) => schema ?? NOTHING;
    checks = {
      params: compileCheck(closed(route.params), "/path"),
      query: compileCheck(closed(route.query), "/query"),
      body: compileCheck(closed(route.body), ""),
    };
    compiled.set(route, checks);
  }
  return checks;
}

/** Compiles a route's validators ahead of its first request. */
export function prepare(route: AnyRoute): void {
  checksOf(route);
}

/** Path, query and body against the route's schemas. Ids come out as bare lower-case UUIDs. */
export function validate(call: RequestContext): Promise<void> {
  const checks = checksOf(call.route);
  const params = Object.fromEntries(
    Object.entries(call.rawParams).map((
      [name, value],
    ) => [name, parseId(value, idPrefix(call.route, name)) ?? value]),
  );
  checks.params(params);
  const query = { ...call.ctx.query } as JsonObject;
  checks.query(query);
  for (const [where, values] of [["/path", params], ["/query", query]] as const) {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === "string") checkText(value, `${where}/${name}`);
    }
  }
  if (call.route.method !== "GET" && call.route.method !== "DELETE") checks.body(call.body);
  call.params = params;
  call.query = query;
  return Promise.resolve();
}

/** Simulation ids are also accepted as `sim_<uuid>`: their schema says so. */
function idPrefix(route: AnyRoute, name: string): string | undefined {
  const schema = route.params?.properties[name] as { "x-id-prefix"?: string } | undefined;
  return schema?.["x-id-prefix"];
}
