import { isWellFormedApiKey } from "#shared/api-key.ts";
import { ApiError } from "#shared/errors.ts";
import { limitsOf } from "#shared/plans.ts";
import { authenticateApiKey } from "#db/organizations/api-keys.ts";
import { contractOf } from "#db/organizations/organizations.ts";
import type { Identity } from "../define-route.ts";
import type { RequestContext } from "../request-context.ts";
import { chargeAnonymous } from "./limit-rate.ts";

/** Identifies the caller. A failure is charged to the caller's IP. */
export async function authenticate(context: RequestContext): Promise<void> {
  if (context.route.access === "public") return;
  try {
    context.identity = await identify(context);
  } catch (error) {
    if (error instanceof ApiError) await chargeAnonymous(context.ctx.ip, context.services);
    throw error;
  }
}

/** Checks the route's scope, and the operators' allowlist. */
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

/** @throws ApiError 401 without an Authorization header, and for what is no active key. */
async function identify({ ctx, services }: RequestContext): Promise<Identity> {
  const header = ctx.get("Authorization");
  if (header === "") {
    throw new ApiError("missing_authorization", "Send an API key: Authorization: Bearer sk_…", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  const [, secret] = /^bearer +(\S+)$/i.exec(header) ?? [];
  const key = secret !== undefined && isWellFormedApiKey(secret)
    ? await authenticateApiKey(services.systemDatabase, secret)
    : null;
  if (key === null) {
    throw new ApiError("invalid_credentials", "The API key is not an active one.", {
      headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
    });
  }
  services.keyUsage.note(key.key_id, key.last_used_at);
  return {
    organizationId: key.organization_id,
    organizationName: key.organization_name,
    keyId: key.key_id,
    scopes: key.scopes,
    planTier: key.plan_tier,
    limits: limitsOf(key.plan_tier, contractOf(key)),
    isOperator: services.config.operatorKeyIds.has(key.key_id),
  };
}
