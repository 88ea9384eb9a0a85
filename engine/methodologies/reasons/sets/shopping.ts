import type { ThemeSet } from "../theme.ts";

/** What people say about buying a product: templates, see `Theme`. */
export const PRODUCT: ThemeSet = {
  keywords: ["product", "buying", "purchase"],
  subject: "this product",
  themes: [
    {
      theme: "need",
      yes: ["I could use something like this.", "It solves something that bothers me."],
      maybe: [
        "I would have to run out of what I have first.",
        "I am not sure that I would use it often enough.",
      ],
      no: ["I have no use for it.", "What I have already does the job."],
    },
    {
      theme: "cost",
      yes: ["For what it does, the price seems fair.", "It looks like good value."],
      maybe: ["It depends on the price at the shelf.", "I would wait for an offer."],
      no: ["It is too expensive for what it is.", "I would rather spend the money on something else."],
      own: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        maybe: "With my budget I would only buy it on offer.",
        no: "I cannot fit it into my budget.",
      },
    },
    {
      theme: "quality",
      yes: ["It looks well made.", "I expect it to work better than what I buy now."],
      maybe: ["I would want to try it before I buy it.", "I cannot tell yet how good it is."],
      no: ["I doubt that it is as good as they say.", "Things like that have let me down before."],
    },
    {
      theme: "habit",
      yes: ["I like to try new things when I shop.", "It fits right into what I buy anyway."],
      maybe: ["I might try it once and see.", "I would have to get used to it."],
      no: ["I stick with the brand that I know.", "I do not change what I buy without a reason."],
      own: {
        dimension: "age",
        segments: ["55-64", "65+"],
        no: "I have bought the same thing for years and see no reason to change.",
      },
    },
    {
      theme: "convenience",
      yes: ["It would be easy to pick up where I shop.", "It would save me time."],
      maybe: ["If I came across it while shopping, perhaps.", "It depends on how easy it is to get."],
      no: ["It would be one more thing to keep track of.", "I would not go out of my way for it."],
    },
  ],
};
