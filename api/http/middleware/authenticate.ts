import { isWellFormedApiKey } from "#shared/api-key.ts";
import { ApiError } from "#shared/errors.ts";
import { limitsOf } from "#shared/plans.ts";
import { authenticateApiKey } from "#db/organizations/api-keys.ts";
import { contractOf } from "#db/organizations/organizations.ts";
import type { RequestContext } from "../request-context.ts";
import type { Identity } from "../define-route.ts";
import { anonymousBucket } from "./limit-anonymous.ts";
import { refuse } from "./limit-rate.ts";

/** Finds out who calls. A failure takes a request from the caller's IP. */
export async function authenticate(call: RequestContext): Promise<void> {
  if (call.route.access === "public") return;
  const { ctx, services } = call;
  try {
    call.identity = await identify(call);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { limiter, config } = services;
    const bucket = await limiter.take(anonymousBucket(ctx.ip), config.anonymousRequestsPerMinute);
    throw bucket.allowed ? error : refuse(bucket);
  }
}

async function identify({ ctx, services }: RequestContext): Promise<Identity> {
  const header = ctx.get("Authorization");
  if (header === "") {
    throw new ApiError("missing_authorization", "Send an API key: Authorization: Bearer sk_…", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  const key = /^bearer +(\S+)$/i.exec(header)?.[1] ?? "";
  const found = isWellFormedApiKey(key) ? await authenticateApiKey(services.systemDatabase, key) : null;
  if (found === null) {
    throw new ApiError("invalid_credentials", "The API key is not an active one.", {
      headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
    });
  }
  services.keyUsage.note(found.key_id, found.last_used_at);
  return {
    organizationId: found.organization_id,
    organizationName: found.organization_name,
    keyId: found.key_id,
    scopes: found.scopes,
    planTier: found.plan_tier,
    limits: limitsOf(found.plan_tier, contractOf(found)),
    isOperator: services.config.operatorKeyIds.has(found.key_id),
  };
}
