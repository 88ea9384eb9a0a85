import type { Route } from "#api/http/define-route.ts";
import { ROUTES } from "#api/routes.ts";

/** Who calls, and which operations: Schemathesis runs once for each part. */
export interface Part {
  readonly name: string;
  readonly what: string;
  /** Whose credentials the calls carry. */
  readonly as: "key" | "person" | "operator" | "visitor";
  readonly has: (route: Route) => boolean;
}

/** Operators come last: they put the service into maintenance, and take methodologies out of it. */
export const PARTS: readonly Part[] = [
  {
    name: "integrators",
    what: "the routes of organizations, with an API key",
    as: "key",
    has: ({ fence, access, operationId }) =>
      fence === "organization" && access !== "person" && operationId !== "rotateApiKey",
  },
  {
    name: "visitors",
    what: "the routes without credentials: signing up and in, payments, the status",
    as: "visitor",
    has: ({ fence }) => fence === "public",
  },
  {
    name: "people",
    what: "the routes of people, with a session",
    as: "person",
    has: ({ fence, access, operationId }) =>
      fence === "organization" && (access === "person" || operationId === "rotateApiKey"),
  },
  {
    name: "operators",
    what: "the routes of operators, with an operator's key",
    as: "operator",
    has: ({ fence }) => fence === "operator",
  },
];

/** The ids of a part's operations. */
export function operationsOf({ has }: Part): string[] {
  return ROUTES.filter(has).map(({ operationId }) => operationId);
}
