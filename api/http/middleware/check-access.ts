import { ApiError } from "#shared/errors.ts";
import type { RequestContext } from "../request-context.ts";

/** Scopes and the operators' allowlist. */
export function checkAccess({ route: { access }, identity }: RequestContext): Promise<void> {
  if (access === "operator" && identity?.isOperator !== true) {
    throw new ApiError("forbidden_operator_only", "Only an operator's key may do this.");
  }
  if (typeof access === "object" && identity?.scopes.includes(access.scope) !== true) {
    throw new ApiError("forbidden_missing_scope", `The key lacks the scope ${access.scope}.`, {
      meta: { required_scope: access.scope },
    });
  }
  return Promise.resolve();
}
