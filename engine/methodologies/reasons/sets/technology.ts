import type { ThemeSet } from "../theme.ts";

/** What people say about a new technology: templates, see `Theme`. */
export const TECHNOLOGY: ThemeSet = {
  keywords: ["technology", "digital"],
  subject: "this technology",
  themes: [
    {
      theme: "convenience",
      yes: ["It would make my day easier.", "It would save me time."],
      maybe: ["If it is easy to set up, perhaps.", "It might help with some things."],
      no: ["It would make things more complicated.", "It is more trouble than it is worth."],
      own: {
        dimension: "age",
        segments: ["55-64", "65+"],
        maybe: "Somebody would have to show me how it works.",
        no: "At my age I do not want to learn another device.",
      },
    },
    {
      theme: "privacy",
      yes: ["I am not worried about my data with it.", "They are clear about what they do with data."],
      maybe: ["I would want to know what happens to my data.", "It depends on how private it is."],
      no: ["I do not want it to collect my data.", "It knows too much about people."],
    },
    {
      theme: "need",
      yes: ["I can think of many uses for it.", "It does something that I need done."],
      maybe: ["I am not sure what I would use it for.", "It may be useful later on."],
      no: ["I do not see what I would need it for.", "I manage well without it."],
    },
    {
      theme: "cost",
      yes: ["It is worth what it costs.", "It would pay for itself."],
      maybe: ["I would wait until it is cheaper.", "It depends on the price."],
      no: ["It costs too much.", "By the time I can afford it there will be a new one."],
      own: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        maybe: "I would wait until people like me can afford it.",
      },
    },
    {
      theme: "interest",
      yes: ["I like to try new technology.", "I have been curious about it."],
      maybe: ["I am curious, but in no hurry.", "I would let others try it first."],
      no: ["New technology does not interest me.", "It seems like a fad to me."],
      own: { dimension: "age", segments: ["18-24", "25-34"], yes: "Most of my friends would use it too." },
    },
  ],
};
