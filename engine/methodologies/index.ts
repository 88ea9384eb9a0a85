import type { Methodology } from "../methodology.ts";
import brandTrust from "./brand-trust.json" with { type: "json" };
import productPurchaseIntent from "./product-purchase-intent.json" with { type: "json" };

/** The methodologies that a new installation publishes, each at its newest version. */
export const PUBLISHED: readonly Methodology[] = [
  productPurchaseIntent,
  brandTrust,
];

/** A published methodology by slug and version, or undefined where there is none. */
export function methodology(slug: string, version: number): Methodology | undefined {
  return PUBLISHED.find((candidate) => candidate.slug === slug && candidate.version === version);
}
