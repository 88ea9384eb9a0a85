import { PLAN_TIERS, type PlanTier } from "#shared/plans.ts";
import type { WorkflowStart } from "#temporal/command.ts";
import type { Database, Transaction } from "../database.ts";
import { enqueue, type OutboxRow } from "../outbox/outbox.ts";

/** An event of the billing provider. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: Date;
}

/** Records an event that is about to be applied, in the same transaction. False when it was applied before. */
export async function recordPaymentEvent(
  tx: Transaction,
  { id, type, created_at }: PaymentEvent,
): Promise<boolean> {
  const { count } = await tx.sql(
    "INSERT INTO payment_events (id, type, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [id, type, created_at],
  );
  return count === 1;
}

/** Deletes events and claimed checkouts older than `days`, at most `limit` of each. @returns the larger number of the two. */
export async function purgePayments(database: Database, days: number, limit: number): Promise<number> {
  const purge = (table: "payment_events" | "billing_checkouts", time: "received_at" | "claimed_at") =>
    database.query(
      `DELETE FROM ${table} WHERE id IN (
        SELECT id FROM ${table} WHERE ${time} < now() - make_interval(days => $1) ORDER BY ${time} LIMIT $2
      ) RETURNING 1`,
      [days, limit],
    );
  const [events, checkouts] = [
    await purge("payment_events", "received_at"),
    await purge("billing_checkouts", "claimed_at"),
  ];
  return Math.max(events.length, checkouts.length);
}

/** Makes sure of the customer's row, and locks it: the events of one customer are applied one after another. */
async function lockCustomer(tx: Transaction, id: string): Promise<{ organization_id: string | null }> {
  await tx.sql("INSERT INTO billing_customers (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
  const { rows: [row] } = await tx.sql<{ organization_id: string | null }>(
    "SELECT organization_id FROM billing_customers WHERE id = $1 FOR UPDATE",
    [id],
  );
  if (row === undefined) throw new Error("Postgres returned no customer");
  return row;
}

/**
 * Links a customer to an organization. Neither changes its partner while a subscription lives: who pays once in an organization's name must
 * not be able to end its plan.
 */
const LINK_CUSTOMER = `
  WITH other AS (
    UPDATE billing_customers c SET organization_id = NULL
    WHERE c.organization_id = $2 AND c.id <> $1
      AND NOT EXISTS (SELECT FROM billing_subscriptions s WHERE s.customer_id = c.id AND s.plan_tier IS NOT NULL)
  )
  SELECT FROM organizations o WHERE o.id = $2
    AND NOT EXISTS (
      SELECT FROM billing_customers c JOIN billing_subscriptions s ON s.customer_id = c.id AND s.plan_tier IS NOT NULL
      WHERE c.organization_id = $2 AND c.id <> $1
    )`;

/** Links the customer, which the caller has locked, to an organization where neither has another partner. */
async function linkCustomer(tx: Transaction, customerId: string, organizationId: string): Promise<void> {
  const { count } = await tx.sql(LINK_CUSTOMER, [customerId, organizationId]);
  if (count === 0) return;
  await tx.sql(
    "UPDATE billing_customers SET organization_id = $2 WHERE id = $1 AND organization_id IS NULL",
    [customerId, organizationId],
  );
}

export interface SubscriptionNews {
  readonly id: string;
  readonly customer_id: string;
  readonly status: string;
  readonly news_at: Date;
  /** Decides between events of the same second: 0, or 1 for the end. */
  readonly news_rank: 0 | 1;
  /** The organization that the subscription itself names, if it does. */
  readonly organization_id: string | null;
  /** What it is paid for; null where it gives no plan. @throws where the price is unknown */
  readonly planTier: () => PlanTier | null;
}

/** A subscription that was never paid: it neither gives nor takes a plan. */
const NEVER_PAID = ["incomplete", "incomplete_expired"];

/**
 * Applies the news of a subscription, unless newer ones were applied before. The plan of its customer's organization follows.
 *
 * @returns false for older news
 */
export async function applySubscription(tx: Transaction, news: SubscriptionNews): Promise<boolean> {
  const { id, customer_id, status, news_at, news_rank, organization_id } = news;
  const customer = await lockCustomer(tx, customer_id);
  const { rows: [newer] } = await tx.sql(
    "SELECT FROM billing_subscriptions WHERE id = $1 AND (news_at, news_rank) > ($2, $3)",
    [id, news_at, news_rank],
  );
  if (newer !== undefined) return false;
  await tx.sql(
    `INSERT INTO billing_subscriptions (id, customer_id, status, plan_tier, news_at, news_rank) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, plan_tier = excluded.plan_tier, news_at = excluded.news_at,
       news_rank = excluded.news_rank`,
    [id, customer_id, status, news.planTier(), news_at, news_rank],
  );
  if (customer.organization_id === null && organization_id !== null) {
    await linkCustomer(tx, customer_id, organization_id);
  }
  await applyPlan(tx, customer_id);
  return true;
}

/**
 * Gives the customer's organization the highest plan that one of its subscriptions pays for, and sandbox once all have ended. An enterprise's
 * plan is by contract: no subscription changes it but one that gave it.
 */
async function applyPlan(tx: Transaction, customerId: string): Promise<void> {
  const { rows } = await tx.sql<{ plan_tier: PlanTier | null }>(
    "SELECT plan_tier FROM billing_subscriptions WHERE customer_id = $1 AND NOT status = ANY ($2::text[])",
    [customerId, NEVER_PAID],
  );
  if (rows.length === 0) return;
  const tiers = rows.map(({ plan_tier }) => plan_tier ?? "sandbox");
  const highest = tiers.reduce((a, b) => PLAN_TIERS.indexOf(a) >= PLAN_TIERS.indexOf(b) ? a : b);
  await tx.sql(
    `WITH changed AS (
       UPDATE organizations o SET plan_tier = $2, updated_at = now() FROM billing_customers c
       WHERE c.id = $1 AND o.id = c.organization_id AND o.plan_tier <> $2
         AND (o.plan_tier <> 'enterprise' OR c.applied_tier = 'enterprise')
     )
     UPDATE billing_customers SET applied_tier = $2 WHERE id = $1 AND organization_id IS NOT NULL`,
    [customerId, highest],
  );
}

export interface Checkout {
  readonly id: string;
  readonly customer_id: string | null;
  /** The organization that the checkout names; one that does not exist counts as none. */
  readonly organization_id: string | null;
  readonly email: string | null;
  readonly email_normalized: string | null;
  readonly name: string | null;
  readonly paid: boolean;
  readonly completed_at: Date;
}

/** Builds the command that mails the buyer. */
export type BuildCheckoutLink = (organizationId: string | null) => WorkflowStart;

/**
 * Records a completed checkout, and links its customer to the organization that it names.
 *
 * @returns the command that mails the buyer
 */
export async function recordCheckout(
  tx: Transaction,
  checkout: Checkout,
  buildLink: BuildCheckoutLink,
): Promise<OutboxRow> {
  const { customer_id } = checkout;
  const customer = customer_id === null ? null : await lockCustomer(tx, customer_id);
  const { rows: [named] } = await tx.sql<{ id: string }>("SELECT id FROM organizations WHERE id = $1", [
    checkout.organization_id,
  ]);
  await tx.sql(
    `INSERT INTO billing_checkouts (id, customer_id, organization_id, email, email_normalized, name, paid, completed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      checkout.id,
      customer_id,
      named?.id ?? null,
      checkout.email,
      checkout.email_normalized,
      checkout.name,
      checkout.paid,
      checkout.completed_at,
    ],
  );
  if (customer_id !== null && customer?.organization_id == null && named !== undefined) {
    await linkCustomer(tx, customer_id, named.id);
    await applyPlan(tx, customer_id);
  }
  const organizationId = named?.id ?? null;
  return await enqueue(tx, organizationId, buildLink(organizationId));
}

export interface Buyer {
  readonly email: string | null;
  readonly email_normalized: string | null;
  readonly name: string | null;
}

/** Who completed a checkout; null once it is claimed. */
export async function findBuyer(tx: Transaction, checkoutId: string): Promise<Buyer | null> {
  const { rows: [row] } = await tx.sql<Buyer & Record<string, unknown>>(
    "SELECT email, email_normalized, name FROM billing_checkouts WHERE id = $1 AND claimed_at IS NULL",
    [checkoutId],
  );
  return row ?? null;
}

/**
 * Claims the paid checkouts of a buyer who has followed a mailed link: the organization that each names, else the buyer's own, moves from
 * sandbox to growth, and its plan follows its subscriptions from then on. Claiming again changes nothing.
 */
export async function claimCheckouts(
  tx: Transaction,
  buyer: { readonly email_normalized: string; readonly organization_id: string },
): Promise<void> {
  const { rows } = await tx.sql<{ customer_id: string | null; organization_id: string }>(
    `UPDATE billing_checkouts SET claimed_at = now(), organization_id = coalesce(organization_id, $2)
     WHERE email_normalized = $1 AND claimed_at IS NULL AND paid RETURNING customer_id, organization_id`,
    [buyer.email_normalized, buyer.organization_id],
  );
  for (const { customer_id, organization_id } of rows) {
    await tx.sql(
      "UPDATE organizations SET plan_tier = 'growth', updated_at = now() WHERE id = $1 AND plan_tier = 'sandbox'",
      [organization_id],
    );
    if (customer_id === null) continue;
    const customer = await lockCustomer(tx, customer_id);
    if (customer.organization_id === null) await linkCustomer(tx, customer_id, organization_id);
    await applyPlan(tx, customer_id);
  }
}

const BILLING_CUSTOMER = {
  name: "billing_customer",
  text: "SELECT id FROM billing_customers WHERE organization_id = $1",
};

/** The provider's id of the organization's customer; null where it has none. */
export async function billingCustomer(tx: Transaction, organizationId: string): Promise<string | null> {
  const { rows: [row] } = await tx.sql<{ id: string }>(BILLING_CUSTOMER, [organizationId]);
  return row?.id ?? null;
}
