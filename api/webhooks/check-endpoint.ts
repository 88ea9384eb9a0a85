import { checkCustomHeaders } from "#shared/webhooks/custom-headers.ts";
import { validationError } from "#shared/errors.ts";
import { checkTargetUrl } from "#shared/webhooks/endpoint-url.ts";
import type { Config } from "#shared/config.ts";

/** @throws ApiError 400 for a URL that deliveries may not go to. */
export function checkTarget(url: string, field: string, { webhookAllowLoopback }: Config): void {
  const target = checkTargetUrl(url, { allowLoopback: webhookAllowLoopback });
  if (!target.ok) throw validationError([{ field, message: target.reason }]);
}

/** @throws ApiError 400 for headers that cannot be kept or sent. */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const fault = checkCustomHeaders(headers);
  if (fault === null) return;
  const at = fault.name === null ? "" : `/${fault.name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  throw validationError([{ field: `/custom_headers${at}`, message: fault.reason }]);
}
