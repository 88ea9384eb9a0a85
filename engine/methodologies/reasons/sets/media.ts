import type { ThemeSet } from "../theme.ts";

/** What people say about an advertisement: templates, see `Theme`. */
export const ADVERTISEMENT: ThemeSet = {
  keywords: ["advertisement", "ad", "commercial", "slogan"],
  subject: "this ad",
  themes: [
    {
      theme: "interest",
      yes: ["It caught my attention.", "It made me want to find out more."],
      maybe: ["I liked it, but I would forget it soon.", "It was all right, nothing special."],
      no: ["It did not interest me.", "I would have skipped it."],
    },
    {
      theme: "trust",
      yes: ["It felt honest.", "I believed what it said."],
      maybe: ["I would check what it says before I believe it.", "It sounded a little too good."],
      no: ["I do not believe what it promises.", "It felt like a trick to sell something."],
      own: {
        dimension: "age",
        segments: ["55-64", "65+"],
        no: "I have seen too many ads to believe this one.",
      },
    },
    {
      theme: "values",
      yes: ["It speaks to people like me.", "I liked what it stands for."],
      maybe: ["I am not sure whom it is meant for.", "It had good and bad moments."],
      no: ["It is not meant for people like me.", "I did not like the way it talks to me."],
      own: { dimension: "age", segments: ["18-24", "25-34"], yes: "It feels made for people my age." },
    },
    {
      theme: "need",
      yes: ["It shows something that I could use.", "It reminded me of something that I need."],
      maybe: ["I might look at it when I need one.", "I did not see what it would do for me."],
      no: ["I do not need what it is selling.", "Nothing in it was of use to me."],
    },
    {
      theme: "information",
      yes: ["It told me clearly what I would get.", "I learnt something new about the brand."],
      maybe: ["It did not say enough about the product.", "I would want to know the price."],
      no: ["It did not tell me anything.", "I could not tell what it was about."],
    },
  ],
};
