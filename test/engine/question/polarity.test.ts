import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { polarityOf as signOf, relativePolarity } from "#engine/question/polarity.ts";
import rewordings from "#research/evaluation/rewordings.json" with { type: "json" };

type Polarity = "affirmed" | "negated" | "open";

const polarityOf = (question: string): Polarity => {
  const sign = signOf(question);
  return sign === 0 ? "open" : sign > 0 ? "affirmed" : "negated";
};
const samePolarity = (a: string, b: string) => relativePolarity(a, b) === "same";

const NEGATED: Readonly<Record<string, readonly string[]>> = {
  "product-purchase-intent": [
    "How unlikely are you to buy this product if it were available where you usually shop?",
    "How likely are you not to buy this product if it were available where you usually shop?",
    "Would you refuse to buy this product if it were available where you usually shop?",
    "How likely are you to avoid this product if it were available where you usually shop?",
    "Would you never buy this product if it were available where you usually shop?",
    "I would not buy this product if it were available where I usually shop.",
  ],
  "subscription-pricing": [
    "Would you refuse to pay this monthly price for this subscription service?",
    "Would you cancel this subscription service at this monthly price?",
    "Is this monthly price too high to pay for this subscription service?",
    "Would you be unwilling to pay this monthly price for this subscription service?",
  ],
  "ballot-measure": [
    "If the election were held today, would you vote no on this ballot measure?",
    "If the election were held today, would you vote against this ballot measure?",
    "If the election were held today, would you vote down this ballot measure?",
  ],
  "policy-support": [
    "Do you oppose this proposed government policy?",
    "Are you against this proposed government policy?",
    "Do you disapprove of this proposed government policy?",
    "Do you reject this proposed government policy?",
  ],
  "ad-concept-appeal": [
    "Does this advertisement make you less interested in the brand?",
    "Does this advertisement fail to make you more interested in the brand?",
    "Does this advertisement put you off the brand?",
  ],
  "brand-trust": [
    "Do you distrust this brand to do what it promises?",
    "Do you doubt that this brand will do what it promises?",
    "Have you lost trust in this brand to do what it promises?",
    "Is this brand untrustworthy?",
    "Do you lack trust in this brand?",
  ],
  "employer-appeal": [
    "Would you decline to apply for a job at this company?",
    "Would you be reluctant to apply for a job at this company?",
    "Would you avoid applying for a job at this company?",
  ],
  "preventive-health": [
    "Would you skip this vaccine or preventive screening if it were offered to you?",
    "Would you turn down this vaccine or preventive screening if it were offered to you?",
    "Would you say no to this vaccine or preventive screening if it were offered to you?",
  ],
  "technology-adoption": [
    "Would you refuse to use this new technology in your daily life?",
    "Would you be uncomfortable using this new technology in your daily life?",
    "Could you do without this new technology in your daily life?",
  ],
  "neighborhood-development": [
    "Would you oppose building this new development in your neighborhood?",
    "Would you object to building this new development in your neighborhood?",
    "Would you mind building this new development in your neighborhood?",
  ],
  "charitable-giving": [
    "Would you never donate money to this cause?",
    "Would you hesitate to donate money to this cause?",
    "Would you withhold money from this cause?",
  ],
  "entertainment-viewership": [
    "Would you avoid watching this show or movie?",
    "Would you hate to watch this show or movie?",
    "Would you stop watching this show or movie?",
  ],
};

const CASES: readonly (readonly [Polarity, string])[] = [
  ["affirmed", "Do you support or oppose this proposed government policy?"],
  ["affirmed", "Are you for or against this proposed government policy?"],
  ["affirmed", "Would you vote yes or no on this ballot measure?"],
  ["affirmed", "Does this advertisement make you more or less interested in the brand?"],
  ["affirmed", "Would you buy this product or not?"],
  ["affirmed", "Are you likely or unlikely to buy this product?"],
  ["affirmed", "To what extent do you trust this brand?"],
  ["affirmed", "What is the likelihood that you would buy this product?"],
  ["affirmed", "What are the chances that you buy it?"],
  ["affirmed", "How much do you trust this brand?"],
  ["affirmed", "How do you feel about this proposed policy?"],
  ["affirmed", "When it comes out, would you buy this product?"],
  ["affirmed", "Where you usually shop, would you buy this product?"],
  ["affirmed", "Would you pay less than $10 a month for it?"],
  ["affirmed", "Would you not refuse to donate money to this cause?"],
  ["affirmed", "How unlikely are you to avoid this product?"],
  ["affirmed", "Critics do not like the plan and say it will never work. Do you support it?"],
  ["affirmed", "Would you watch a show about the United States Navy under water?"],
  ["affirmed", "Would you understand and use this new technology?"],
  ["negated", "Supporters like it. Would you oppose it?"],
  ["negated", "Do you disagree with this policy?"],
  ["affirmed", "Wouldn’t you donate?"],
  ["affirmed", "dont you trust this brand"],
  ["affirmed", "Would you get a vaccine that prevents shingles?"],
  ["affirmed", "Would you use an app that blocks spam calls?"],
  ["affirmed", "Would you buy a shirt that never wrinkles?"],
  ["affirmed", "Was the airline honest about the cause of its delays?"],
  ["negated", "Do you support a law that bans fracking?"],
  ["negated", "Should the city close its open-air swimming pools in winter?"],
  ["negated", "Would you delay this vaccine?"],
  ["open", "Why do you trust this brand?"],
  ["open", "Who would you vote for if the election were held today?"],
  ["open", "If the election were held today, who would you vote for?"],
  ["open", "When will this new development in your neighborhood be finished?"],
  ["open", "How often do you buy this product where you usually shop?"],
  ["open", "How much would you pay each month for this subscription service?"],
  ["open", "How many shows do you watch?"],
  ["open", "Which brand do you trust the most?"],
  ["open", "What do you think of this brand?"],
];

/** The contract's twelve. */
const CONTRACT = PUBLISHED.filter(({ calibration }) => calibration.illustrative);

describe("polarity", () => {
  for (const [polarity, question] of CASES) {
    it(`is ${polarity} in: ${question}`, () => assert.equal(polarityOf(question), polarity));
  }

  it("is affirmed in every KPI question", () => {
    assert.deepEqual(CONTRACT.filter(({ kpi_question }) => polarityOf(kpi_question) !== "affirmed"), []);
  });

  it("is that of the KPI question in every close rewording", () => {
    const kpi = new Map(PUBLISHED.map((each) => [each.slug, each.kpi_question]));
    const wrong = rewordings.filter(({ question, methodology, relation }) =>
      relation === "rewording" && !samePolarity(question, kpi.get(methodology ?? "") ?? "")
    );
    assert.deepEqual(wrong, []);
  });

  for (const { slug, kpi_question } of CONTRACT) {
    it(`is not that of the KPI question of ${slug} once it is negated`, () => {
      const negated = NEGATED[slug] ?? [];
      assert.ok(negated.length >= 3);
      assert.deepEqual(negated.filter((question) => polarityOf(question) !== "negated"), []);
      assert.deepEqual(negated.filter((question) => samePolarity(question, kpi_question)), []);
    });
  }

  it("is never shared with an open question, not even with another one", () => {
    assert.equal(samePolarity("Why do you trust it?", "Why do you trust it?"), false);
  });

  it("is shared by two negated questions", () => {
    assert.equal(samePolarity("Do you oppose it?", "Are you against it?"), true);
  });
});
