import { inClientSpan } from "#shared/tracing.ts";
import type { PaymentsConfig } from "#shared/config.ts";
import { readText } from "../response-text.ts";

const DEADLINE_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Calls a provider with Stripe's API. @throws Error without BILLING_API_KEY, or where the response does not come in time */
async function callProvider(
  { apiUrl, apiKey }: PaymentsConfig,
  method: "POST" | "DELETE",
  path: string,
  form: Readonly<Record<string, string>>,
) {
  if (apiKey === null) throw new Error("BILLING_API_KEY is not set");
  const response = await inClientSpan(
    `billing ${method}`,
    apiUrl,
    () =>
      fetch(`${apiUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${apiKey.reveal()}`, "Idempotency-Key": crypto.randomUUID() },
        ...(method === "POST" ? { body: new URLSearchParams(form) } : {}),
        redirect: "error",
        signal: AbortSignal.timeout(DEADLINE_MS),
      }),
  );
  const text = await readText(response, MAX_BYTES);
  if (text === null) throw new Error("The billing provider's response is too long");
  return { status: response.status, text };
}

/**
 * Opens the portal of a provider with Stripe's API for a customer: gives the page's URL.
 * @param returnUrl where the page's way back leads
 * @throws Error, the function that it returns, where the provider gives none within 10 seconds
 */
export function createBillingPortal(config: PaymentsConfig, returnUrl: string) {
  return async (customerId: string): Promise<string> => {
    const form = { customer: customerId, return_url: returnUrl };
    const { status, text } = await callProvider(config, "POST", "/v1/billing_portal/sessions", form);
    if (status >= 300) throw new Error(`The billing provider answered ${status}: ${text.slice(0, 500)}`);
    const { url } = JSON.parse(text) as { url?: unknown };
    if (typeof url !== "string" || !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) {
      throw new Error("The billing provider's portal has no URL");
    }
    return url;
  };
}

export type CancelSubscription = ReturnType<typeof createCancelSubscription>;

/**
 * Cancels a subscription at the provider at once; one that has ended stays as it is.
 * @throws Error, the function that it returns, where the provider does not say so within 10 seconds
 */
export function createCancelSubscription(config: PaymentsConfig) {
  return async (subscriptionId: string): Promise<void> => {
    const path = `/v1/subscriptions/${encodeURIComponent(subscriptionId)}`;
    const response = await callProvider(config, "DELETE", path, {});
    // Stripe knows no subscription any more that was cancelled.
    if (response.status >= 300 && response.status !== 404) {
      // The provider's words may name the customer; the activity's failure stands in Temporal's history.
      throw new Error(`The billing provider answered ${response.status}`);
    }
  };
}
