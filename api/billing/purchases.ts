import Type from "typebox";
import type { PurchaseRow } from "#db/billing/purchases.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, forPeople } from "../http/define-route.ts";
import { Id, namedObject, nullable, text, Timestamp } from "../http/fields.ts";
import { type Identity, personOf } from "../http/identity.ts";
import { answerPage, listOf } from "../http/pagination.ts";
import { Plan } from "../organizations/schema.ts";

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
    const row = await services.purchases.claim(params.purchase_id, claimantOf(identity), requestId);
    if (row === null) {
      throw new ApiError("not_found", "No purchase of this id waits for your proved address.");
    }
    return { status: 200, data: purchaseResource(row) };
  },
});

function claimantOf(identity: Identity) {
  const { userId, organizationId } = personOf(identity);
  return { userId, organizationId };
}

function purchaseResource(row: PurchaseRow) {
  return { ...row, completed_at: row.created_at };
}
