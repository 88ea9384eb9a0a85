/**
 * Judgements that speak against a thing without turning the question into its opposite: people who do not call a thing wrong
 * need not call it right. They sign what a question names, and are not mirrored.
 */
export const JUDGING_PHRASES: readonly (readonly [positive: string, expression: string])[] = [
  ["too little", "too much|too great|excessive(?:ly)?|overly"],
  ["too few", "too many"],
  ["too low", "too (?:high|big|large|wide)|over ?(?:paid|priced)"],
  ["too slow", "too (?:fast|quick|quickly)"],
  ["too soft on", "too (?:strict|harsh|tough|hard)"],
  ["not", "too [a-z]+|over ?(?:rated|crowded|regulated|taxed)"],
  [
    "good",
    "(?:a|an|bigger|biggest|worse|worst|serious|real|major|more of a|greater|greatest|is the|are the) (?:problem|threat|danger|risk|nuisance|menace|burden)",
  ],
  ["half full", "half empty"],
  [
    "too little",
    "(?:paid|spent|spend|spending|doing|do|does|done|have|get|has|gets|there) enough|enough (?:is|has|are|money|time|funding|support|attention|help|jobs|teachers|police|housing)",
  ],
  [
    "good that",
    "a (?:shame|pity|disgrace|scandal|mistake|waste(?= $)|failure|disaster|nuisance|scam|joke|rip ?off)|waste of",
  ],
  [
    "well",
    "(?:treat(?:s|ed)?|behav(?:e|es|ed)|run|paid|perform(?:s|ed)?|work(?:s|ed|ing)?) (?:[a-z]+ ){0,3}(?:badly|poorly)",
  ],
];

/** The same of single words. */
export const JUDGING_WORDS: readonly (readonly [positive: string, expression: string])[] = [
  ["thrive", "suffer(?:s|ed|ing)?"],
  ["honest", "mislead(?:s|ing)?|misled|cheat(?:s|ed|ing)?|dishonest|corrupt|crooked|deceptive"],
  ["right", "wrong|immoral|sin|sinful|evil"],
  ["good", "bad|terrible|awful|horrible|pointless|useless|worthless|nonsense"],
  ["better", "worse|worst"],
  ["safe", "danger|dangers|dangerous|risky"],
  ["real", "hoax|faked?|myth|false|lie|lies"],
  ["please", "upset|upsets|offends?|scares?|frightens?|worries|angers?"],
  ["hard working", "lazy|lazier"],
  ["kind", "selfish|greedy|stupid|rude|cruel|ugly|boring|toxic|disrespect(?:ful)?"],
  ["popular", "outdated|obsolete|unpopular|overrated"],
  ["powerful", "powerless|hopeless"],
  ["proud", "ashamed"],
  ["tolerant", "intolerant"],
  ["favorable", "unfavou?rabl[ey]|disadvantages?|indifferent|disinterested|discomfort|disloyal"],
  ["possible", "impossible|improbable|implausible|impractical|incapable"],
  [
    "adequate",
    "inadequate|inappropriate|ineffective|immature|insecure|intolerable|irresponsible|irrelevant|incorrect|injustice|illegitimate",
  ],
];

/** Adjectives that judge when they are what is said of something ("is biased"), not when they describe it ("violent protests"). */
export const JUDGING_ADJECTIVES =
  "afraid|scared|worried|worrying|upset|upsetting|angry|sad|sorry|anxious|uneasy|nervous|frightened|frightening|disgusted|disgusting|frustrated|frustrating|shameful|embarrassed|embarrassing|pathetic|ridiculous|absurd|silly|foolish|dumb|crazy|insane|weak|flawed|faulty|defective|inferior|mediocre|lousy|nasty|gross|creepy|scary|threatening|aggressive|violent|abusive|oppressive|outrageous|offensive|insulting|biased|prejudiced|racist|sexist|discriminatory|wasteful|costly|expensive|overpriced|inefficient|incompetent|clueless|hypocritical|phony|fraudulent|guilty|reckless|careless|negligent|inhumane|barbaric|backward|irrational|illogical|confusing|complicated|difficult|stressful|painful|miserable|depressing|depressed|lonely|exhausting|tedious|dull|tiring|addictive|dirty|filthy|noisy|crowded|congested|bleak|doomed|in decline|in trouble|on the wrong track|out of control|out of touch|rigged|meaningless|harmful|toxic|poisonous|malicious";
