/** The plans, and their ceilings (contract, "Plans"). A null ceiling is no ceiling. */
export const PLAN_TIERS = ["sandbox", "growth", "studio", "enterprise"] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

/** The highest of some plans; sandbox where there are none. */
export function highestPlan(tiers: readonly PlanTier[]): PlanTier {
  return PLAN_TIERS.findLast((tier) => tiers.includes(tier)) ?? "sandbox";
}

export interface Limits {
  readonly agent_count_ceiling: number;
  readonly requests_per_minute: number;
  readonly simulations_per_month: number | null;
  readonly agent_runs_per_month: number | null;
  /** USD. */
  readonly reading_ceiling_usd: number | null;
}

/** The figures of an organization's contract; its plan's figure replaces each null. */
export type ContractFigures = { readonly [K in keyof Limits]: Limits[K] | null };

const PLAN_LIMITS: Readonly<Record<PlanTier, Limits>> = {
  sandbox: {
    agent_count_ceiling: 500,
    requests_per_minute: 60,
    simulations_per_month: 100,
    agent_runs_per_month: 20_000,
    reading_ceiling_usd: 5,
  },
  growth: {
    agent_count_ceiling: 2_500,
    requests_per_minute: 300,
    simulations_per_month: 1_000,
    agent_runs_per_month: 1_000_000,
    reading_ceiling_usd: 50,
  },
  studio: {
    agent_count_ceiling: 10_000,
    requests_per_minute: 1_200,
    simulations_per_month: 10_000,
    agent_runs_per_month: 20_000_000,
    reading_ceiling_usd: 500,
  },
  enterprise: {
    agent_count_ceiling: 10_000,
    requests_per_minute: 6_000,
    simulations_per_month: null,
    agent_runs_per_month: null,
    reading_ceiling_usd: null,
  },
};

/** An organization's limits: its contract's figure where there is one, else its plan's. */
export function limitsOf(tier: PlanTier, contract: Partial<ContractFigures> = {}): Limits {
  const own = Object.entries(contract).filter(([, figure]) => figure != null);
  return { ...PLAN_LIMITS[tier], ...Object.fromEntries(own) };
}

/**
 * Reads the plans that prices pay for: `price_x=growth,price_y=studio`.
 * @throws Error that names the fault
 */
export function parsePricePlans(text: string): ReadonlyMap<string, PlanTier> {
  const plans = new Map<string, PlanTier>();
  for (const entry of text.split(",").map((part) => part.trim()).filter((part) => part !== "")) {
    const [price = "", name, ...more] = entry.split("=").map((part) => part.trim());
    const tier = PLAN_TIERS.find((known) => known === name);
    if (price === "" || tier === undefined || more.length > 0) {
      throw new Error(
        `${entry} is not a price and a plan, such as price_x=growth; plans are ${PLAN_TIERS.join(", ")}`,
      );
    }
    if (plans.has(price)) throw new Error(`${price} has two plans`);
    plans.set(price, tier);
  }
  return plans;
}
