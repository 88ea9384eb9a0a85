import { Buffer } from "node:buffer";
import Type, { type Static, type TSchema } from "typebox";
import {
  applySubscription,
  billingCustomer,
  type Checkout,
  type PaymentEvent,
  type PurchaseRow,
  recordCheckout,
  recordPaymentEvent,
  type SubscriptionUpdate,
} from "#db/billing/payments.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { isOwner } from "#db/organizations/members.ts";
import { ApiError, unavailable } from "#shared/errors.ts";
import { checkoutLinkStart } from "#temporal/mail.ts";
import { defineRoute, forEverybody, forPeople, NO_STORE } from "../http/define-route.ts";
import { Id, namedObject, nullable, RAW_BODY, text, Timestamp } from "../http/fields.ts";
import { personOf } from "../http/identity.ts";
import { forOwners, Plan } from "../organizations/organization.ts";
import { hmacSha256, sameBytes } from "#shared/crypto.ts";
import { normalizeEmail } from "#shared/accounts.ts";
import { PLAN_TIERS, type PlanTier } from "#shared/plans.ts";
import { parseJsonBody } from "../http/json.ts";
import { compileCheck } from "../http/validator.ts";
import { answerPage, listOf } from "../http/pagination.ts";

export const receivePayment = defineRoute({
  ...forEverybody("Billing"),
  endpoint: "POST /v1/webhooks/payments",
  body: RAW_BODY,
  responses: {
    200: {
      description: "Received",
      data: namedObject("ReceivedPaymentEvent", { received: Type.Literal(true) }),
    },
  },
  errors: ["invalid_credentials", "billing_misconfigured"],
  requestHeaders: {
    "Payments-Signature": "Of the raw body, by the secret that the provider shares with the service",
  },
  // Checks the signature before it opens a transaction: a forged event takes no connection.
  read: async ({ body, header, inTransaction, services }) => {
    const { config, now } = services;
    const { webhookSecret, pricePlans } = config.payments;
    if (webhookSecret === null) {
      throw new ApiError("billing_misconfigured", "The service has no secret to check the signature with.");
    }
    const bytes = Buffer.from(body);
    if (!isSigned(header("Payments-Signature"), bytes, webhookSecret.reveal(), now())) {
      throw new ApiError("invalid_credentials", "Payments-Signature is missing, wrong or too old.");
    }
    const event = readEvent(bytes);
    const apply = changeOf(event, pricePlans);
    if (apply !== null) {
      // Once. What throws leaves no trace of it, so that the provider's next attempt is the first.
      await inTransaction(async (tx) => await recordPaymentEvent(tx, event) && await apply(tx));
    }
    return { data: { received: true } };
  },
});

export const openBillingPortal = defineRoute({
  ...forPeople("Billing"),
  endpoint: "POST /v1/billing/portal",
  responses: {
    200: {
      description: "Where to send the person",
      data: namedObject("BillingPortal", { url: text("Works for a few minutes", { format: "uri" }) }),
      headers: ["Cache-Control"],
    },
  },
  errors: ["billing_disabled", "billing_misconfigured"],
  // The provider answers in seconds at worst, so no connection waits for it.
  read: async ({ identity, inTransaction, services }) => {
    const { organizationId } = identity;
    const { userId } = personOf(identity);
    const customer = await inTransaction(async (tx) => {
      if (!await isOwner(tx, userId)) throw forOwners();
      return await billingCustomer(tx, organizationId);
    });
    if (customer === null) throw new ApiError("billing_disabled");
    const url = await services.billingPortal(customer).catch((error: unknown) => {
      const message = "The billing provider opens no portal now; try again.";
      throw unavailable(message, 30, error, "billing_misconfigured");
    });
    return { data: { url }, headers: NO_STORE };
  },
});

/** How old a signature may be, and how far ahead of this clock (specification, "Limits"). */
const FRESH_SECONDS = 300;
const HEX_DIGEST = /^[0-9a-f]{64}$/i;
/** A header holds one timestamp and a signature for each of the provider's secrets. */
const MAX_SIGNATURES = 10;

/**
 * Whether the provider signed these bytes: `t=<unix>,v1=<hex>` over `<t>.<bytes>` within five minutes, or the bare hex HMAC-SHA256 of the
 * bytes, which has no time.
 */
function isSigned(header: string, bytes: Uint8Array, secret: string, now: Date): boolean {
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

/** Reads an event from its signed bytes. @throws ApiError 400 for what has not the provider's shape */
function readEvent(bytes: Uint8Array) {
  const body: unknown = parseJsonBody(bytes);
  checkEvent(body);
  const { id, type, created, data: { object } } = body as Static<typeof Event>;
  return { id, type, created_at: new Date(created * 1000), object };
}

/** What an event changes; null for a type that nothing follows from. @throws ApiError 400 for an object that has not the provider's shape */
function changeOf(
  event: ReturnType<typeof readEvent>,
  pricePlans: ReadonlyMap<string, PlanTier>,
): ((tx: Transaction) => Promise<unknown>) | null {
  const { type, object } = event;
  switch (type) {
    case "checkout.session.completed": {
      checkSession(object);
      const checkout = readCheckout(object as Static<typeof Session>, event);
      return (tx) => recordCheckout(tx, checkout, checkoutLinkStart(checkout.id));
    }
    case "customer.subscription.updated":
    case "customer.subscription.deleted": {
      checkSubscription(object);
      const news = readNews(object as Static<typeof Subscription>, event, pricePlans);
      return (tx) => applySubscription(tx, news);
    }
    default:
      return null;
  }
}

/** Whatever names an organization in it, such as `client_reference_id` or `metadata`, is the payer's own text and proves nothing. */
function readCheckout(session: Static<typeof Session>, { created_at }: PaymentEvent): Checkout {
  const email = session.customer_details?.email ?? session.customer_email ?? null;
  return {
    id: session.id,
    customer_id: session.customer ? idOf(session.customer) : null,
    subscription_id: session.subscription ? idOf(session.subscription) : null,
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
  const message = "No plan is configured for the subscription's price.";
  throw unavailable(message, 60, cause, "billing_misconfigured");
}

function idOf(reference: Static<typeof Reference>): string {
  return typeof reference === "string" ? reference : reference.id;
}

const Purchase = namedObject("Purchase", {
  id: Id,
  email: text("The address that the buyer gave the billing provider: yours"),
  plan_tier: nullable(Plan),
  paid: Type.Boolean(),
  completed_at: Timestamp,
  claimed_at: nullable(Timestamp),
}, "`plan_tier` is what it gives now: null before anything is paid, sandbox once its subscription has ended");

const WHAT_IS_A_CLAIM =
  "Whoever pays can give the billing provider any address and name any organization, so a purchase is nobody's until the person who has proved " +
  "that address claims it.";

export const listPurchases = defineRoute({
  ...forPeople("Billing"),
  ...listOf(Purchase),
  endpoint: "GET /v1/billing/purchases",
  description:
    `${WHAT_IS_A_CLAIM} Without a proved address the list is empty. \`claimed_at\` is null for those that wait; ` +
    "they are forgotten after 90 days.",
  read: (request) =>
    answerPage(
      request,
      (page) => request.services.purchases.list(personOf(request.identity).userId, page),
      purchaseResource,
    ),
});

export const claimPurchase = defineRoute({
  ...forPeople("Billing"),
  endpoint: "POST /v1/billing/purchases/{purchase_id}/claim",
  description:
    `${WHAT_IS_A_CLAIM} Its subscription then counts for your organization's plan, which it never lowers below what an operator or ` +
    "another subscription gave; its end takes back what it gave alone. Claiming again changes nothing.",
  responses: { 200: { description: "The purchase, claimed", data: Purchase } },
  write: async ({ params, identity, requestId, services }) => {
    const row = await services.purchases.claim(params.purchase_id, personOf(identity), requestId);
    if (row === null) {
      throw new ApiError("not_found", "No purchase of this id waits for your proved address.");
    }
    return { data: purchaseResource(row) };
  },
});

function purchaseResource(row: PurchaseRow) {
  return { ...row, completed_at: row.created_at };
}
