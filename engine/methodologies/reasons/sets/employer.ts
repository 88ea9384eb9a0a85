import type { ThemeSet } from "../theme.ts";

/** What people say about an employer: templates, see `Theme`. */
export const EMPLOYER: ThemeSet = {
  keywords: ["employer", "job", "applying"],
  subject: "this job",
  themes: [
    {
      theme: "pay",
      yes: ["The pay and benefits sound right.", "I would earn more than I do now."],
      maybe: ["It depends on the pay.", "I would want to hear about benefits first."],
      no: ["They do not pay enough for that work.", "I would not leave my job for that."],
      own: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        yes: "It would pay better than what I have.",
      },
    },
    {
      theme: "interest",
      yes: ["The work sounds interesting.", "I could learn a lot there."],
      maybe: ["I would like to know more about the work itself.", "Parts of it sound good."],
      no: ["The work does not interest me.", "It is not the kind of work I do."],
      own: { dimension: "age", segments: ["18-24", "25-34"], yes: "It would be a good step for my career." },
    },
    {
      theme: "trust",
      yes: ["It is known for treating people well.", "It looks like a safe place to work."],
      maybe: [
        "I would ask people who work there first.",
        "I have read mixed things about it as an employer.",
      ],
      no: ["I have heard how they treat people.", "I would be afraid to be let go again soon."],
    },
    {
      theme: "convenience",
      yes: ["The hours would suit me.", "I could get there easily, or work from home."],
      maybe: ["It depends on the hours and the commute.", "If I could work from home, perhaps."],
      no: ["The hours would not work for me.", "It is too far away."],
    },
    {
      theme: "values",
      yes: ["I like what the company stands for.", "It would be work that I can be proud of."],
      maybe: ["I would have to find out what it stands for.", "I am not sure that I would fit in."],
      no: ["I do not like what the company does.", "I would not fit in there."],
    },
  ],
};
