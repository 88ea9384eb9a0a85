import type { Methodology } from "./methodology.ts";
import adConceptAppeal from "./tables/ad-concept-appeal.json" with { type: "json" };
import ballotMeasure from "./tables/ballot-measure.json" with { type: "json" };
import brandTrust from "./tables/brand-trust.json" with { type: "json" };
import charitableGiving from "./tables/charitable-giving.json" with { type: "json" };
import employerAppeal from "./tables/employer-appeal.json" with { type: "json" };
import entertainmentViewership from "./tables/entertainment-viewership.json" with { type: "json" };
import neighborhoodDevelopment from "./tables/neighborhood-development.json" with { type: "json" };
import policySupport from "./tables/policy-support.json" with { type: "json" };
import preventiveHealth from "./tables/preventive-health.json" with { type: "json" };
import productPurchaseIntent from "./tables/product-purchase-intent.json" with { type: "json" };
import subscriptionPricing from "./tables/subscription-pricing.json" with { type: "json" };
import technologyAdoption from "./tables/technology-adoption.json" with { type: "json" };

/** The methodologies that a new installation publishes, each at its newest version. */
export const PUBLISHED: readonly Methodology[] = [
  productPurchaseIntent,
  subscriptionPricing,
  ballotMeasure,
  policySupport,
  adConceptAppeal,
  brandTrust,
  employerAppeal,
  preventiveHealth,
  technologyAdoption,
  neighborhoodDevelopment,
  charitableGiving,
  entertainmentViewership,
];

/** A published methodology by slug and version; undefined where there is none. */
export function methodologyVersion(slug: string, version: number): Methodology | undefined {
  return PUBLISHED.find((methodology) => methodology.slug === slug && methodology.version === version);
}

/** The newest version of a methodology, which new simulations use; undefined where there is none. */
export function newestMethodology(slug: string): Methodology | undefined {
  return PUBLISHED.find((methodology) => methodology.slug === slug);
}
