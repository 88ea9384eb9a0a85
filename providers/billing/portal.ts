import { inClientSpan } from "#shared/tracing.ts";
import type { PaymentsConfig } from "#shared/config.ts";

/** Opens the provider's portal for a customer. @returns the page's URL. @throws Error where the provider gives none within 10 seconds */
export type BillingPortal = (customerId: string) => Promise<string>;

const DEADLINE_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** The billing portal of a provider with Stripe's API. @param returnUrl where the page's way back leads */
export function createBillingPortal({ apiUrl, apiKey }: PaymentsConfig, returnUrl: string): BillingPortal {
  return async (customerId) => {
    if (apiKey === null) throw new Error("BILLING_API_KEY is not set");
    const response = await inClientSpan(
      "billing POST",
      apiUrl,
      () =>
        fetch(`${apiUrl}/v1/billing_portal/sessions`, {
          method: "POST",
          headers: { Authorization: `Bearer ${apiKey.reveal()}`, "Idempotency-Key": crypto.randomUUID() },
          body: new URLSearchParams({ customer: customerId, return_url: returnUrl }),
          redirect: "error",
          signal: AbortSignal.timeout(DEADLINE_MS),
        }),
    );
    const text = await textOf(response);
    if (!response.ok) {
      throw new Error(`The billing provider answered ${response.status}: ${text.slice(0, 500)}`);
    }
    const { url } = JSON.parse(text) as { url?: unknown };
    if (typeof url !== "string" || !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) {
      throw new Error("The billing provider's portal has no URL");
    }
    return url;
  };
}

/** @throws Error for a response over {@link MOST_BYTES} */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > MOST_BYTES) throw new Error("The billing provider's response is too long");
  }
  return text;
}
