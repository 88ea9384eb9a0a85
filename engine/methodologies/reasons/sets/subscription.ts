import type { ThemeSet } from "../theme.ts";

/** What people say about paying for a subscription: templates, see `Theme`. */
export const SUBSCRIPTION: ThemeSet = {
  keywords: ["subscription", "pricing", "monthly"],
  subject: "this subscription",
  themes: [
    {
      theme: "cost",
      yes: ["I would pay that much for it.", "Compared with other services the price is fair."],
      maybe: ["A little less a month and I would do it.", "I would compare it with what I pay elsewhere."],
      no: ["That is too much every month.", "I pay for too many services as it is."],
      own: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        maybe: "I would have to drop another subscription first.",
        no: "Another monthly bill is more than I can afford.",
      },
    },
    {
      theme: "need",
      yes: ["I would use it almost every day.", "It offers something that I have been missing."],
      maybe: ["I am not sure that I would use it enough.", "Perhaps for a month or two, when I need it."],
      no: ["I would hardly use it.", "There are free ways to get the same."],
    },
    {
      theme: "quality",
      yes: ["What it offers is worth paying for.", "It seems better than what I have now."],
      maybe: ["I would want a free trial first.", "It depends on what is included."],
      no: ["There is not enough in it for me.", "The free version is good enough."],
    },
    {
      theme: "trust",
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
      theme: "habit",
      yes: ["I am used to paying monthly for services like this.", "It would replace one that I have now."],
      maybe: ["I would have to think about what it replaces.", "I might wait and see what others do."],
      no: ["I prefer to pay once and own it.", "I do not want to commit to anything monthly."],
      own: {
        dimension: "age",
        segments: ["18-24", "25-34"],
        yes: "I pay for most things by the month anyway.",
      },
    },
  ],
};
