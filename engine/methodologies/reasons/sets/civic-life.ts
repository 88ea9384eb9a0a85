import type { ThemeSet } from "../theme.ts";

/** What voters say about a ballot measure: templates, see `Theme`. */
export const BALLOT: ThemeSet = {
  keywords: ["ballot", "voting", "proposition", "referendum"],
  subject: "this measure",
  themes: [
    {
      theme: "fairness",
      yes: ["It seems fair to people like me.", "It treats everybody the same."],
      maybe: ["I am not sure who would gain from it.", "It sounds fair, but I want to read the details."],
      no: ["It helps a few at the cost of the rest.", "It does not seem fair to me."],
    },
    {
      theme: "taxes",
      yes: ["It is a good use of public money.", "What it costs the taxpayer is worth it."],
      maybe: ["It depends on what it does to my taxes.", "I would like to know how it is paid for."],
      no: ["It will raise taxes in the end.", "They have money enough; they should spend it better."],
      own: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        no: "I cannot afford to pay more in taxes.",
      },
    },
    {
      theme: "community",
      yes: ["It would be good for where I live.", "Our community needs this."],
      maybe: ["I cannot tell what it would change around here.", "It might help, if it is done right."],
      no: ["It would not do anything for my community.", "It would change this place for the worse."],
    },
    {
      theme: "trust",
      yes: ["I trust the people who put it forward.", "The arguments for it hold up."],
      maybe: ["Both sides claim things that I cannot check.", "I do not know who is behind it."],
      no: ["I do not trust those who are behind it.", "It promises more than it can keep."],
    },
    {
      theme: "information",
      yes: ["I have read about it and I am for it.", "What I know about it I like."],
      maybe: ["I have not read enough about it yet.", "The wording is hard to understand."],
      no: ["When a measure is this unclear I vote no.", "What I have read about it worries me."],
      own: {
        dimension: "education",
        segments: ["bachelors", "advanced"],
        maybe: "I want to read the full text before I decide.",
      },
    },
  ],
};
