import Type, { type Static, type TSchema } from "typebox";
import { hmacSha256, sameBytes } from "#shared/crypto.ts";
import type { Checkout, PaymentEvent, SubscriptionUpdate } from "#db/billing/payments.ts";
import { normalizeEmail } from "#shared/accounts.ts";
import { unavailable } from "#shared/errors.ts";
import { PLAN_TIERS, type PlanTier } from "#shared/plans.ts";
import { Buffer } from "node:buffer";
import { nullable } from "../http/fields.ts";
import { parseJsonBody } from "../http/json.ts";
import { compileCheck } from "../http/validator.ts";

/** How old a signature may be, and how far ahead of this clock (specification, "Limits"). */
const FRESH_SECONDS = 300;
const HEX_DIGEST = /^[0-9a-f]{64}$/i;
/** A header holds one timestamp and a signature for each of the provider's secrets. */
const MAX_SIGNATURES = 10;

/**
 * Whether the provider signed these bytes: `t=<unix>,v1=<hex>` over `<t>.<bytes>` within five minutes, or the bare hex HMAC-SHA256 of the
 * bytes, which has no time.
 */
export function isSigned(header: string, bytes: Uint8Array, secret: string, now: Date): boolean {
  const key = Buffer.from(secret);
  const matches = (hex: string, signed: Uint8Array) =>
    HEX_DIGEST.test(hex) && sameBytes(Buffer.from(hex, "hex"), hmacSha256(key, signed));
  const bare = header.trim();
  if (HEX_DIGEST.test(bare)) return matches(bare, bytes);
  const parts = bare.split(",").slice(0, 1 + MAX_SIGNATURES).map((part) => part.trim().split("="));
  const times = parts.filter(([name]) => name === "t").map(([, value = ""]) => value);
  const [time = ""] = times;
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > FRESH_SECONDS) return false;
  const signed = Buffer.concat([Buffer.from(`${time}.`), bytes]);
  return parts.some(([name, value = ""]) => name === "v1" && matches(value, signed));
}

const ProviderId = Type.String({ minLength: 1, maxLength: 255 });
/** An id, or the whole object where the provider was told to expand it. */
const Reference = Type.Union([ProviderId, Type.Object({ id: ProviderId })]);
const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

const Event = Type.Object({
  id: ProviderId,
  type: Type.String({ minLength: 1, maxLength: 255 }),
  created: Type.Integer({ minimum: 0, maximum: 99_999_999_999, description: "Unix seconds" }),
  data: Type.Object({ object: Type.Object({}) }),
});

const Price = Type.Object({ id: ProviderId });
const Subscription = Type.Object({
  id: ProviderId,
  customer: Reference,
  status: Type.String({ minLength: 1, maxLength: 100 }),
  items: Type.Object({
    data: Type.Array(Type.Object({ price: optional(Price), plan: optional(Price) }), { maxItems: 100 }),
  }),
});

const Session = Type.Object({
  id: ProviderId,
  customer: optional(Reference),
  subscription: optional(Reference),
  customer_email: optional(Type.String({ maxLength: 800 })),
  customer_details: optional(
    Type.Object({
      email: optional(Type.String({ maxLength: 800 })),
      name: optional(Type.String({ maxLength: 1_000 })),
    }),
  ),
  payment_status: optional(Type.String({ maxLength: 100 })),
});

const checkEvent = compileCheck(Event, "");
const checkSubscription = compileCheck(Subscription, "/data/object");
const checkSession = compileCheck(Session, "/data/object");

/** An event of the provider that changes something, or one of a type that nothing follows from. */
export type ReadEvent =
  | { readonly kind: "subscription"; readonly event: PaymentEvent; readonly news: SubscriptionUpdate }
  | { readonly kind: "checkout"; readonly event: PaymentEvent; readonly checkout: Checkout }
  | { readonly kind: "other" };

/**
 * Reads an event from its signed bytes.
 *
 * @throws ApiError 400 for what has not the provider's shapes
 */
export function readEvent(bytes: Uint8Array, pricePlans: ReadonlyMap<string, PlanTier>): ReadEvent {
  const body: unknown = parseJsonBody(bytes);
  checkEvent(body);
  const { id, type, created, data: { object } } = body as Static<typeof Event>;
  const event = { id, type, created_at: new Date(created * 1000) };
  switch (type) {
    case "checkout.session.completed":
      checkSession(object);
      return { kind: "checkout", event, checkout: readCheckout(object as Static<typeof Session>, event) };
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      checkSubscription(object);
      return {
        kind: "subscription",
        event,
        news: readNews(object as Static<typeof Subscription>, event, pricePlans),
      };
    default:
      return { kind: "other" };
  }
}

/** Whatever names an organization in it, such as `client_reference_id` or `metadata`, is the payer's own text and proves nothing. */
function readCheckout(session: Static<typeof Session>, { created_at }: PaymentEvent): Checkout {
  const email = session.customer_details?.email ?? session.customer_email ?? null;
  return {
    id: session.id,
    customer_id: session.customer == null ? null : idOf(session.customer),
    subscription_id: session.subscription == null ? null : idOf(session.subscription),
    email,
    email_normalized: email === null ? null : normalizeEmail(email),
    name: session.customer_details?.name ?? null,
    // What is paid later, such as by a bank transfer, comes as the subscription's own news.
    paid: session.payment_status !== "unpaid",
    completed_at: created_at,
  };
}

/** Statuses in which a subscription gives its plan; the provider still tries to collect a past-due one. */
const LIVE = ["active", "trialing", "past_due"];

function readNews(
  subscription: Static<typeof Subscription>,
  { type, created_at }: PaymentEvent,
  pricePlans: ReadonlyMap<string, PlanTier>,
): SubscriptionUpdate {
  const isEnd = type === "customer.subscription.deleted";
  const status = isEnd ? "canceled" : subscription.status;
  return {
    id: subscription.id,
    customer_id: idOf(subscription.customer),
    status,
    news_at: created_at,
    news_rank: isEnd ? 1 : 0,
    planTier: () => LIVE.includes(status) ? planOf(subscription, pricePlans) : null,
  };
}

/** The highest plan of the subscription's prices. @throws ApiError 503 where none has a plan, so that the provider sends it again */
function planOf(
  { items }: Static<typeof Subscription>,
  pricePlans: ReadonlyMap<string, PlanTier>,
): PlanTier {
  const prices = items.data.flatMap(({ price, plan }) => (price ?? plan)?.id ?? []);
  const plans = prices.flatMap((price) => pricePlans.get(price) ?? []);
  const highest = PLAN_TIERS.findLast((tier) => plans.includes(tier));
  if (highest !== undefined) return highest;
  const cause = new Error(`BILLING_PRICE_PLANS has none of ${prices.join(", ")}`);
  throw unavailable(
    "No plan is configured for the subscription's price.",
    60,
    cause,
    "billing_misconfigured",
  );
}

function idOf(reference: Static<typeof Reference>): string {
  return typeof reference === "string" ? reference : reference.id;
}
