import type { Next } from "koa";
import { ApiError } from "#shared/errors.ts";
import type { Access } from "../define-route.ts";
import type { Identity } from "../identity.ts";
import type { RequestContext, RoutedContext } from "../request-context.ts";
import { blockedByMaintenance, checkMaintenance } from "../maintenance.ts";

/**
 * Identifies the caller, who pays for the request. That credentials are not valid ends a request only once it is charged, in
 * {@link checkAccess}. What everybody may call is answered without the database too: its address then pays.
 *
 * @throws ApiError 503 of a maintenance, in which the database may be away, before the database's own error
 */
export async function identify(ctx: RequestContext, next: Next): Promise<void> {
  const { services, state } = ctx;
  try {
    // A route that answers without Redis and Postgres looks no caller up in them: no cookie and no key may make a probe fail, or wait.
    if (state.route?.answersAlways !== true) state.identity = await services.authenticate(ctx);
  } catch (error) {
    // Without Redis the limiter cannot charge the caller either: waiting for it once more would double the time until the 503.
    if (error instanceof ApiError && error.status < 500) state.credentialsFault = error;
    else if (error instanceof ApiError) throw error;
    else if (state.route !== undefined && state.route.routeScope !== "public") {
      if (blockedByMaintenance(ctx)) {
        await checkMaintenance(services, await services.limiter.maintenance().catch(() => 0));
      }
      throw error;
    }
  }
  await next();
}

/** Checks that the route's scope and access let the caller in. */
export async function checkAccess({ state }: RoutedContext, next: Next): Promise<void> {
  const { route, identity, credentialsFault } = state;
  if (route.routeScope === "public") return await next();
  if (identity === null) throw credentialsFault ?? noCredentials(route.access);
  if (route.routeScope === "operator") checkOperator(identity);
  else checkMember(identity, route.access);
  await next();
}

function noCredentials(access: Access | undefined): ApiError {
  return access === "person"
    ? new ApiError("not_authenticated", "Sign in: this needs a person's session.")
    : new ApiError("missing_authorization", "Send an API key: Authorization: Bearer sk_…", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
}

function checkOperator({ isOperator }: Identity): void {
  if (!isOperator) throw new ApiError("forbidden_operator_only");
}

/** @throws ApiError 403; Error for a route without an access, which `defineRoute` does not compile */
function checkMember({ kind, scopes }: Identity, access: Access | undefined): void {
  if (access === undefined) throw new Error("The route does not say who may call it");
  if (access === "person" && kind !== "session") {
    throw new ApiError("forbidden", "Only a person may do this, by a session; an API key may not.");
  }
  if (typeof access === "object" && !scopes.includes(access.scope)) {
    throw new ApiError("forbidden_missing_scope", `The key lacks the scope ${access.scope}.`, {
      meta: { required_scope: access.scope },
    });
  }
}

/**
 * Refuses what another site has a browser send: browsers add the session's cookie by themselves, and an Origin that no page can forge. Under
 * `/v1/auth/` it is refused without a session too: no other site signs a browser in, or out. Elsewhere a key may come from anywhere.
 */
export async function checkOrigin(ctx: RoutedContext, next: Next): Promise<void> {
  const { state: { route, identity }, services: { config } } = ctx;
  const isSignIn = route.path.startsWith("/v1/auth/");
  if (route.method === "GET" || (identity?.kind !== "session" && !isSignIn)) return await next();
  const origin = ctx.get("Origin");
  if (origin !== "" && origin !== new URL(config.baseUrl).origin) {
    throw new ApiError("forbidden", "The request comes from another site: its Origin is not this service's.");
  }
  await next();
}
