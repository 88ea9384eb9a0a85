import type { ThemeSet } from "./theme.ts";

/** Reasons for and against trusting a brand. */
export const BRAND: ThemeSet = {
  keywords: ["brand", "trust", "trusting"],
  subject: "this brand",
  themes: [
    {
      id: "trust",
      yes: ["It has kept its word so far.", "It is known for being reliable."],
      maybe: ["It depends on which promise.", "I trust it with small things, not with big ones."],
      no: ["It has broken its promises before.", "I do not believe what big companies say."],
    },
    {
      id: "quality",
      yes: ["I have always been happy with what it makes.", "Its quality has not let me down."],
      maybe: ["Sometimes it is good and sometimes it is not.", "Its quality used to be better."],
      no: ["What it makes is not as good as it claims.", "I have had trouble with it."],
    },
    {
      id: "others",
      yes: ["People I know speak well of it.", "It has a good reputation."],
      maybe: ["I hear good and bad from people I know.", "Reviews of it are mixed."],
      no: ["People I know have had bad luck with it.", "I have read too many complaints."],
    },
    {
      id: "information",
      yes: ["It is open about how it works.", "It tells its customers what they need to know."],
      maybe: ["I do not know enough about it to say.", "I would like it to be more open."],
      no: ["It hides what it does not want known.", "The small print says something else."],
      forSegments: {
        dimension: "education",
        segments: ["bachelors", "advanced"],
        maybe: "I would want independent tests before I say so.",
      },
    },
    {
      id: "habit",
      yes: ["I have used it for years.", "I grew up with it."],
      maybe: ["I use it, but without thinking much about it.", "I have not used it enough to tell."],
      no: ["I have gone over to another one.", "I never got along with it."],
      forSegments: {
        dimension: "age",
        segments: ["55-64", "65+"],
        yes: "I have known it for most of my life.",
      },
    },
  ],
};

/** Reasons for and against an employer. */
export const EMPLOYER: ThemeSet = {
  keywords: ["employer", "job", "applying"],
  subject: "this job",
  themes: [
    {
      id: "pay",
      yes: ["The pay and benefits sound right.", "I would earn more than I do now."],
      maybe: ["It depends on the pay.", "I would want to hear about benefits first."],
      no: ["They do not pay enough for that work.", "I would not leave my job for that."],
      forSegments: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        yes: "It would pay better than what I have.",
      },
    },
    {
      id: "interest",
      yes: ["The work sounds interesting.", "I could learn a lot there."],
      maybe: ["I would like to know more about the work itself.", "Parts of it sound good."],
      no: ["The work does not interest me.", "It is not the kind of work I do."],
      forSegments: {
        dimension: "age",
        segments: ["18-24", "25-34"],
        yes: "It would be a good step for my career.",
      },
    },
    {
      id: "trust",
      yes: ["It is known for treating people well.", "It looks like a safe place to work."],
      maybe: [
        "I would ask people who work there first.",
        "I have read mixed things about it as an employer.",
      ],
      no: ["I have heard how they treat people.", "I would be afraid to be let go again soon."],
    },
    {
      id: "convenience",
      yes: ["The hours would suit me.", "I could get there easily, or work from home."],
      maybe: ["It depends on the hours and the commute.", "If I could work from home, perhaps."],
      no: ["The hours would not work for me.", "It is too far away."],
    },
    {
      id: "values",
      yes: ["I like what the company stands for.", "It would be work that I can be proud of."],
      maybe: ["I would have to find out what it stands for.", "I am not sure that I would fit in."],
      no: ["I do not like what the company does.", "I would not fit in there."],
    },
  ],
};

/** Reasons for and against giving to a cause. */
export const CHARITY: ThemeSet = {
  keywords: ["charitable", "charity", "donating", "cause"],
  subject: "this cause",
  themes: [
    {
      id: "values",
      yes: ["It is a cause that I care about.", "It is right to help where one can."],
      maybe: ["I care about it, but also about other causes.", "It is a good cause among many."],
      no: ["It is not a cause that I care about.", "I give to other causes."],
    },
    {
      id: "trust",
      yes: ["I trust them to use the money well.", "They have shown what they do with it."],
      maybe: [
        "I would look up how much reaches those in need.",
        "I would want to know the organization better.",
      ],
      no: ["Too much of the money never arrives.", "I do not trust organizations that ask for money."],
    },
    {
      id: "cost",
      yes: ["I can spare a little for that.", "A small gift does not hurt me."],
      maybe: ["It depends on how much is left this month.", "Perhaps a small amount."],
      no: ["I have no money to give away.", "I need the money for my own family."],
      forSegments: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        maybe: "I would like to, but money is short.",
        no: "I can hardly pay my own bills.",
      },
    },
    {
      id: "need",
      yes: ["The need is plain to see.", "They really need the help."],
      maybe: ["I am not sure how great the need is.", "Others may need it more."],
      no: ["I do not think that my money would change much.", "That is a job for the government."],
    },
    {
      id: "others",
      yes: ["Somebody close to me has needed such help.", "People I know give to it too."],
      maybe: ["If friends took part, I might.", "I would have to know somebody who was helped."],
      no: ["I prefer to help people whom I know.", "I would rather give my time than money."],
    },
  ],
};
