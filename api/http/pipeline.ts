import type { Middleware, RequestContext } from "./request-context.ts";
import { authenticate } from "./middleware/authenticate.ts";
import { checkAccess } from "./middleware/check-access.ts";
import { limitAnonymous } from "./middleware/limit-anonymous.ts";
import { limitRate } from "./middleware/limit-rate.ts";
import { readBody } from "./middleware/read-body.ts";
import { respond } from "./middleware/respond.ts";
import { validate } from "./middleware/validate.ts";

/** What happens to every request that found its route, in this order. A step answers by throwing an ApiError. */
const PIPELINE: readonly Middleware[] = [
  limitAnonymous, // 429 rate_limit_exceeded, 503 rate_limiter_unavailable
  authenticate, //   401 missing_authorization, invalid_credentials
  limitRate, //      429 rate_limit_exceeded, 503 rate_limiter_unavailable
  checkAccess, //    403 forbidden_missing_scope, forbidden_operator_only
  readBody, //       400, 413 validation_error
  validate, //       400 validation_error
  respond, //        409 idempotency_*, and the handler's own
];

export async function run(call: RequestContext): Promise<void> {
  for (const step of PIPELINE) await step(call);
}
