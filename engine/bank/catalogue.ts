import { readFileSync } from "node:fs";
import { ANSWERS_OFFERED_SCHEMA } from "./shares.ts";
import type { Methodology } from "./methodology.ts";
import { surveyedMethodologies, withJoinedQuestions } from "./surveyed.ts";

/** Files of `tables/`: the contract's twelve, whose KPI tables are made up. */
const ILLUSTRATIVE = [
  "product-purchase-intent",
  "subscription-pricing",
  "ballot-measure",
  "policy-support",
  "ad-concept-appeal",
  "brand-trust",
  "employer-appeal",
  "preventive-health",
  "technology-adoption",
  "neighborhood-development",
  "charitable-giving",
  "entertainment-viewership",
].map((file): Methodology =>
  JSON.parse(readFileSync(new URL(`./tables/${file}.json`, import.meta.url), "utf8"))
);

/** The methodologies that a new installation publishes, each at its newest version: the contract's, then those of real surveys. */
export const PUBLISHED: readonly Methodology[] = [
  ...ILLUSTRATIVE.map(withJoinedQuestions).map(withAnswersOffered),
  ...surveyedMethodologies(),
];

/** What no calibrated question matches is predicted from surveys' questions, whose scales differ. */
function withAnswersOffered(methodology: Methodology): Methodology {
  const { scenario_schema } = methodology;
  const properties = { ...scenario_schema.properties as object, ...ANSWERS_OFFERED_SCHEMA };
  return { ...methodology, scenario_schema: { ...scenario_schema, properties } };
}

/**
 * The methodologies among which one that a request names takes a question, itself included: this release's, whatever an organization has besides,
 * so that a run has the tier of its preview.
 */
export function rivalsOf(methodology: Methodology): readonly Methodology[] {
  return methodology.id === undefined ? PUBLISHED : [methodology, ...PUBLISHED];
}

/** A published methodology by slug and version; undefined for an unknown one. */
export function methodologyVersion(slug: string, version: number): Methodology | undefined {
  return PUBLISHED.find((methodology) => methodology.slug === slug && methodology.version === version);
}

/** The newest version of a methodology, which new simulations use; undefined for an unknown slug. */
export function newestMethodology(slug: string): Methodology | undefined {
  return PUBLISHED.find((methodology) => methodology.slug === slug);
}
