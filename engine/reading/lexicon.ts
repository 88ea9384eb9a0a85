import type { Theme } from "./themes.ts";

/** A theme with the words that speak of it: beginnings of words or phrases in lower case, as one regular expression. */
export interface LexiconTheme extends Theme {
  readonly stems: string;
}

/** In the order that ties are broken. */
export const LEXICON: readonly LexiconTheme[] = [
  {
    id: "cost",
    reservation: "cost",
    attraction: "good value",
    against: "It costs too much, or they want to know first what it costs.",
    inFavor: "They find it affordable, or worth its price.",
    stems: "price|pricing|pricey|cost|expens|afford|cheap|budget|money|dollar|worth paying|good value|" +
      "value for|pay for|pay that|wallet|fees?\\b|bargain|discount|overpriced|spend",
  },
  {
    id: "taxes",
    reservation: "the burden on taxpayers",
    attraction: "good use of public money",
    against: "They expect it to raise taxes or waste public money.",
    inFavor: "They see it as public money well spent.",
    stems: "tax|public money|public spending|government spending|deficit|public funds",
  },
  {
    id: "safety",
    reservation: "doubts about safety",
    attraction: "safety",
    against: "They worry that it is not safe.",
    inFavor: "They think that it is safe, or makes them safer.",
    stems: "safe|unsafe|side effect|risk|danger|harm|injur|crime|secure|hazard|afraid|scar[ey]",
  },
  {
    id: "privacy",
    reservation: "loss of privacy",
    attraction: "good care of their data",
    against: "They worry about what happens to their personal data.",
    inFavor: "They trust it with their personal data.",
    stems: "privacy|private data|personal data|personal information|my data|surveil|tracking|spy|hacked|" +
      "breach",
  },
  {
    id: "health",
    reservation: "no benefit to health",
    attraction: "benefit to health",
    against: "They do not see a benefit to their health.",
    inFavor: "They expect it to be good for their health.",
    stems: "health|doctor|illness|disease|sick|protect me|protection|prevent|immun|medical|catch it early",
  },
  {
    id: "trust",
    reservation: "lack of trust",
    attraction: "trust",
    against: "They do not trust those behind it.",
    inFavor: "They trust those behind it.",
    stems: "trust|distrust|honest|dishonest|reputation|scam|believe them|credib|keeps? its word|promise|" +
      "let me down|reliab|skeptic|sceptic|transparen|accountab|overhead",
  },
  {
    id: "quality",
    reservation: "doubts about quality",
    attraction: "quality",
    against: "They doubt that it is good enough.",
    inFavor: "They expect it to be good.",
    stems: "quality|well made|poorly made|durab|last long|flimsy|works? well|does not work|doesn't work|" +
      "effective|ineffective|taste|flavor|perform|craft",
  },
  {
    id: "need",
    reservation: "lack of need",
    attraction: "a need for it",
    against: "They do not need it.",
    inFavor: "They have a use for it.",
    stems: "need|useful|useless|use for|no use|would use|necessary|unnecessary|solve|point of it|" +
      "fills a gap|helpful",
  },
  {
    id: "habit",
    reservation: "attachment to what they know",
    attraction: "fit with their habits",
    against: "They are content with what they have, or do not want to change.",
    inFavor: "It suits how they do things, or they are ready for a change.",
    stems:
      "already have|already use|happy with|satisfied with|content with|what i have|current one|used to|" +
      "switch|stick with|my usual|usual brand|habit|current job|current employer|tired of",
  },
  {
    id: "convenience",
    reservation: "too much trouble",
    attraction: "convenience",
    against: "They find it too much trouble.",
    inFavor: "They expect it to make things easier.",
    stems: "convenien|inconvenien|eas[yi]|hassle|complicat|simple|time|effort|hard to use|trouble|nearby|" +
      "close to home|commut|learn how",
  },
  {
    id: "pay",
    reservation: "poor pay or conditions",
    attraction: "good pay or conditions",
    against: "They expect poor pay or conditions.",
    inFavor: "They expect good pay or conditions.",
    stems: "salary|wages?\\b|pays? well|benefits package|work-life|work life|working conditions|career|" +
      "promotion|job security|remote work|coworker|management",
  },
  {
    id: "community",
    reservation: "harm to the community",
    attraction: "benefit to the community",
    against: "They expect it to be bad for the people around them.",
    inFavor: "They expect it to be good for the people around them.",
    stems: "community|neighbo|traffic|parking|noise|crowd|housing|local|families|my family|children|kids|" +
      "school|property value|town",
  },
  {
    id: "economy",
    reservation: "harm to jobs and the economy",
    attraction: "benefit to jobs and the economy",
    against: "They expect it to cost jobs or growth.",
    inFavor: "They expect it to bring jobs or growth.",
    stems: "jobs|econom|businesses|employment|growth|inflation",
  },
  {
    id: "environment",
    reservation: "harm to the environment",
    attraction: "benefit to the environment",
    against: "They see it as bad for the environment.",
    inFavor: "They see it as good for the environment.",
    stems: "environment|climate|pollut|green|sustainab|waste|nature|recycl|carbon|emission",
  },
  {
    id: "fairness",
    reservation: "unfairness",
    attraction: "fairness",
    against: "They find it unfair.",
    inFavor: "They find it fair.",
    stems: "fair|unfair|equal|inequal|justice|rights|discriminat|deserve|the rich",
  },
  {
    id: "government",
    reservation: "too much government",
    attraction: "a task for government",
    against: "They think that government should stay out of it.",
    inFavor: "They think that government should do this.",
    stems: "government|politic|freedom|liberty|overreach|regulat|laws?\\b|mandate|vote|forced|rules",
  },
  {
    id: "values",
    reservation: "conflict with their values",
    attraction: "fit with their values",
    against: "It goes against what they believe in.",
    inFavor: "It fits what they believe in.",
    stems: "belie|values|moral|ethic|principle|faith|religio|tradition|cause|right thing|cares? about|" +
      "give back|help people|helping",
  },
  {
    id: "others",
    reservation: "what others say",
    attraction: "what others say",
    against: "What they hear from others puts them off.",
    inFavor: "What they hear from others speaks for it.",
    stems: "friend|recommend|reviews|heard good|heard bad|word of mouth|people i know|everyone else",
  },
  {
    id: "information",
    reservation: "too little or bad information",
    attraction: "good information",
    against: "They do not know enough about it, or what they have heard puts them off.",
    inFavor: "What they know or have heard of it speaks for it.",
    stems: "not sure|unsure|more information|know more|know enough|don't know|do not know|depends|details|" +
      "unclear|confus|haven't heard|have not heard|undecided|learn more|hear more|evidence|explain|" +
      "see it first|try it first",
  },
  {
    id: "interest",
    reservation: "lack of interest",
    attraction: "interest in it",
    against: "It does not interest them.",
    inFavor: "It interests them or appeals to them.",
    stems: "interest|boring|bored|appeal|curious|excit|fun|enjoy|entertain|like the idea|love the idea|" +
      "not for me|someone like me|attracti|looks good|relevant|story|cast|genre|catch my|caught my",
  },
];
