import type { ThemeSet } from "./theme.ts";

/** Reasons why an advertisement appeals or does not. */
export const ADVERTISEMENT: ThemeSet = {
  keywords: ["advertisement", "ad", "commercial", "slogan"],
  subject: "this ad",
  themes: [
    {
      id: "interest",
      yes: ["It caught my attention.", "It made me want to find out more."],
      maybe: ["I liked it, but I would forget it soon.", "It was all right, nothing special."],
      no: ["It did not interest me.", "I would have skipped it."],
    },
    {
      id: "trust",
      yes: ["It felt honest.", "I believed what it said."],
      maybe: ["I would check what it says before I believe it.", "It sounded a little too good."],
      no: ["I do not believe what it promises.", "It felt like a trick to sell something."],
      forSegments: {
        dimension: "age",
        segments: ["55-64", "65+"],
        no: "I have seen too many ads to believe this one.",
      },
    },
    {
      id: "values",
      yes: ["It speaks to people like me.", "I liked what it stands for."],
      maybe: ["I am not sure whom it is meant for.", "It had good and bad moments."],
      no: ["It is not meant for people like me.", "I did not like the way it talks to me."],
      forSegments: {
        dimension: "age",
        segments: ["18-24", "25-34"],
        yes: "It feels made for people my age.",
      },
    },
    {
      id: "need",
      yes: ["It shows something that I could use.", "It reminded me of something that I need."],
      maybe: ["I might look at it when I need one.", "I did not see what it would do for me."],
      no: ["I do not need what it is selling.", "Nothing in it was of use to me."],
    },
    {
      id: "information",
      yes: ["It told me clearly what I would get.", "I learnt something new about the brand."],
      maybe: ["It did not say enough about the product.", "I would want to know the price."],
      no: ["It did not tell me anything.", "I could not tell what it was about."],
    },
  ],
};

/** Viewers' reasons for and against a show or movie. */
export const SHOW: ThemeSet = {
  keywords: ["entertainment", "show", "movie", "watching"],
  subject: "this show",
  themes: [
    {
      id: "interest",
      yes: ["It is the kind of story I like.", "It sounds like fun."],
      maybe: ["It depends on the mood I am in.", "The idea is good, but I have seen similar ones."],
      no: ["It is not my kind of story.", "It does not sound interesting to me."],
    },
    {
      id: "quality",
      yes: ["I like the people who made it.", "It looks well done."],
      maybe: ["I would watch the trailer first.", "It could turn out well or badly."],
      no: ["It looks like something I have seen before.", "I doubt that it is any good."],
    },
    {
      id: "others",
      yes: ["Everybody talks about it.", "Friends have told me to watch it."],
      maybe: ["I would wait for reviews.", "If somebody recommends it to me, maybe."],
      no: ["Nobody I know would watch it.", "What I have read about it puts me off."],
      forSegments: {
        dimension: "age",
        segments: ["18-24", "25-34"],
        yes: "My friends will all be watching it.",
      },
    },
    {
      id: "convenience",
      yes: ["I could watch it at home when I want.", "It is just right for an evening."],
      maybe: ["If it comes to a service that I have, maybe.", "If I find the time."],
      no: ["I have no time for that.", "I would not pay for another service to see it."],
    },
    {
      id: "values",
      yes: ["It is something the whole family can watch.", "It tells stories about people like me."],
      maybe: ["I am not sure that it is for me.", "It depends on how they tell it."],
      no: ["There is too much in it that I do not want to see.", "It is made for other people than me."],
      forSegments: {
        dimension: "age",
        segments: ["55-64", "65+"],
        no: "They do not make shows for people my age any more.",
      },
    },
  ],
};
