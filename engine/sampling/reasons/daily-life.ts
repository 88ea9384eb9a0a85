import type { ThemeSet } from "./theme.ts";

/** Reasons for and against a vaccine or screening. */
export const HEALTH: ThemeSet = {
  keywords: ["health", "vaccine", "screening", "preventive"],
  subject: "this",
  themes: [
    {
      id: "health",
      yes: ["I would rather prevent something than treat it.", "It is good for my health."],
      maybe: ["I feel healthy and am not sure that I need it.", "It depends on my risk."],
      no: ["I am healthy and do not need it.", "I do not think that it would help me."],
      forSegments: {
        dimension: "age",
        segments: ["55-64", "65+"],
        yes: "At my age it makes sense to be careful.",
      },
    },
    {
      id: "safety",
      yes: ["It has been tested well enough for me.", "The risk of doing nothing is greater."],
      maybe: ["I would ask about side effects first.", "I would wait until more people have had it."],
      no: ["I worry about side effects.", "I do not think that it is safe."],
    },
    {
      id: "trust",
      yes: ["My doctor would recommend it.", "I trust the people who advise it."],
      maybe: ["I would ask my doctor first.", "I hear different things from different people."],
      no: ["I do not trust those who push it.", "I no longer believe what they say about health."],
    },
    {
      id: "convenience",
      yes: ["It is quickly done.", "If it is offered, I take it."],
      maybe: ["If it is close by and quick, perhaps.", "I keep putting such things off."],
      no: ["It is too much trouble.", "I have no time for that."],
    },
    {
      id: "cost",
      yes: ["My insurance would cover it.", "It saves money later."],
      maybe: ["It depends on whether my insurance pays.", "I would have to know what it costs me."],
      no: ["I cannot be sure that it is covered.", "It would cost me too much."],
      forSegments: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        no: "I cannot afford another medical bill.",
      },
    },
  ],
};

/** Reasons for and against a new technology. */
export const TECHNOLOGY: ThemeSet = {
  keywords: ["technology", "digital"],
  subject: "this technology",
  themes: [
    {
      id: "convenience",
      yes: ["It would make my day easier.", "It would save me time."],
      maybe: ["If it is easy to set up, perhaps.", "It might help with some things."],
      no: ["It would make things more complicated.", "It is more trouble than it is worth."],
      forSegments: {
        dimension: "age",
        segments: ["55-64", "65+"],
        maybe: "Somebody would have to show me how it works.",
        no: "At my age I do not want to learn another device.",
      },
    },
    {
      id: "privacy",
      yes: ["I am not worried about my data with it.", "They are clear about what they do with data."],
      maybe: ["I would want to know what happens to my data.", "It depends on how private it is."],
      no: ["I do not want it to collect my data.", "It knows too much about people."],
    },
    {
      id: "need",
      yes: ["I can think of many uses for it.", "It does something that I need done."],
      maybe: ["I am not sure what I would use it for.", "It may be useful later on."],
      no: ["I do not see what I would need it for.", "I manage well without it."],
    },
    {
      id: "cost",
      yes: ["It is worth what it costs.", "It would pay for itself."],
      maybe: ["I would wait until it is cheaper.", "It depends on the price."],
      no: ["It costs too much.", "By the time I can afford it there will be a new one."],
      forSegments: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        maybe: "I would wait until people like me can afford it.",
      },
    },
    {
      id: "interest",
      yes: ["I like to try new technology.", "I have been curious about it."],
      maybe: ["I am curious, but in no hurry.", "I would let others try it first."],
      no: ["New technology does not interest me.", "It seems like a fad to me."],
      forSegments: {
        dimension: "age",
        segments: ["18-24", "25-34"],
        yes: "Most of my friends would use it too.",
      },
    },
  ],
};
