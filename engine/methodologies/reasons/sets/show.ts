import type { ThemeSet } from "../theme.ts";

/** What viewers say about a show or movie: templates, see `Theme`. */
export const SHOW: ThemeSet = {
  keywords: ["entertainment", "show", "movie", "watching"],
  subject: "this show",
  themes: [
    {
      theme: "interest",
      yes: ["It is the kind of story I like.", "It sounds like fun."],
      maybe: ["It depends on the mood I am in.", "The idea is good, but I have seen similar ones."],
      no: ["It is not my kind of story.", "It does not sound interesting to me."],
    },
    {
      theme: "quality",
      yes: ["I like the people who made it.", "It looks well done."],
      maybe: ["I would watch the trailer first.", "It could turn out well or badly."],
      no: ["It looks like something I have seen before.", "I doubt that it is any good."],
    },
    {
      theme: "others",
      yes: ["Everybody talks about it.", "Friends have told me to watch it."],
      maybe: ["I would wait for reviews.", "If somebody recommends it to me, maybe."],
      no: ["Nobody I know would watch it.", "What I have read about it puts me off."],
      own: { dimension: "age", segments: ["18-24", "25-34"], yes: "My friends will all be watching it." },
    },
    {
      theme: "convenience",
      yes: ["I could watch it at home when I want.", "It is just right for an evening."],
      maybe: ["If it comes to a service that I have, maybe.", "If I find the time."],
      no: ["I have no time for that.", "I would not pay for another service to see it."],
    },
    {
      theme: "values",
      yes: ["It is something the whole family can watch.", "It tells stories about people like me."],
      maybe: ["I am not sure that it is for me.", "It depends on how they tell it."],
      no: ["There is too much in it that I do not want to see.", "It is made for other people than me."],
      own: {
        dimension: "age",
        segments: ["55-64", "65+"],
        no: "They do not make shows for people my age any more.",
      },
    },
  ],
};
