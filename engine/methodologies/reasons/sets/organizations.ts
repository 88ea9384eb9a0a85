import type { ThemeSet } from "../theme.ts";

/** What people say about trusting a brand: templates, see `Theme`. */
export const BRAND: ThemeSet = {
  keywords: ["brand", "trust", "trusting"],
  subject: "this brand",
  themes: [
    {
      theme: "trust",
      yes: ["It has kept its word so far.", "It is known for being reliable."],
      maybe: ["It depends on which promise.", "I trust it with small things, not with big ones."],
      no: ["It has broken its promises before.", "I do not believe what big companies say."],
    },
    {
      theme: "quality",
      yes: ["I have always been happy with what it makes.", "Its quality has not let me down."],
      maybe: ["Sometimes it is good and sometimes it is not.", "Its quality used to be better."],
      no: ["What it makes is not as good as it claims.", "I have had trouble with it."],
    },
    {
      theme: "others",
      yes: ["People I know speak well of it.", "It has a good reputation."],
      maybe: ["I hear good and bad from people I know.", "Reviews of it are mixed."],
      no: ["People I know have had bad luck with it.", "I have read too many complaints."],
    },
    {
      theme: "information",
      yes: ["It is open about how it works.", "It tells its customers what they need to know."],
      maybe: ["I do not know enough about it to say.", "I would like it to be more open."],
      no: ["It hides what it does not want known.", "The small print says something else."],
      own: {
        dimension: "education",
        segments: ["bachelors", "advanced"],
        maybe: "I would want independent tests before I say so.",
      },
    },
    {
      theme: "habit",
      yes: ["I have used it for years.", "I grew up with it."],
      maybe: ["I use it, but without thinking much about it.", "I have not used it enough to tell."],
      no: ["I have gone over to another one.", "I never got along with it."],
      own: { dimension: "age", segments: ["55-64", "65+"], yes: "I have known it for most of my life." },
    },
  ],
};
