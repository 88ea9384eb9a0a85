import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";
import type { Person } from "./accounts.ts";
import { type Caller, type Reply, replyOf } from "./caller.ts";
import { stack } from "./stack.ts";

/** An event as Stripe sends it, signed or not. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Unix seconds. */
  readonly created: number;
  readonly data: { readonly object: object };
}

interface EventChange {
  readonly id?: string;
  readonly created?: number;
}

const seconds = () => Math.floor(Date.now() / 1000);
const newProviderId = (prefix: string) => `${prefix}_${randomUUID().replaceAll("-", "")}`;

/** The billing provider as the service sees it: customers with subscriptions, events with Stripe's shapes, both forms of signature. */
export class BillingProvider {
  readonly #baseUrl: string;
  readonly #secret: string;

  constructor(baseUrl = stack().baseUrl, secret = String(stack().settings.PAYMENTS_WEBHOOK_SECRET)) {
    this.#baseUrl = baseUrl;
    this.#secret = secret;
  }

  newCustomer(): ProviderCustomer {
    return { id: newProviderId("cus"), subscription: newProviderId("sub") };
  }

  /** A completed checkout. @param change fields of the session, such as `client_reference_id`. */
  checkout(customer: ProviderCustomer, change: object = {}, event: EventChange = {}): ProviderEvent {
    return this.event("checkout.session.completed", {
      id: newProviderId("cs_test"),
      object: "checkout.session",
      mode: "subscription",
      status: "complete",
      payment_status: "paid",
      customer: customer.id,
      subscription: customer.subscription,
      client_reference_id: null,
      customer_email: null,
      customer_details: { email: "buyer@example.com", name: "Ada Lovelace", phone: null },
      metadata: {},
      ...change,
    }, event);
  }

  /** News of the customer's subscription. @param price whose plan it pays for */
  updated(
    customer: ProviderCustomer,
    price: string,
    event: EventChange = {},
    change: object = {},
  ): ProviderEvent {
    return this.event("customer.subscription.updated", this.#subscription(customer, price, change), event);
  }

  /** The end of the customer's subscription. */
  deleted(customer: ProviderCustomer, price = "price_growth", event: EventChange = {}): ProviderEvent {
    const object = this.#subscription(customer, price, { status: "canceled" });
    return this.event("customer.subscription.deleted", object, event);
  }

  /** A person's completed checkout, claimed for the person's organization as the console does it. */
  async buy({ email, call }: Pick<Person, "email" | "call">, customer: ProviderCustomer): Promise<string> {
    const checkout = this.checkout(customer, { customer_details: { email, name: "Ada Lovelace" } });
    await this.deliver(checkout);
    await claimAll(call);
    return (checkout.data.object as { id: string }).id;
  }

  event(type: string, object: object, { id = newProviderId("evt"), created = seconds() }: EventChange = {}) {
    return {
      id,
      object: "event",
      api_version: "2025-09-30",
      livemode: false,
      type,
      created,
      data: { object },
    };
  }

  #subscription(customer: ProviderCustomer, price: string, change: object): object {
    return {
      id: customer.subscription,
      object: "subscription",
      customer: customer.id,
      status: "active",
      cancel_at_period_end: false,
      items: {
        object: "list",
        data: [{
          id: newProviderId("si"),
          object: "subscription_item",
          price: { id: price, object: "price" },
        }],
      },
      metadata: {},
      ...change,
    };
  }

  /** The header over `<t>.<body>`. @param age how many seconds ago it was signed */
  timedSignature(body: string, age = 0, secret = this.#secret): string {
    const time = seconds() - age;
    return `t=${time},v1=${hmac(secret, `${time}.${body}`)}`;
  }

  /** The bare hex form. */
  bareSignature(body: string, secret = this.#secret): string {
    return hmac(secret, body);
  }

  /** Sends an event, signed in the timed form unless a signature is given; null sends none. */
  async send(event: ProviderEvent | string, signature?: string | null): Promise<Reply> {
    const body = typeof event === "string" ? event : JSON.stringify(event, null, 2);
    const header = signature === undefined ? this.timedSignature(body) : signature;
    return await replyOf(
      await fetch(`${this.#baseUrl}/v1/webhooks/payments`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          ...(header === null ? {} : { "Payments-Signature": header }),
        },
        body,
      }),
    );
  }

  /** Sends events that must be received. */
  async deliver(...events: readonly ProviderEvent[]): Promise<void> {
    for (const event of events) {
      const { status, data, meta } = await this.send(event);
      assert.deepEqual([status, data], [200, { received: true }], JSON.stringify(meta));
    }
  }
}

/** Claims every purchase that waits for a person. */
export async function claimAll(call: Caller): Promise<void> {
  const { data } = await call("GET", "/v1/billing/purchases");
  for (const { id, claimed_at } of data) {
    if (claimed_at !== null) continue;
    const claimed = await call("POST", `/v1/billing/purchases/${id}/claim`);
    assert.equal(claimed.status, 200, JSON.stringify(claimed.meta));
  }
}

export interface ProviderCustomer {
  readonly id: string;
  readonly subscription: string;
}

function hmac(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}
