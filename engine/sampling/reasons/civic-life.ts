import type { ThemeSet } from "./theme.ts";

/** Voters' reasons for and against a ballot measure. */
export const BALLOT: ThemeSet = {
  keywords: ["ballot", "voting", "proposition", "referendum"],
  subject: "this measure",
  themes: [
    {
      id: "fairness",
      yes: ["It seems fair to people like me.", "It treats everybody the same."],
      maybe: ["I am not sure who would gain from it.", "It sounds fair, but I want to read the details."],
      no: ["It helps a few at the cost of the rest.", "It does not seem fair to me."],
    },
    {
      id: "taxes",
      yes: ["It is a good use of public money.", "What it costs the taxpayer is worth it."],
      maybe: ["It depends on what it does to my taxes.", "I would like to know how it is paid for."],
      no: ["It will raise taxes in the end.", "They have money enough; they should spend it better."],
      forSegments: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        no: "I cannot afford to pay more in taxes.",
      },
    },
    {
      id: "community",
      yes: ["It would be good for where I live.", "Our community needs this."],
      maybe: ["I cannot tell what it would change around here.", "It might help, if it is done right."],
      no: ["It would not do anything for my community.", "It would change this place for the worse."],
    },
    {
      id: "trust",
      yes: ["I trust the people who put it forward.", "The arguments for it hold up."],
      maybe: ["Both sides claim things that I cannot check.", "I do not know who is behind it."],
      no: ["I do not trust those who are behind it.", "It promises more than it can keep."],
    },
    {
      id: "information",
      yes: ["I have read about it and I am for it.", "What I know about it I like."],
      maybe: ["I have not read enough about it yet.", "The wording is hard to understand."],
      no: ["When a measure is this unclear I vote no.", "What I have read about it worries me."],
      forSegments: {
        dimension: "education",
        segments: ["bachelors", "advanced"],
        maybe: "I want to read the full text before I decide.",
      },
    },
  ],
};

/** Reasons for and against a government policy. */
export const POLICY: ThemeSet = {
  keywords: ["policy", "law", "regulation", "government"],
  subject: "this policy",
  themes: [
    {
      id: "fairness",
      yes: ["It would make things fairer.", "It asks the right people to do their part."],
      maybe: ["I see fair points on both sides.", "It depends on who is affected."],
      no: ["It is unfair to people who follow the rules.", "It puts the burden on the wrong people."],
    },
    {
      id: "government",
      yes: ["This is what government is for.", "Somebody has to set rules here."],
      maybe: [
        "Government should do something, but maybe not this.",
        "I am not sure that it is the government's job.",
      ],
      no: ["Government should stay out of this.", "We have too many rules already."],
    },
    {
      id: "taxes",
      yes: ["It would be money well spent.", "It would save public money in the long run."],
      maybe: ["I would like to know what it costs.", "It depends on who pays for it."],
      no: ["It would cost taxpayers too much.", "It wastes public money."],
      forSegments: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        no: "People like me end up paying for it.",
      },
    },
    {
      id: "economy",
      yes: ["It would be good for jobs.", "It would help working families."],
      maybe: ["I do not know what it would do to prices.", "It could help or hurt the economy."],
      no: ["It would cost jobs.", "It would make everything more expensive."],
    },
    {
      id: "values",
      yes: ["It is the right thing to do.", "It is in line with what I believe in."],
      maybe: ["I agree with the aim, not with all of it.", "Part of me is for it and part against."],
      no: ["It goes against what I believe in.", "It takes the country in the wrong direction."],
    },
  ],
};

/** Neighbors' reasons for and against a new development. */
export const NEIGHBORHOOD: ThemeSet = {
  keywords: ["neighborhood", "building", "development"],
  subject: "this project",
  themes: [
    {
      id: "community",
      yes: ["The neighborhood could use it.", "It would bring life to this part of town."],
      maybe: ["It depends on where exactly it goes.", "I would like to see the plans."],
      no: ["It does not belong in this neighborhood.", "It would change the character of the place."],
    },
    {
      id: "convenience",
      yes: ["I would use it myself.", "It would be good to have that close by."],
      maybe: ["It depends on the traffic.", "Parking would have to be solved first."],
      no: ["It would bring too much traffic.", "Years of noise and construction, no thanks."],
    },
    {
      id: "economy",
      yes: ["It would bring jobs.", "We need more places to live."],
      maybe: ["It could help, if local people get the jobs.", "I wonder what it does to rents."],
      no: ["It would drive up rents.", "The money goes to the developer, not to us."],
      forSegments: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        no: "In the end people like me could not afford to live here.",
      },
    },
    {
      id: "environment",
      yes: ["It is better to build here than out in the fields.", "It would be a good use of an empty lot."],
      maybe: ["I would want them to keep the trees.", "It depends on how much green is lost."],
      no: ["We would lose one of the last green spots.", "There is too much concrete as it is."],
      forSegments: {
        dimension: "urbanicity",
        segments: ["rural"],
        no: "I live out here because there is nothing like that.",
      },
    },
    {
      id: "trust",
      yes: ["They have listened to people here.", "The plans have been open so far."],
      maybe: ["I would like them to ask the neighbors first.", "I do not know who is behind it."],
      no: ["Nobody asked those who live here.", "Developers promise a lot until it is built."],
    },
  ],
};
