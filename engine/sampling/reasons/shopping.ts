import type { ThemeSet } from "./theme.ts";

/** Reasons for and against buying a product. */
export const PRODUCT: ThemeSet = {
  keywords: ["product", "buying", "purchase"],
  subject: "this product",
  themes: [
    {
      id: "need",
      yes: ["I could use something like this.", "It solves something that bothers me."],
      maybe: [
        "I would have to run out of what I have first.",
        "I am not sure that I would use it often enough.",
      ],
      no: ["I have no use for it.", "What I have already does the job."],
    },
    {
      id: "cost",
      yes: ["For what it does, the price seems fair.", "It looks like good value."],
      maybe: ["It depends on the price at the shelf.", "I would wait for an offer."],
      no: ["It is too expensive for what it is.", "I would rather spend the money on something else."],
      forSegments: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        maybe: "With my budget I would only buy it on offer.",
        no: "I cannot fit it into my budget.",
      },
    },
    {
      id: "quality",
      yes: ["It looks well made.", "I expect it to work better than what I buy now."],
      maybe: ["I would want to try it before I buy it.", "I cannot tell yet how good it is."],
      no: ["I doubt that it is as good as they say.", "Things like that have let me down before."],
    },
    {
      id: "habit",
      yes: ["I like to try new things when I shop.", "It fits right into what I buy anyway."],
      maybe: ["I might try it once and see.", "I would have to get used to it."],
      no: ["I stick with the brand that I know.", "I do not change what I buy without a reason."],
      forSegments: {
        dimension: "age",
        segments: ["55-64", "65+"],
        no: "I have bought the same thing for years and see no reason to change.",
      },
    },
    {
      id: "convenience",
      yes: ["It would be easy to pick up where I shop.", "It would save me time."],
      maybe: ["If I came across it while shopping, perhaps.", "It depends on how easy it is to get."],
      no: ["It would be one more thing to keep track of.", "I would not go out of my way for it."],
    },
  ],
};

/** Reasons for and against paying for a subscription. */
export const SUBSCRIPTION: ThemeSet = {
  keywords: ["subscription", "pricing", "monthly"],
  subject: "this subscription",
  themes: [
    {
      id: "cost",
      yes: ["I would pay that much for it.", "Compared with other services the price is fair."],
      maybe: ["A little less a month and I would do it.", "I would compare it with what I pay elsewhere."],
      no: ["That is too much every month.", "I pay for too many services as it is."],
      forSegments: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        maybe: "I would have to drop another subscription first.",
        no: "Another monthly bill is more than I can afford.",
      },
    },
    {
      id: "need",
      yes: ["I would use it almost every day.", "It offers something that I have been missing."],
      maybe: ["I am not sure that I would use it enough.", "Perhaps for a month or two, when I need it."],
      no: ["I would hardly use it.", "There are free ways to get the same."],
    },
    {
      id: "quality",
      yes: ["What it offers is worth paying for.", "It seems better than what I have now."],
      maybe: ["I would want a free trial first.", "It depends on what is included."],
      no: ["There is not enough in it for me.", "The free version is good enough."],
    },
    {
      id: "trust",
      yes: [
        "I would trust them to let me cancel any time.",
        "They have been straight about the price so far.",
      ],
      maybe: ["I would want to know how easily I can cancel.", "Prices like that tend to go up later."],
      no: [
        "Subscriptions are made so that one forgets to cancel.",
        "I do not trust the price to stay that way.",
      ],
    },
    {
      id: "habit",
      yes: ["I am used to paying monthly for services like this.", "It would replace one that I have now."],
      maybe: ["I would have to think about what it replaces.", "I might wait and see what others do."],
      no: ["I prefer to pay once and own it.", "I do not want to commit to anything monthly."],
      forSegments: {
        dimension: "age",
        segments: ["18-24", "25-34"],
        yes: "I pay for most things by the month anyway.",
      },
    },
  ],
};
