import { highestPlan, type PlanTier } from "#shared/plans.ts";
import { newId } from "#shared/ids.ts";
import type { WorkflowStart } from "#temporal/command.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import { column, did, first, value } from "../postgres/queries.ts";
import { recordOwnChange } from "../organizations/audit-log.ts";
import { enqueue } from "../outbox/outbox.ts";

/** An event of the billing provider. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: Date;
}

/** Records an event that is about to be applied, in the same transaction. False when it was applied before. */
export const recordPaymentEvent = did<[event: PaymentEvent]>(
  "INSERT INTO payment_events (id, type, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
  ({ id, type, created_at }) => [id, type, created_at],
);

/** Deletes events, claimed checkouts, and unclaimed ones, after `days`, at most `limit` of each. @returns the largest number of the three. */
export async function purgePayments(database: Database, days: number, limit: number): Promise<number> {
  const purged = (table: string, time: string, condition: string) =>
    database.count(
      `DELETE FROM ${table} WHERE id IN (
        SELECT id FROM ${table} WHERE ${condition} AND ${time} < now() - make_interval(days => $1) ORDER BY ${time} LIMIT $2
      )`,
      [days, limit],
    );
  return Math.max(
    await purged("payment_events", "received_at", "true"),
    await purged("billing_checkouts", "claimed_at", "claimed_at IS NOT NULL"),
    await purged("billing_checkouts", "completed_at", "claimed_at IS NULL"),
  );
}

export interface CustomerRow {
  readonly id: string;
  readonly organization_id: string | null;
  /** The plan that its subscriptions give now; null where none has sent news. */
  readonly applied_tier: PlanTier | null;
}

/** Makes sure of the customer's row, and locks it: the events of one customer are applied one after another. */
export async function lockCustomer(tx: Transaction, id: string): Promise<CustomerRow> {
  await tx.sql("INSERT INTO billing_customers (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
  return await tx.one<CustomerRow>(
    "SELECT id, organization_id, applied_tier FROM billing_customers WHERE id = $1 FOR UPDATE",
    [id],
  );
}

export interface SubscriptionUpdate {
  readonly id: string;
  readonly customer_id: string;
  readonly status: string;
  readonly news_at: Date;
  /** Decides between events of the same second: 0, or 1 for the end. */
  readonly news_rank: 0 | 1;
  /** What it is paid for; null where it gives no plan. @throws where the price is unknown */
  readonly planTier: () => PlanTier | null;
}

/** A subscription that was never paid: it neither gives nor takes a plan. */
const NEVER_PAID = ["incomplete", "incomplete_expired"];

/**
 * Applies the news of a subscription, unless newer ones were applied before. The plan of the organization that has claimed a purchase of its
 * customer follows.
 *
 * @returns false for older news
 */
export async function applySubscription(tx: Transaction, news: SubscriptionUpdate): Promise<boolean> {
  const { id, customer_id, status, news_at, news_rank } = news;
  const { organization_id } = await lockCustomer(tx, customer_id);
  const newer = await tx.first(
    "SELECT FROM billing_subscriptions WHERE id = $1 AND (news_at, news_rank) > ($2, $3)",
    [id, news_at, news_rank],
  );
  if (newer !== null) return false;
  await tx.sql(
    `INSERT INTO billing_subscriptions (id, customer_id, status, plan_tier, news_at, news_rank) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, plan_tier = excluded.plan_tier, news_at = excluded.news_at,
       news_rank = excluded.news_rank`,
    [id, customer_id, status, news.planTier(), news_at, news_rank],
  );
  const paid = await tx.query<{ plan_tier: PlanTier | null }>(
    "SELECT plan_tier FROM billing_subscriptions WHERE customer_id = $1 AND NOT status = ANY ($2::text[])",
    [customer_id, NEVER_PAID],
  );
  if (paid.length === 0) return true;
  await tx.sql("UPDATE billing_customers SET applied_tier = $2 WHERE id = $1", [
    customer_id,
    highestPlan(paid.map(({ plan_tier }) => plan_tier ?? "sandbox")),
  ]);
  if (organization_id !== null) await applyPlan(tx, organization_id);
  return true;
}

/** The actor of changes that follow from the provider's events. */
const BILLING_PROVIDER = { actor_command: "billing provider", request_id: null } as const;

/**
 * Gives an organization the highest plan of the one that it was granted and of those that its customers' subscriptions give. So what one
 * subscription gave ends with it, and nothing else does.
 */
export async function applyPlan(tx: Transaction, organizationId: string): Promise<void> {
  const own = await tx.first<{ plan_tier: PlanTier; granted_tier: PlanTier }>(
    "SELECT plan_tier, granted_tier FROM organizations WHERE id = $1 FOR NO KEY UPDATE",
    [organizationId],
  );
  if (own === null) return;
  const customers = await tx.query<{ id: string; applied_tier: PlanTier }>(
    "SELECT id, applied_tier FROM billing_customers WHERE organization_id = $1 AND applied_tier IS NOT NULL ORDER BY id",
    [organizationId],
  );
  const plan = highestPlan([own.granted_tier, ...customers.map(({ applied_tier }) => applied_tier)]);
  if (plan === own.plan_tier) return;
  await tx.sql("UPDATE organizations SET plan_tier = $2, updated_at = now() WHERE id = $1", [
    organizationId,
    plan,
  ]);
  const giver = plan === own.granted_tier ? undefined : customers.find((c) => c.applied_tier === plan);
  await recordOwnChange(tx, organizationId, {
    ...BILLING_PROVIDER,
    action: "plan.change",
    subject: organizationId,
    details: { from: own.plan_tier, to: plan, given_by: giver?.id ?? "operator" },
  });
}

export interface Checkout {
  readonly id: string;
  readonly customer_id: string | null;
  readonly subscription_id: string | null;
  readonly email: string | null;
  readonly email_normalized: string | null;
  readonly name: string | null;
  readonly paid: boolean;
  readonly completed_at: Date;
}

/**
 * Records a completed checkout, which has no owner until its buyer claims it: whoever pays can name any organization.
 *
 * @param link the command that mails the buyer
 */
export async function recordCheckout(
  tx: Transaction,
  checkout: Checkout,
  link: WorkflowStart,
): Promise<void> {
  const { id, customer_id, subscription_id, email, email_normalized, name, paid, completed_at } = checkout;
  if (customer_id !== null) await lockCustomer(tx, customer_id);
  await tx.sql(
    `INSERT INTO billing_checkouts (id, purchase_id, customer_id, subscription_id, email, email_normalized, name, paid, completed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [id, newId(), customer_id, subscription_id, email, email_normalized, name, paid, completed_at],
  );
  await enqueue(tx, null, link);
}

type Buyer = Pick<Checkout, "email" | "email_normalized" | "name">;

/** Who completed a checkout; null once it is claimed. */
export const findBuyer = first<Buyer, [checkoutId: string]>(
  "SELECT email, email_normalized, name FROM billing_checkouts WHERE id = $1 AND claimed_at IS NULL",
);

/**
 * The provider's id of the organization's customer; null where it has none. Of several it is the one claimed first whose subscription lives:
 * a purchase that was claimed later hides no account.
 */
export const billingCustomer = value<string, [organizationId: string]>(`
  SELECT id FROM billing_customers WHERE organization_id = $1
  ORDER BY applied_tier IN ('growth', 'studio', 'enterprise') DESC NULLS LAST, claimed_at NULLS FIRST, id LIMIT 1`);

/** The ids of the subscriptions that an organization's customers have and the provider may still collect for. */
export const openSubscriptions = column<[organizationId: string]>(
  `SELECT s.id FROM billing_customers c JOIN billing_subscriptions s ON s.customer_id = c.id
   WHERE c.organization_id = $1 AND s.status NOT IN ('canceled', 'incomplete_expired')
   UNION
   SELECT b.subscription_id FROM billing_checkouts b
   WHERE b.organization_id = $1 AND b.claimed_at IS NOT NULL AND b.subscription_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM billing_subscriptions s WHERE s.id = b.subscription_id)
   ORDER BY 1`,
);
