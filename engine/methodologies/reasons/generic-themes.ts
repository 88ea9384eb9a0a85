import type { Theme } from "./theme.ts";

/** Themes for any subject: what people say when nothing is known about the question. */
export const GENERIC_THEMES: readonly Theme[] = [
  {
    theme: "need",
    yes: ["It is something I could really use.", "It fits a need that I have."],
    maybe: ["I am not sure that I need it.", "It could be useful, depending on how things go."],
    no: ["I do not see a need for it.", "I get along fine without it."],
  },
  {
    theme: "cost",
    yes: ["What it costs looks fair for what it gives.", "It is worth what it takes."],
    maybe: ["It would depend on what it costs in the end.", "I would want to compare the costs first."],
    no: ["It costs more than it is worth to me.", "There are better uses for the money."],
    own: {
      dimension: "income",
      segments: ["under-25k", "25k-50k"],
      maybe: "With my budget I would have to think about the cost first.",
      no: "On my budget there is no room for that.",
    },
  },
  {
    theme: "trust",
    yes: ["I trust the people behind it.", "What I know of it so far has been reliable."],
    maybe: ["I do not know yet whether it can be trusted.", "I would like to see some proof first."],
    no: ["I do not trust the people behind it.", "I have heard promises like that before."],
    own: {
      dimension: "age",
      segments: ["55-64", "65+"],
      yes: "At my age I know whom to trust, and this looks right to me.",
      no: "I have seen enough over the years to be wary of it.",
    },
  },
  {
    theme: "habit",
    yes: ["It fits the way I already do things.", "It would be an easy change for me."],
    maybe: ["I would have to change my habits, and I am not sure about that.", "I might get used to it."],
    no: ["I am used to doing it another way.", "It would be too much of a change for me."],
  },
  {
    theme: "information",
    yes: ["I have heard good things about it.", "What I have read about it convinces me."],
    maybe: ["I would want to know more before I decide.", "I have heard good and bad about it."],
    no: ["What I have heard about it puts me off.", "Too much about it is unclear to me."],
    own: {
      dimension: "education",
      segments: ["bachelors", "advanced"],
      maybe: "I would want to read up on it before I make up my mind.",
    },
  },
];
