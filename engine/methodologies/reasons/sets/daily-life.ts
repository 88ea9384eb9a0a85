import type { ThemeSet } from "../theme.ts";

/** What people say about prevention: templates, see `Theme`. */
export const HEALTH: ThemeSet = {
  keywords: ["health", "vaccine", "screening", "preventive"],
  subject: "this",
  themes: [
    {
      theme: "health",
      yes: ["I would rather prevent something than treat it.", "It is good for my health."],
      maybe: ["I feel healthy and am not sure that I need it.", "It depends on my risk."],
      no: ["I am healthy and do not need it.", "I do not think that it would help me."],
      own: { dimension: "age", segments: ["55-64", "65+"], yes: "At my age it makes sense to be careful." },
    },
    {
      theme: "safety",
      yes: ["It has been tested well enough for me.", "The risk of doing nothing is greater."],
      maybe: ["I would ask about side effects first.", "I would wait until more people have had it."],
      no: ["I worry about side effects.", "I do not think that it is safe."],
    },
    {
      theme: "trust",
      yes: ["My doctor would recommend it.", "I trust the people who advise it."],
      maybe: ["I would ask my doctor first.", "I hear different things from different people."],
      no: ["I do not trust those who push it.", "I no longer believe what they say about health."],
    },
    {
      theme: "convenience",
      yes: ["It is quickly done.", "If it is offered, I take it."],
      maybe: ["If it is close by and quick, perhaps.", "I keep putting such things off."],
      no: ["It is too much trouble.", "I have no time for that."],
    },
    {
      theme: "cost",
      yes: ["My insurance would cover it.", "It saves money later."],
      maybe: ["It depends on whether my insurance pays.", "I would have to know what it costs me."],
      no: ["I cannot be sure that it is covered.", "It would cost me too much."],
      own: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        no: "I cannot afford another medical bill.",
      },
    },
  ],
};
