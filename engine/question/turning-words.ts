/**
 * Words that turn what a yes means. Each list is of regular expressions over lower-case words with single spaces between
 * them, contractions spelt out ("do not"). `FIXED` come first: in these phrases the turning word is part of the thing asked
 * about, or points no way.
 */

/** Balanced choices and set phrases that turn nothing. */
export const FIXED: readonly string[] = [
  "(?:whether )?or not",
  "whether or no",
  "yes or no",
  "no or yes",
  "(?:for or against|against or for)",
  "or (?:oppose|disagree|disapprove|distrust|mistrust|dislike|reject|refuse|decline|against|less|unlikely)",
  "(?:oppose|disagree|disapprove|distrust|dislike|reject|less|unlikely) or",
  "no (?:matter|doubt|longer than|more than|less than|one else)",
  "not (?:only|just|merely|necessarily)",
  "(?:end|ends|ending|ended|stop|stopping|terminate|terminates|terminating) (?:a|an|the|her|his|their|your|my|one s|his or her|unwanted|this)? ?(?:pregnancy|pregnancies|life|lives|own life|own lives|unwanted pregnancy|or her own life)",
  "(?:goes|went|go|gone|going|does|anything|something|things|what s|do) wrong|wrongs|wrongdoing",
  "worse off|better or worse",
  "with no|and not|but not|not of|not because",
  "protest(?:s|ed|ing)? against",
  "fight(?:s|ing)? (?:in|for|another|a war|alongside)",
  "(?<=(?:right|wrong|okay|ok|fine|acceptable|bad|immoral|justified|sinful) to )(?:cheat|lie|steal|hurt|harm|kill|hit|break)",
  "(?:books?|films?|movies?|songs?|articles?|speech|speeches|people|person|someone|somebody|anyone|teachers?|professors?|crimes?|violence|discrimination|prejudice|case|evidence|war|written|directed|biased) against",
  "(?:right|free|freedom|able) to end",
  "birth control|remote control|quality control|under control|self control",
  "speed limits?|term limits?|time limits?|age limits?|no limits?",
  "(?:protect|protects|protected|protecting|protection|defend|defended|guard|guarded|insure|insured|secure|secured|safe) (?:against|from)",
  "free (?:trial|shipping|of charge)",
  "break even|coffee break|tax breaks?|spring break|lunch break",
  "cut of|short cut|haircut",
  "drop in|end up|ends up|week ?end|year end|end of|dead end|high end|low end|in the end|to that end|end to end",
  "stop by|bus stop|non stop|stop and frisk",
  "at risk|so much|object of|missed",
  "fire (?:department|fighters?|safety|insurance|alarm|station)|firefighters?|forest fires?",
  "(?:lower|less|low) (?:income|qualified|class|back|educated|developed)(?: [a-z]+)?",
  "(?:at least|nonetheless|nevertheless|unless|regardless|more or less)",
  "not so soft|at no cost|no cost|no fault|no fly|no excuse",
  "prohibition era|block party|next block|city block",
  "lose weight|weight loss|hair loss",
  "reduced price|reduced prices|cut price|price cut",
  "(?:cancer|disease|crime|suicide|fire|accident|abuse|pregnancy|hiv|violence) prevention",
  "anti (?:virus|biotics?|histamines?|depressants?|aging|lock)|antivirus|antibiotics?",
  "rather than|instead of|other than",
  "without (?:favou?rs|special|any favou?rs|telling|their|asking|permission|consent|a warrant|religion|work|jobs?|homes?|insurance|papers|documents|pay)",
  "doubt that (?:some|many)",
  "little ones|a little|little children|little kids|little league",
  "the few|a few|few years|only a few|quite a few",
  "empty nest|empty seats?",
  "a yes or a no|or no [a-z]+|or (?:skip|pass|avoid|leave)(?: it| this| that)?|definitely not to definitely",
  "can not wait|never settle|until the end|to the end|at the end|the very end",
  "(?:trust|rely on|count on|expect) (?:[a-z]+ ){1,5}not to",
  "drop (?:everything|cash|by|off|out|some|money)|noise cancell?ing|limited (?:series|edition|time|run)",
  "(?:the|your|my|our|this|that|next|city|whole) block(?! the| a| this| new| any)|(?:bus|rail|train|subway|light rail|pit|rest) stops?|stop signs?",
  "(?:this|next|last|the|every|coming) fall|fall (?:in love|asleep|for|under|semester|season)",
  "(?:vaccinat(?:e|ed|ion|ing)|immuni[sz](?:e|ed|ation)|vaccines?|shots?|jabs?|inoculated|immune) (?:[a-z]+ )?against",
  "hate (?:speech|crimes?|groups?|mail)|sin tax(?:es)?|death threats?|bomb threats?|suicide (?:prevention|hotline)|crime (?:prevention|drama|series|novel|show|thriller|scene)",
  "pay cuts?|crew cut|cut flowers|break (?:into|ground|the bank|a sweat|a record|away)|fight(?:ing)? (?:club|night|game|games)",
  "(?:pay|paying|paid|charged?) less(?= _than )",
  "(?:for|costs?|takes?) (?:less|fewer)|less than (?:a|an|half|one|two|three|four|five|six|ten)|no less",
  "no (?:fee|fees|ads|sugar|contract|interest|kill|code|charge|strings|commitment|deposit|waiting)",
  "(?:this|these|that) (?:proposed |new )?(?:ban|repeal|cut|tax cuts?|prohibition|restrictions?|limit|regulations?|rules?)|these (?:proposed |new )?(?:bans|cuts|limits)",
  "not mind|bother to|to prevent [a-z]+|prevention (?:program|service|visit|plan)s?|blocked arter(?:y|ies)|ends in|(?:price|period|trial) ends",
  "lower (?:[a-z]+ )?(?:price|prices|rate|rates|cost|costs|fee|fees|risk|blood pressure|cholesterol)",
  "or (?:a )?(?:bad|wrong|scam|boring|confusing|annoying|worse|unfair|unsafe|dangerous|harmful|fake)(?: idea| thing)?|(?:annoying|boring|bad|worse|fake|wrong) or|good or|skip (?:it|this|that|them|this one) or|pass on (?:[a-z]+ ){1,3}or",
  "(?:apartment|office|tower|cell) blocks?|(?:few|two|three|several|many) blocks|lost (?:luggage|property|dog|cat)|(?:championship|title|boxing) fight",
  "shared? to lose|nothing to lose|lose track|lose sight",
];

/** What everybody wants less of. Acting against one of these is the thing asked about: "more money for fighting crime". */
const HARMS =
  "malaria|polio|measles|the flu|flu|infections?|heart attacks?|heart disease|strokes?|diabetes|dementia|alzheimer s|tuberculosis|blindness|injuries|tooth decay|wrinkles|aging|animal abuse|child labor|deforestation|extinction|famine|domestic violence|gun violence|police violence|robocalls|spam|identity theft|cyberbullying|illiteracy|slavery|torture|genocide|corruption|crimes?|drugs?|addiction|drug abuse|abuse|pollution|pollut(?:e|ing)|poverty|hunger|homelessness|disease|diseases|cancer|terrorism|terror|racism|sexism|discrimination|prejudice|corruption|fraud|waste|inflation|unemployment|violence|climate change|global warming|emissions|harassment|bullying|trafficking|piracy|wildfires?|floods?|obesity|smoking|traffic|congestion|accidents?|misinformation|inequality|overdoses?|suicides?|illness|pandemics?|epidemics?";
const NO_LINK =
  "(?!on |for |of |to |in |with |by |from |spending |money |funding |fighting |combating |tackling |reducing |stopping |less |laws? )";

/** Acting against a harm, in either order of the words: neither turns. */
export const AGAINST_HARM =
  `(?:fight|fighting|fights|end|ends|ended|prevents|prevented|reduces|reduced|stops|stopped|treats|cures|tackles|combats|combat|combating|battle|battling|tackle|tackling|reduce|reducing|stop|stopping|end|ending|prevent|preventing|curb|curbing|cut|cutting|lower|lowering|eliminate|eliminating|lessen|lessening|limit|limiting|against|deter|deterring|discourage) (?:${NO_LINK}[a-z]+ ){0,2}(?:${HARMS})|(?:${HARMS}) (?:less|down|fighting|control|reduction|be (?:reduced|fought|stopped|tackled|prevented|ended))|(?:pollute|pollutes|polluting) less`;

/**
 * Turning phrases of several words, each with what stands for it in the question's positive form. " * " stands for one to
 * four words. The first that fits holds.
 */
export const TURNING_PHRASES: readonly (readonly [positive: string, expression: string])[] = [
  ["", "(?:the )?(?:very )?opposite of|contrary to|far from|anything but"],
  [
    "",
    "no longer|no more|not any ?more|not any longer|not at all|in no way|under no circumstances|by no means",
  ],
  [
    "let",
    "keep(?:s|ing)? * from|stop(?:s|ped|ping)? * from|prevent(?:s|ed|ing)? * from|hold(?:s|ing)? * back",
  ],
  [
    "recommend",
    "warn(?:s|ed|ing)? * (?:against|about|off|not to)|advise(?:s|d)? * (?:against|not to)|advise against",
  ],
  [
    "keep",
    "give(?:s)? up|giving up|gave up|given up|give * up|get(?:s|ting)? rid of|got rid of|do(?:es|ing)? away with|did away with",
  ],
  [
    "keep",
    "phas(?:e|es|ed|ing) out|shut(?:s|ting)? (?:down|off)|clos(?:e|es|ed|ing) down|switch(?:es|ed|ing)? off|switch * off|turn(?:s|ed|ing)? off|turn(?:s|ed|ing)? * off",
  ],
  ["accept", "turn(?:s|ed|ing)? (?:down|away|against)|turn(?:s|ed|ing)? * (?:down|away)"],
  [
    "keep",
    "tak(?:e|es|en|ing) (?:out|off|away|down|back)|tak(?:e|en|ing) * (?:out|off|away|down) of|took (?:out|off|away)|throw(?:n|s|ing)? out|thrown? * out|kick(?:ed|ing)? out|pull(?:ed|ing)? out",
  ],
  [
    "keep",
    "t(?:ear|ears|earing|ore|orn) down|knock(?:s|ed|ing)? down|(?:should|must) (?:[a-z]+ ){1,5}go(?= $| , )|be closed|clos(?:e|ing) (?:the|its|their|our|your|these|those)|closed (?:for good|down)|shut",
  ],
  ["go up", "(?:go|goes|going|went|come|comes|coming) down|fall|falls|falling|fell"],
  ["let", "(?:kept|stopped|prevented|barred|banned|blocked|prohibited) from"],
  ["legal", "(?:be|remain|stay|become|is) (?:a )?(?:crime|felony|offense|punishable)"],
  ["allowed", "(?:smoke|car|drug|gun|alcohol|meat|plastic|tobacco) free"],
  ["keep", "bring * home|brought home|sen[dt] (?:back|home|away)"],
  ["yes", "say(?:s|ing)? no|said no|vot(?:e|es|ed|ing) (?:no|down)|vot(?:e|ing) * down"],
  [
    "take",
    "opt(?:ed|ing)? out|pass(?:ed|ing)? (?:on|up)|walk(?:ed|ing)? away|stay(?:ed|ing)? away|keep(?:ing)? away|back(?:ed|ing)? out",
  ],
  ["more", "cut(?:s|ting)? (?:back|down|off|out)"],
  ["give", "strip(?:s|ped|ping)? (?:[a-z]+ ){0,3}of"],
  ["keep", "(?:be|get|being|getting) replaced|drop(?:s|ped|ping)? (?:[a-z]+ ){1,3}from"],
  ["draw", "put(?:s|ting)? you off|turn(?:s|ed|ing)? you off"],
  ["like", "sick of|tired of|fed up with|averse to|allergic to|hostile to"],
  ["in favor of", "opposed to"],
  ["would you welcome", "would you mind|do you mind|did you mind"],
  ["prefer", "pass(?:es|ed|ing)? over"],
  ["keep", "rul(?:e|es|ed|ing) out"],
  ["good idea", "bad idea"],
  ["support", "object(?:s|ed|ing)? to|objections? to|say against|speak(?:s)? against"],
  ["for", "against"],
  ["live with", "liv(?:e|es|ing) without|do without|doing without|be without|being without|go without"],
  ["easier", "harder to|more difficult to|tougher to|hard on"],
  [
    "be easier",
    "(?:be|get|made|make|making|become|becoming|it) (?:much |even )?(?:harder|tougher|more difficult)|mak(?:e|ing) * (?:harder|tougher|more difficult)|more difficult",
  ],
  ["confidence", "(?:lost|lose|losing|loses|no|little) (?:confidence|faith|trust|interest|support)"],
  ["keep", "break(?:s|ing)? (?:its|their|a|the|his|her|your)|broken (?:its|their|a|the)"],
  ["pro choice", "pro life"],
  ["guns", "gun laws?|gun control"],
  ["drugs", "drug laws?"],
  ["abortion", "abortion laws?"],
  ["good", "not good"],
  ["right", "not right"],
  ["okay", "not ok|not okay"],
  ["true", "not true"],
];

/** Too little of something speaks for it, too much against it. */
export const TOO_LITTLE =
  "too (?:little|few|low|weak|weakly|slow|slowly|small|lenient|leniently|short|cheap|loose|late|seldom|rarely|soft on|easy on)|not (?:nearly |quite )?enough|insufficient(?:ly)?|under ?funded|under ?paid|(?:do|does|did|doing|is|are) * too little";

/** Single words with their endings, each list with the word of the positive form. */
export const TURNING_WORDS: readonly (readonly [positive: string, expression: string])[] = [
  ["", "not|never|no|neither|nor|none|nothing|nowhere|hardly|barely|scarcely|rarely|seldom"],
  ["everybody", "nobody"],
  // Being against.
  [
    "support",
    "oppos(?:e|es|ed|ing|ition)|disfavou?r(?:s|ed|ing)?|resist(?:s|ed|ing)?|condemn(?:s|ed|ing)?|denounc(?:e|es|ed|ing)|criticiz(?:e|es|ed|ing)",
  ],
  ["agree", "disagree(?:s|d|ing|ment)?|doubt(?:s|ed|ing|ful)?|disbeliev(?:e|es|ed|ing)"],
  ["approve", "disapprov(?:e|es|ed|ing|al)|veto(?:es|ed|ing)?"],
  ["accept", "reject(?:s|ed|ing|ion)?|refus(?:e|es|ed|ing|al)|declin(?:e|es|ed|ing)"],
  ["give", "den(?:y|ies|ied|ying|ial)|withh(?:old|olds|eld|olding)"],
  ["buy", "steer(?:s|ed|ing)? clear of|boycott(?:s|ed|ing)?|shun(?:s|ned|ning)?"],
  [
    "get",
    "avoid(?:s|ed|ing|ance)?|skip(?:s|ped|ping)?|hesitat(?:e|es|ed|ing)|delay(?:ing)?(?= (?:it|this|that|the|a|an|your|my|our|its|his|her|their|getting|having) )|postpon(?:e|es|ed|ing)|ignor(?:e|es|ed|ing)",
  ],
  ["recommend", "warn(?:s|ed|ing)?|discourag(?:e|es|ed|ing)|deter(?:s|red|ring)?|dissuad(?:e|es|ed|ing)"],
  [
    "like",
    "dislik(?:e|es|ed|ing)|hat(?:e|es|ed|ing)|detest(?:s|ed|ing)?|loath(?:e|es|ed|ing)?|despis(?:e|es|ed|ing)|regret(?:s|ted|ting)?|bother(?:s|ed|ing|some)?|annoy(?:s|ed|ing)?",
  ],
  [
    "trust",
    "distrust(?:s|ed|ing|ful)?|mistrust(?:s|ed|ing|ful)?|suspect|suspicious|skeptical|sceptical|wary",
  ],
  ["willing", "reluctan(?:t|ce)|unwilling(?:ness)?|averse|hostile"],
  // Ending.
  [
    "keep",
    "abolish(?:es|ed|ing|ment)?|abolition|repeal(?:s|ed|ing)?|revok(?:e|es|ed|ing)|rescind(?:s|ed|ing)?|scrap(?:s|ped|ping)?|eliminat(?:e|es|ed|ing|ion)",
  ],
  [
    "keep",
    "end(?:s|ed|ing)?|stop(?:s|ped|ping)?|quit(?:s|ting)?|ceas(?:e|es|ed|ing)|halt(?:s|ed|ing)?|terminat(?:e|es|ed|ing|ion)|discontinu(?:e|es|ed|ing)|suspend(?:s|ed|ing)?",
  ],
  [
    "keep",
    "cancel(?:s|ed|led|ing|ling|lation)?|withdraw(?:s|n|al|ing)?|withdrew|remov(?:e|es|ed|ing|al)|delet(?:e|es|ed|ing)|dismantl(?:e|es|ed|ing)|demolish(?:es|ed|ing)?|dissolv(?:e|es|ed|ing)|disband(?:s|ed|ing)?",
  ],
  [
    "keep",
    "lift(?:s|ing)?(?= (?:the|a|all|sanctions|restrictions|bans?|curfews?|embargo|limits?) )|lifted|drop(?:s|ping)?(?= (?:the|a|it|this|that|sanctions|charges|your|his|her|their|our|my|all|support) )|dropped|waiv(?:e|es|ed|ing)|forgiv(?:e|es|en|ing|eness)|gone|leave (?:the (?:eu|union|treaty|agreement|accord|country)|nato|office|power|europe)|exit(?:s|ed|ing)?|abandon|abandons|abandoning|be abandoned",
  ],
  [
    "keep",
    "expel(?:s|led|ling)?|deport(?:s|ed|ing|ation)?|fired|firing|oust(?:s|ed|ing)?|impeach(?:es|ed|ing|ment)?|evict(?:s|ed|ing)?",
  ],
  ["public", "privati[sz](?:e|es|ed|ing|ation)"],
  ["fund", "defund(?:s|ed|ing)?|divest(?:s|ed|ing|ment)?"],
  // Forbidding.
  [
    "allow",
    "ban|bans|prohibit|prohibits|forbid|forbids|outlaw|outlaws|block|blocks|criminali[sz]es?|censors?|obstructs?|penali[sz]es?",
  ],
  [
    "allowed",
    "banned|prohibited|forbidden|outlawed|blocked|barred|criminali[sz]ed|censored|obstructed|penali[sz]ed",
  ],
  [
    "allowing",
    "banning|prohibit(?:ing|ion)|forbidding|outlawing|blocking|barring|criminali[sz]ing|censor(?:ing|ship)|obstructing|penali[sz]ing",
  ],
  ["legal", "illegal|unlawful"],
  ["allow", "confiscat(?:e|es|ed|ing)|seiz(?:e|es|ed|ing)|cap|caps|capped|capping|freez(?:e|es|ing)|froze"],
  [
    "allow",
    "prevent(?:s|ed|ing|ion)?|restrict(?:s|ed|ing|ive|ions?)?|limit(?:s|ed|ing|ations?)?|curb(?:s|ed|ing)?",
  ],
  ["freedom", "regulat(?:e|es|ed|ing|ions?)|rules (?:for|on|about|against|that)"],
  // Fighting and lessening.
  ["help", "fight|fighting|fought|combat(?:s|ed|ing|ting)?|tackl(?:e|es|ed|ing)|discourage"],
  [
    "raise",
    "reduc(?:e|es)|decreases?|lower|lowers|cut|cuts|slash(?:es)?|shrinks?|diminish(?:es)?|minimi[sz]es?",
  ],
  ["raised", "reduced|decreased|lowered|slashed|diminished|minimi[sz]ed"],
  [
    "raising",
    "reducing|reductions?|decreasing|lowering|cutting|slashing|shrinking|diminishing|minimi[sz]ing",
  ],
  ["more", "less|fewer"],
  ["longer", "shorter(?= (?:work|working|school|prison|hours|sentences) )"],
  ["bigger", "smaller(?= (?:government|military|gap|differences|army|budget) )|narrower"],
  ["tighten", "weaken(?:s|ed|ing)?|loosen(?:s|ed|ing)?|relax(?:es|ed|ing)?|eas(?:e|es|ed|ing)"],
  ["stricter", "looser|laxer"],
  ["later", "earlier"],
  ["required", "optional|voluntary"],
  // Losing and harming.
  ["keep", "los(?:e|es|t|ing)|break(?:s|ing)?|broke|broken"],
  ["have", "lack(?:s|ed|ing)?"],
  ["succeed", "fail(?:s|ed|ing|ure)?"],
  [
    "help",
    "exploit(?:s|ed|ing)?|divid(?:e|es|ing)(?= (?:people|us|the|society|america|families) )|ruin(?:s|ed|ing)?|destroy(?:s|ed|ing)?|harm(?:s|ed|ing|ful)?|hurt(?:s|ing)?|damag(?:e|es|ed|ing)|undermin(?:e|es|ed|ing)|endanger(?:s|ed|ing)?|threat(?:s|en|ens|ened|ening)?|betray(?:s|ed|ing)?",
  ],
  ["satisfied", "dissatisfied|dissatisfying|discontent|disappointed|disappointing"],
];

/** Words that begin with un or anti without turning anything. */
export const NOT_PREFIXED: ReadonlySet<string> = new Set(
  `under undergo undergraduate undergraduates underground underneath understand understands understanding understood undertake
  union unions unionize unionized unionizing unionization unit units unite united unites uniting unity unique universal universe university universities unless until unto uncle
  unemployed unemployment unmarried undocumented unarmed uninsured unborn unskilled unpaid untreated underpaid undecided unusual
  uncertain antique antiquity anticipate anticipated anticipating antics uniform uniforms universally unilateral unanimous unmanly
  unlimited unknown unfinished unlock unlocks unlocked unlocking unload unwind unpack unfold unveil unveiled unscripted unforgettable
  unbelievable unprecedented unannounced unsweetened unsalted unleaded unpasteurized unisex underwater underage undercover underwear undergoing unisex`
    .split(/\s+/),
);

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
