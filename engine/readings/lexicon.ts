/** The subject of a reason. */
export interface Theme {
  readonly id: string;
  /** A noun phrase for somebody with a reservation, and one for somebody attracted; both fit in the middle of a sentence. */
  readonly reservation: string;
  readonly attraction: string;
  /** What such people mean, a sentence each. */
  readonly against: string;
  readonly inFavor: string;
}

/** A theme with the stems that show it: beginnings of words or phrases in lower case, as one regular expression. */
export interface LexiconTheme extends Theme {
  readonly stems: string;
}

/** In the order that ties are broken: the narrower subject first. */
export const LEXICON: readonly LexiconTheme[] = [
  {
    id: "privacy",
    reservation: "loss of privacy",
    attraction: "good care of their data",
    against: "They worry about what happens to their personal data.",
    inFavor: "They trust it with their personal data.",
    stems: "privacy|private|personal data|personal information|my data|with data|surveil|tracking|spy|" +
      "hacked|breach|knows too much",
  },
  {
    id: "taxes",
    reservation: "the burden on taxpayers",
    attraction: "good use of public money",
    against: "They expect it to raise taxes or waste public money.",
    inFavor: "They see it as public money well spent.",
    stems: "tax|public money|public spending|public funds|government spending|deficit|money well spent|" +
      "people like me end up paying|who pays for it|how it is paid",
  },
  {
    id: "pay",
    reservation: "poor pay or conditions",
    attraction: "good pay or conditions",
    against: "They expect poor pay or conditions.",
    inFavor: "They expect good pay or conditions.",
    stems: "salary|wages?\\b|the pay\\b|pays? (?:better|well|enough)|earn|benefits (?:package|first|sound)|" +
      "and benefits|work-life|work life|working conditions|promotion|job security|leave my job|coworker",
  },
  {
    id: "safety",
    reservation: "doubts about safety",
    attraction: "safety",
    against: "They worry that it is not safe.",
    inFavor: "They think that it is safe, or makes them safer.",
    stems: "safe|unsafe|side effect|risk|danger|harm|injur|crime|secure|hazard|afraid|scar[ey]|been tested",
  },
  {
    id: "health",
    reservation: "no benefit to health",
    attraction: "benefit to health",
    against: "They do not see a benefit to their health.",
    inFavor: "They expect it to be good for their health.",
    stems: "health|doctor|illness|disease|sick|protect me|protection|prevent|immun|medical|catch it early|" +
      "careful",
  },
  {
    id: "environment",
    reservation: "harm to the environment",
    attraction: "benefit to the environment",
    against: "They see it as bad for the environment.",
    inFavor: "They see it as good for the environment.",
    stems: "environment|climate|pollut|green|sustainab|nature|recycl|carbon|emission|trees?\\b|concrete|" +
      "empty lot|plastic|the fields",
  },
  {
    id: "economy",
    reservation: "harm to jobs and the economy",
    attraction: "benefit to jobs and the economy",
    against: "They expect it to cost jobs or raise prices.",
    inFavor: "They expect it to bring jobs or growth.",
    stems: "jobs|econom|businesses|employment|growth|inflation|rents?\\b|developer|places to live|" +
      "everything more expensive|to prices",
  },
  {
    id: "cost",
    reservation: "cost",
    attraction: "good value",
    against: "It costs too much, or they want to know first what it costs.",
    inFavor: "They find it affordable, or worth its price.",
    stems: "price|pricing|pricey|cost(?! of the)|expens|afford|cheap|budget|money|dollar|" +
      "worth (?:paying|it\\b|what)|good value|value for|pay (?:for|that|my|elsewhere)|paying for|" +
      "wallet|fees?\\b|bargain|discount|overpriced|spend|bills|insurance|small amount|an offer|a month|" +
      "every month|spare a little|subscription first|how much is left",
  },
  {
    id: "fairness",
    reservation: "unfairness",
    attraction: "fairness",
    against: "They find it unfair.",
    inFavor: "They find it fair.",
    stems: "(?:un)?fair\\b|fairly|equal|inequal|justice|rights|discriminat|deserve|the rich|burden|" +
      "a few at the cost|treats everybody|wrong people|right people|who gains?|would gain",
  },
  {
    id: "community",
    reservation: "harm to the community",
    attraction: "benefit to the community",
    against: "They expect it to be bad for the people around them.",
    inFavor: "They expect it to be good for the people around them.",
    stems: "community|neighbo|traffic|parking|noise|crowd|housing|families|children|kids|school|" +
      "property value|my town|around here|where i live|th(?:e|is) place\\b|where exactly",
  },
  {
    id: "trust",
    reservation: "lack of trust",
    attraction: "trust",
    against: "They do not trust those behind it.",
    inFavor: "They trust those behind it.",
    stems: "trust|distrust|honest|dishonest|reputation|scam|believed?\\b(?! in)|credib|" +
      "(?:kept|keeps?) its word|promise|let me down|reliab|skeptic|sceptic|transparen|accountab|" +
      "overhead|behind it|proof|wary|trick|too good|treat(?:s|ed|ing)? people|they treat|listened|" +
      "cancel|claims?\\b|straight about|hold up|both sides",
  },
  {
    id: "quality",
    reservation: "doubts about quality",
    attraction: "quality",
    against: "They doubt that it is good enough.",
    inFavor: "They expect it to be good.",
    stems: "quality|well made|poorly made|durab|last long|flimsy|works? (?:well|better)|does not work|" +
      "doesn't work|effective|ineffective|taste|flavor|perform|craft|how good|(?:as )?good as|any good|" +
      "good enough|well done|better than|used to be better|trial|try it before|had trouble with|" +
      "disappoint|not enough in it|what is included",
  },
  {
    id: "need",
    reservation: "lack of need",
    attraction: "a need for it",
    against: "They do not need it.",
    inFavor: "They have a use for it.",
    stems: "need|useful|useless|use for|no use|of use|uses for|(?:could|would|hardly) use|necessary|" +
      "unnecessary|solve|point of it|fills a gap|helpful|without it|been missing|do for me|" +
      "does the job|run out",
  },
  {
    id: "habit",
    reservation: "attachment to what they know",
    attraction: "fit with their habits",
    against: "They are content with what they have, or do not want to change.",
    inFavor: "It suits how they do things, or they are ready for a change.",
    stems: "already (?:have|use|do|does)|happy with|satisfied with|content with|" +
      "what i (?:have\\b(?! (?:read|heard))|buy)|one that i have|current one|used to (?:it|doing|the)|" +
      "i am used|switch|stick with|my usual|usual brand|habit|current job|current employer|tired of|" +
      "for years|grew up|most of my life|along with it|gone over|i use it|used it|" +
      "(?:easy|much of a|any|not) change|replace|commit|the same thing|way i|own it",
  },
  {
    id: "convenience",
    reservation: "too much trouble",
    attraction: "convenience",
    against: "They find it too much trouble.",
    inFavor: "They expect it to make things easier.",
    stems: "convenien|inconvenien|eas[yi]|hassle|complicat|simple|time|effort|hard to use|trouble|nearby|" +
      "close (?:to home|by)|commut|learn how|how it works|quick|hours|far away|from home|at home|" +
      "out of my way|keep track|putting such|an evening",
  },
  {
    id: "government",
    reservation: "too much government",
    attraction: "a task for government",
    against: "They think that government should stay out of it.",
    inFavor: "They think that government should do this.",
    stems: "government|politic|freedom|liberty|overreach|regulat|laws?\\b|mandate|forced|rules",
  },
  {
    id: "values",
    reservation: "conflict with their values",
    attraction: "fit with their values",
    against: "It goes against what they believe in or who they are.",
    inFavor: "It fits what they believe in or who they are.",
    stems: "believe in|beliefs?\\b|values|moral|ethic|principle|faith|religio|tradition|cause|" +
      "right (?:thing|to help)|cares? about|give back|help people|helping|stands? for|proud|agree with|" +
      "direction|(?:people|someone|somebody) like me|people my age|(?:meant|made) for|fit in\\b|" +
      "whole family",
  },
  {
    id: "others",
    reservation: "what others say",
    attraction: "what others say",
    against: "What they hear from others puts them off.",
    inFavor: "What they hear from others speaks for it.",
    stems: "friend|recommend|reviews|word of mouth|people i know|whom i know|" +
      "(?:nobody|somebody|anybody) (?:i know|close)|know somebody|everyone else|everybody talks|" +
      "speak well|complaints|others do",
  },
  {
    id: "interest",
    reservation: "lack of interest",
    attraction: "interest in it",
    against: "It does not interest them.",
    inFavor: "It interests them or appeals to them.",
    stems: "interest|boring|bored|appeal|curious|excit|fun\\b|enjoy|entertain|the idea\\b|attracti|" +
      "looks good|relevant|story|cast\\b|genre|attention|nothing special|forget it|skipped|" +
      "new (?:things|technology)|fad\\b|find out more|mood|my career|learn a lot|kind of work",
  },
  {
    id: "information",
    reservation: "too little or bad information",
    attraction: "good information",
    against: "They do not know enough about it, or what they have heard puts them off.",
    inFavor: "What they know or have heard of it speaks for it.",
    stems: "not sure|unsure|more information|know (?:more|enough)|don't know|do not know|depends|details|" +
      "unclear|confus|have(?: not|n't)? (?:heard|read)|i've (?:heard|read)|i hear|" +
      "read (?:about|up|enough)|heard about|undecided|learn more|learnt|hear more|evidence|explain|" +
      "see it first|try it first|make up my mind|tells? (?:me|its)|told me|could not tell|cannot tell|" +
      "not say enough|wording|full text|small print|open about|more open|tests|hides?\\b|what i know",
  },
];
