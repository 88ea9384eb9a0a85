import { highestPlan, PLAN_TIERS, type PlanTier } from "#shared/plans.ts";
import { newId } from "#shared/ids.ts";
import type { WorkflowStart } from "#temporal/command.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import { column, did, first, value } from "../postgres/queries.ts";
import { type OwnChange, recordOwnChange } from "../organizations/audit-log.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../postgres/paginate.ts";
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

interface CustomerRow {
  readonly id: string;
  readonly organization_id: string | null;
  /** The plan that its subscriptions give now; null where none has sent news. */
  readonly applied_tier: PlanTier | null;
}

/** Makes sure of the customer's row, and locks it: the events of one customer are applied one after another. */
async function lockCustomer(tx: Transaction, id: string): Promise<CustomerRow> {
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
async function applyPlan(tx: Transaction, organizationId: string): Promise<void> {
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

/** A completed checkout, as the person sees it whose address paid. */
export interface PurchaseRow {
  id: string;
  email: string;
  /** What it gives now; null for one that is not paid yet. */
  plan_tier: PlanTier | null;
  paid: boolean;
  /** When the provider completed it. */
  created_at: Date;
  claimed_at: Date | null;
}

/** Who asks for purchases: a person whose address may have paid. */
export interface Claimant {
  readonly userId: string;
  readonly organizationId: string;
}

// Compared as `isSameMailbox` does: an address that only normalises alike may be another mailbox.
// A purchase is its buyer's while it is unclaimed, and afterwards while the person is in the organization that claimed it. A customer of
// another organization stays there: the two would end each other's plan.
const PURCHASES = `
  SELECT * FROM (
    SELECT b.purchase_id AS id, b.email, coalesce(c.applied_tier, CASE WHEN b.paid THEN 'growth' END) AS plan_tier, b.paid,
      b.completed_at AS created_at, b.claimed_at, u.id AS user_id
    FROM billing_checkouts b
      JOIN users u ON u.email_normalized = b.email_normalized AND u.email_verified_at IS NOT NULL AND u.revoked_at IS NULL
        AND lower(normalize(u.email, NFC) COLLATE "und-x-icu") = lower(normalize(b.email, NFC) COLLATE "und-x-icu")
      LEFT JOIN billing_customers c ON c.id = b.customer_id
    WHERE (b.claimed_at IS NULL OR b.organization_id = u.organization_id)
      AND (c.organization_id IS NULL OR c.organization_id = u.organization_id)
  ) AS purchases`;

/** A page of the purchases that were made with the person's proved address, the newest first. `database` must see every organization's. */
export function pageOfPurchases(
  database: Database,
  userId: string,
  page: PageRequest,
): Promise<Page<PurchaseRow>> {
  return database.transaction((tx) =>
    paginateNewestFirst<PurchaseRow>(tx, PURCHASES, [["user_id = $", userId]], page)
  );
}

/**
 * Claims a purchase of the person's proved address for the person's organization: its plan and its billing account are the organization's from
 * then on. Claiming again changes nothing. `database` must see every organization's.
 *
 * @returns null where there is no such purchase
 */
export async function claimPurchase(
  database: Database,
  purchaseId: string,
  { userId, organizationId }: Claimant,
  request: Pick<OwnChange, "actor_user_id" | "request_id">,
): Promise<PurchaseRow | null> {
  return await database.transaction(async (tx) => {
    const find = () =>
      tx.first<PurchaseRow>(`${PURCHASES} WHERE user_id = $1 AND id = $2`, [userId, purchaseId]);
    const locked = await lockById(tx, purchaseId);
    if (locked !== null && locked.customer_id !== null) await lockCustomer(tx, locked.customer_id);
    const found = await find();
    if (locked === null || found === null || found.claimed_at !== null) return found;
    await claim(tx, locked, organizationId, request);
    return await find();
  });
}

interface LockedPurchase extends Pick<Checkout, "customer_id" | "paid"> {
  readonly purchase_id: string;
  readonly claimed_at: Date | null;
}

const lockPurchase = (key: "id" | "purchase_id") =>
  first<LockedPurchase, [id: string]>(
    `SELECT purchase_id, customer_id, paid, claimed_at FROM billing_checkouts WHERE ${key} = $1 FOR UPDATE`,
  );
const lockById = lockPurchase("purchase_id");
const lockByCheckout = lockPurchase("id");

/** Gives an unclaimed purchase to an organization. */
async function claim(
  tx: Transaction,
  { purchase_id, customer_id, paid }: LockedPurchase,
  organizationId: string,
  request: Pick<OwnChange, "actor_user_id" | "request_id">,
): Promise<void> {
  await tx.sql(
    "UPDATE billing_checkouts SET claimed_at = now(), organization_id = $2 WHERE purchase_id = $1",
    [purchase_id, organizationId],
  );
  if (customer_id !== null) {
    // Its subscription's own news decides later; until they come, what is paid gives growth (specification).
    await tx.sql(
      `UPDATE billing_customers SET organization_id = $2, claimed_at = coalesce(claimed_at, now()),
         applied_tier = coalesce(applied_tier, CASE WHEN $3::boolean THEN 'growth' END) WHERE id = $1`,
      [customer_id, organizationId, paid],
    );
  } else if (paid) {
    await tx.sql(
      "UPDATE organizations SET granted_tier = 'growth' WHERE id = $1 AND granted_tier = 'sandbox'",
      [organizationId],
    );
  }
  await recordOwnChange(tx, organizationId, { ...request, action: "purchase.claim", subject: purchase_id });
  await applyPlan(tx, organizationId);
}

/**
 * Claims the purchase whose mailed link the buyer has followed, where that founds the organization or raises its plan. Anything else waits for
 * the buyer's explicit yes: a stranger may have paid with the buyer's address.
 */
export async function claimMailedPurchase(
  tx: Transaction,
  checkoutId: string,
  { userId, organizationId }: Claimant,
  { isFounder, requestId }: { readonly isFounder: boolean; readonly requestId: string },
): Promise<void> {
  const purchase = await lockByCheckout(tx, checkoutId);
  if (purchase === null || purchase.claimed_at !== null) return;
  const { customer_id, paid } = purchase;
  const customer = customer_id === null ? null : await lockCustomer(tx, customer_id);
  const owner = customer?.organization_id ?? null;
  if (owner !== null && owner !== organizationId) return;
  const offered = customer?.applied_tier ?? (paid ? "growth" : "sandbox");
  const own = await tx.first<{ plan_tier: PlanTier }>(
    "SELECT plan_tier FROM organizations WHERE id = $1 FOR NO KEY UPDATE",
    [organizationId],
  );
  const raises = own !== null && PLAN_TIERS.indexOf(offered) > PLAN_TIERS.indexOf(own.plan_tier);
  if (!isFounder && !raises) return;
  await claim(tx, purchase, organizationId, { actor_user_id: userId, request_id: requestId });
}

// A purchase without a customer has granted its plan for good; an operator may have granted the same one.
const END_CLAIMS = `
  WITH freed AS (
    UPDATE billing_checkouts SET claimed_at = NULL, organization_id = NULL WHERE organization_id = $1
    RETURNING paid AND customer_id IS NULL AS granted
  )
  UPDATE organizations SET granted_tier = 'sandbox'
  WHERE id = $1 AND granted_tier = 'growth' AND EXISTS (SELECT FROM freed WHERE granted) AND NOT EXISTS (
    SELECT FROM audit_log WHERE of_organization = $1 AND action = 'organization.update' AND details ? 'plan_tier')`;

/** Gives back what was claimed for an organization that its founder's address did not prove: the buyers can claim it again. */
export async function endClaims(tx: Transaction, organizationId: string): Promise<void> {
  await tx.sql(END_CLAIMS, [organizationId]);
  await tx.sql(
    "UPDATE billing_customers SET organization_id = NULL, claimed_at = NULL WHERE organization_id = $1",
    [organizationId],
  );
  await applyPlan(tx, organizationId);
}
