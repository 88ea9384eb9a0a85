import type { ThemeSet } from "../theme.ts";

/** What people say about a government policy: templates, see `Theme`. */
export const POLICY: ThemeSet = {
  keywords: ["policy", "law", "regulation", "government"],
  subject: "this policy",
  themes: [
    {
      theme: "fairness",
      yes: ["It would make things fairer.", "It asks the right people to do their part."],
      maybe: ["I see fair points on both sides.", "It depends on who is affected."],
      no: ["It is unfair to people who follow the rules.", "It puts the burden on the wrong people."],
    },
    {
      theme: "government",
      yes: ["This is what government is for.", "Somebody has to set rules here."],
      maybe: [
        "Government should do something, but maybe not this.",
        "I am not sure that it is the government's job.",
      ],
      no: ["Government should stay out of this.", "We have too many rules already."],
    },
    {
      theme: "taxes",
      yes: ["It would be money well spent.", "It would save public money in the long run."],
      maybe: ["I would like to know what it costs.", "It depends on who pays for it."],
      no: ["It would cost taxpayers too much.", "It wastes public money."],
      own: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        no: "People like me end up paying for it.",
      },
    },
    {
      theme: "economy",
      yes: ["It would be good for jobs.", "It would help working families."],
      maybe: ["I do not know what it would do to prices.", "It could help or hurt the economy."],
      no: ["It would cost jobs.", "It would make everything more expensive."],
    },
    {
      theme: "values",
      yes: ["It is the right thing to do.", "It is in line with what I believe in."],
      maybe: ["I agree with the aim, not with all of it.", "Part of me is for it and part against."],
      no: ["It goes against what I believe in.", "It takes the country in the wrong direction."],
    },
  ],
};
