import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { codesOf } from "#api/openapi/responses.ts";
import type { Route } from "#api/http/define-route.ts";
import { ROUTES } from "#api/routes.ts";
import { ERROR_STATUS } from "#shared/errors.ts";
import { ENDPOINTS } from "./access.ts";
import { CODES, HEADERS } from "./codes.ts";
import { type Endpoint, partsOf, type Proof } from "./proof.ts";

/**
 * The text of a spec from its title to the next one's, with what its group declares before the first. Undefined where there is no such
 * file or title.
 */
function specOf(proof: Proof): string | undefined {
  const [file, title] = partsOf(proof);
  const path = new URL(`../${file}`, import.meta.url);
  if (!existsSync(path) || title === "") return undefined;
  const text = readFileSync(path, "utf8");
  const starts = [...text.matchAll(/^ *it\(\s*["`]/gm)].map((match) => match.index + match[0].length);
  const k = starts.findIndex((start) => text.startsWith(title, start));
  const start = starts[k];
  if (start === undefined) return undefined;
  const group = text.lastIndexOf("describe(", start);
  const declared = text.slice(group, starts.find((other) => other > group));
  return declared + text.slice(start, starts[k + 1] ?? text.length);
}

const words = (text = "") => text.split(" ").filter((word) => word !== "");

/** The names of an object's properties, of a list's items, or of all a union's members. */
function fieldsOf(schema: object | undefined): string[] {
  const { type, items, properties, anyOf, oneOf } = (schema ?? {}) as {
    type?: string;
    items?: object;
    properties?: object;
    anyOf?: readonly object[];
    oneOf?: readonly object[];
  };
  if (type === "array") return fieldsOf(items);
  if (properties !== undefined) return Object.keys(properties);
  return [...new Set((anyOf ?? oneOf ?? []).flatMap(fieldsOf))];
}

/** In the query and the `meta` of every list. */
const OF_LISTS = ["limit", "cursor", "next_cursor", "has_more"];

/** A route as an entry of the list. */
function entryOf(route: Route): Record<"takes" | "gives" | "meta" | "headers", string[]> {
  const [status = "", success] = Object.entries(route.responses)[0] ?? [];
  const beyondLists = (names: readonly string[]) => names.filter((name) => !OF_LISTS.includes(name)).sort();
  return {
    takes: beyondLists([...fieldsOf(route.query), ...fieldsOf(route.body)]),
    gives: [status, ...fieldsOf(success?.data).sort()],
    meta: beyondLists(fieldsOf(success?.meta)),
    headers: [...(success?.headers ?? [])].sort(),
  };
}

function listed({ takes, gives, meta, headers }: Endpoint): ReturnType<typeof entryOf> {
  const [status = "", ...fields] = words(gives);
  return {
    takes: words(takes).sort(),
    gives: [status, ...fields.sort()],
    meta: words(meta).sort(),
    headers: words(headers).sort(),
  };
}

describe("The contract's list", () => {
  it("has every route of the service, and no other", () => {
    const routes = ROUTES.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(Object.keys(ENDPOINTS).sort(), routes.sort());
  });

  for (const route of ROUTES) {
    const name = `${route.method} ${route.path}`;
    it(`has the fields, headers and codes of ${name}, and the spec that proves it`, () => {
      const endpoint = ENDPOINTS[name];
      assert.ok(endpoint, `${name} has no entry in test/contract`);
      assert.deepEqual(entryOf(route), listed(endpoint));
      const codes: readonly string[] = codesOf(route);
      assert.deepEqual(words(endpoint.codes).filter((code) => !codes.includes(code)), []);
      assert.deepEqual((route.errors ?? []).filter((code) => !words(endpoint.codes).includes(code)), []);
      assert.ok(specOf(endpoint.proof), `No spec is test/${endpoint.proof}…`);
    });
  }

  it("has every error code with its status, and no other", () => {
    const statuses = Object.fromEntries(
      Object.entries(CODES).flatMap(([status, codes]) =>
        Object.keys(codes).map((code) => [code, Number(status)])
      ),
    );
    assert.deepEqual(statuses, ERROR_STATUS);
  });

  for (const [code, proof] of Object.values(CODES).flatMap((codes) => Object.entries(codes))) {
    it(`names a spec that provokes ${code}`, () => {
      const spec = specOf(proof);
      assert.ok(spec, `No spec is test/${proof}…`);
      assert.ok(spec.includes(`"${code}"`), `"${proof}" asserts no "${code}"`);
    });
  }

  for (const [header, proof] of Object.entries(HEADERS)) {
    it(`names a spec for the header ${header}`, () => {
      const spec = specOf(proof);
      assert.ok(spec, `No spec is test/${proof}…`);
    });
  }

  it("finds no spec that does not exist", () => {
    assert.equal(specOf("api/http/errors.test.ts: no such title"), undefined);
    assert.equal(specOf("api/http/no-such-file.test.ts: not_found"), undefined);
    assert.equal(specOf("api/http/errors.test.ts: "), undefined);
  });
});
