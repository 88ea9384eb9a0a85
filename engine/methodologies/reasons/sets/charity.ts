import type { ThemeSet } from "../theme.ts";

/** What people say about giving: templates, see `Theme`. */
export const CHARITY: ThemeSet = {
  keywords: ["charitable", "charity", "donating", "cause"],
  subject: "this cause",
  themes: [
    {
      theme: "values",
      yes: ["It is a cause that I care about.", "It is right to help where one can."],
      maybe: ["I care about it, but also about other causes.", "It is a good cause among many."],
      no: ["It is not a cause that I care about.", "I give to other causes."],
    },
    {
      theme: "trust",
      yes: ["I trust them to use the money well.", "They have shown what they do with it."],
      maybe: [
        "I would look up how much reaches those in need.",
        "I would want to know the organization better.",
      ],
      no: ["Too much of the money never arrives.", "I do not trust organizations that ask for money."],
    },
    {
      theme: "cost",
      yes: ["I can spare a little for that.", "A small gift does not hurt me."],
      maybe: ["It depends on how much is left this month.", "Perhaps a small amount."],
      no: ["I have no money to give away.", "I need the money for my own family."],
      own: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        maybe: "I would like to, but money is short.",
        no: "I can hardly pay my own bills.",
      },
    },
    {
      theme: "need",
      yes: ["The need is plain to see.", "They really need the help."],
      maybe: ["I am not sure how great the need is.", "Others may need it more."],
      no: ["I do not think that my money would change much.", "That is a job for the government."],
    },
    {
      theme: "others",
      yes: ["Somebody close to me has needed such help.", "People I know give to it too."],
      maybe: ["If friends took part, I might.", "I would have to know somebody who was helped."],
      no: ["I prefer to help people whom I know.", "I would rather give my time than money."],
    },
  ],
};
