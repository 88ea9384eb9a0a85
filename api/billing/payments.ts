import { Buffer } from "node:buffer";
import Type from "typebox";
import {
  applySubscription,
  billingCustomer,
  recordCheckout,
  recordPaymentEvent,
} from "#db/billing/payments.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { isOwner } from "#db/organizations/members.ts";
import { ApiError, unavailable } from "#shared/errors.ts";
import { checkoutLinkStart } from "#temporal/mail.ts";
import { defineRoute, forEverybody, forPeople, NO_STORE } from "../http/define-route.ts";
import { namedObject, RAW_BODY, text } from "../http/fields.ts";
import { personOf } from "../http/identity.ts";
import { forOwners } from "../organizations/serialize.ts";
import { isSigned, type ReadEvent, readEvent } from "./payment-events.ts";

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
    const event = readEvent(bytes, pricePlans);
    if (event.kind !== "other") await inTransaction((tx) => applyEvent(tx, event));
    return { status: 200, data: { received: true } };
  },
});

/** Applies an event once. What throws leaves no trace of it, so that the provider's next attempt is the first. */
async function applyEvent(tx: Transaction, read: Exclude<ReadEvent, { kind: "other" }>): Promise<void> {
  if (!await recordPaymentEvent(tx, read.event)) return;
  if (read.kind === "subscription") {
    await applySubscription(tx, read.news);
    return;
  }
  const { checkout } = read;
  await recordCheckout(tx, checkout, checkoutLinkStart(checkout.id));
}

export const openBillingPortal = defineRoute({
  ...forPeople("Billing"),
  endpoint: "POST /v1/billing/portal",
  responses: {
    200: {
      description: "Where to send the person",
      data: namedObject("BillingPortal", {
        url: text("Works for a few minutes", { format: "uri" }),
      }),
      headers: ["Cache-Control"],
    },
  },
  errors: ["forbidden", "billing_disabled", "billing_misconfigured"],
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
    return { status: 200, data: { url }, headers: NO_STORE };
  },
});
