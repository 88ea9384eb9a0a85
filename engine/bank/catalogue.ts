import type { Methodology, PriceElasticity } from "./methodology.ts";
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
import { ANSWERS_OFFERED_SCHEMA } from "./answers-offered.ts";
import { surveyedMethodologies, withJoinedQuestions } from "./surveyed.ts";
import technologyAdoption from "./tables/technology-adoption.json" with { type: "json" };

const MADE_UP = "Made up for illustration: no survey measured this response";

function fallsWith(
  field: string,
  unit: PriceElasticity["unit"],
  reference: number,
  logits_per_doubling: number,
): PriceElasticity {
  return { field, unit, reference, logits_per_doubling, source: MADE_UP, illustrative: true };
}

/** How the answers of a methodology fall with a price, by slug. At the reference value its table holds. */
const RESPONSES: Readonly<Record<string, readonly PriceElasticity[]>> = {
  "subscription-pricing": [fallsWith("monthly_price_usd", "usd_per_month", 15, -0.5)],
  "product-purchase-intent": [fallsWith("price_usd", "usd", 15, -0.4)],
  "technology-adoption": [fallsWith("cost_usd", "usd", 200, -0.3)],
  "preventive-health": [fallsWith("cost_usd", "usd", 25, -0.3)],
  "charitable-giving": [fallsWith("amount_usd", "usd", 25, -0.35)],
};

/** The contract's twelve; their KPI tables are made up. */
const ILLUSTRATIVE: readonly Methodology[] = [
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

/** The methodologies that a new installation publishes, each at its newest version: the contract's, then those of real surveys. */
export const PUBLISHED: readonly Methodology[] = [
  ...ILLUSTRATIVE.map(withJoinedQuestions).map(withResponses).map(withAnswersOffered),
  ...surveyedMethodologies(),
];

function withResponses(methodology: Methodology): Methodology {
  const responses = RESPONSES[methodology.slug];
  return responses === undefined ? methodology : { ...methodology, responses };
}

/** What no calibrated question matches is predicted from surveys' questions, whose scales differ. */
function withAnswersOffered(methodology: Methodology): Methodology {
  const { scenario_schema } = methodology;
  const properties = { ...scenario_schema.properties as object, ...ANSWERS_OFFERED_SCHEMA };
  return { ...methodology, scenario_schema: { ...scenario_schema, properties } };
}

/** A published methodology by slug and version; undefined for an unknown one. */
export function methodologyVersion(slug: string, version: number): Methodology | undefined {
  return PUBLISHED.find((methodology) => methodology.slug === slug && methodology.version === version);
}

/** The newest version of a methodology, which new simulations use; undefined for an unknown slug. */
export function newestMethodology(slug: string): Methodology | undefined {
  return PUBLISHED.find((methodology) => methodology.slug === slug);
}
