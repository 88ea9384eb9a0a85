import type { PlanTier } from "#shared/plans.ts";
import { PLAN_TIERS } from "#shared/plans.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import { type OwnChange, recordOwnChange } from "../organizations/audit-log.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../postgres/paginate.ts";
import { first } from "../postgres/queries.ts";
import { applyPlan, type Checkout, lockCustomer } from "./payments.ts";

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
