import type { ThemeSet } from "../theme.ts";

/** What neighbors say about a new development: templates, see `Theme`. */
export const NEIGHBORHOOD: ThemeSet = {
  keywords: ["neighborhood", "building", "development"],
  subject: "this project",
  themes: [
    {
      theme: "community",
      yes: ["The neighborhood could use it.", "It would bring life to this part of town."],
      maybe: ["It depends on where exactly it goes.", "I would like to see the plans."],
      no: ["It does not belong in this neighborhood.", "It would change the character of the place."],
    },
    {
      theme: "convenience",
      yes: ["I would use it myself.", "It would be good to have that close by."],
      maybe: ["It depends on the traffic.", "Parking would have to be solved first."],
      no: ["It would bring too much traffic.", "Years of noise and construction, no thanks."],
    },
    {
      theme: "economy",
      yes: ["It would bring jobs.", "We need more places to live."],
      maybe: ["It could help, if local people get the jobs.", "I wonder what it does to rents."],
      no: ["It would drive up rents.", "The money goes to the developer, not to us."],
      own: {
        dimension: "income",
        segments: ["under-25k", "25k-50k"],
        no: "In the end people like me could not afford to live here.",
      },
    },
    {
      theme: "environment",
      yes: ["It is better to build here than out in the fields.", "It would be a good use of an empty lot."],
      maybe: ["I would want them to keep the trees.", "It depends on how much green is lost."],
      no: ["We would lose one of the last green spots.", "There is too much concrete as it is."],
      own: {
        dimension: "urbanicity",
        segments: ["rural"],
        no: "I live out here because there is nothing like that.",
      },
    },
    {
      theme: "trust",
      yes: ["They have listened to people here.", "The plans have been open so far."],
      maybe: ["I would like them to ask the neighbors first.", "I do not know who is behind it."],
      no: ["Nobody asked those who live here.", "Developers promise a lot until it is built."],
    },
  ],
};
