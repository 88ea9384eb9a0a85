/**
 * Words that turn what a yes means. Each list is of regular expressions over lower-case words with single spaces between
 * them, contractions spelt out ("do not") and spellings American. `FIXED` come first: in these phrases the turning word is
 * part of the thing asked about, or points no way.
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
  "better or worse|(?<! (?:you|we|i|us|be|country|family) )worse off|(?:only )?a (?:minor|small|slight) problem(?: or none at all)?",
  "with no|and not|but not|not of|not because|(?<= , )not",
  // What is contrasted: "the people should decide, not the politicians".
  "(?<! (?:do|does|did|is|are|was|were|am|be|will|would|can|could|should|must|may|has|have|had|to|or|why|if|it) )not (?:the|a|for|by|from|in)",
  // Two negations make a condition: "nobody succeeds without work", "nobody but the rich".
  "(?:not|no|never|nobody|nothing)(?= (?:[a-z]+ ){1,10}(?:until|_unless|without) )|(?<= without (?:[a-z]+ ){1,10})(?:not|no|never|nobody|nothing)|no(?:body| one|thing|ne) but",
  "(?:for|of|from|by|with) (?:the |a )?(?:bad|poor|terrible|dangerous) (?!idea|job|thing|guys)[a-z]+|(?:make|makes|made|admits?) (?:a )?mistakes?|(?:call(?:s|ed)?|labell?ed) (?:you |me )?[a-z]+(?: or [a-z]+)?",
  "(?:threat|danger|risk)s? of|(?:punished|locked up)(?= (?:more|less|longer|harder|harshly|severely) )|as far as (?:[a-z]+ ){1,3}concerned|(?:on|about) how (?:[a-z]+ or )?[a-z]+|badly (?:need|want)s?|suffers? badly|and a half",
  "protest(?:s|ed|ing)? against",
  "fight(?:s|ing)? (?:in|for|another|a war|alongside)",
  "(?<=(?:right|wrong|okay|ok|fine|acceptable|bad|immoral|justified|sinful) to )(?:cheat|lie|steal|hurt|harm|kill|hit|break)",
  "(?:books?|films?|movies?|songs?|articles?|speech|speeches|people|person|someone|somebody|anyone|teachers?|professors?|crimes?|violence|terrorism|attacks?|threats?|_terrorism|discriminat(?:e|es|ed|ing|ion)|prejudice|case|evidence|war|written|directed|biased) against",
  "(?:right|free|freedom|able) to end",
  "birth control|remote control|quality control|under control|self control",
  "speed limits?|term limits?|time limits?|age limits?|no (?:[a-z]+ )?limits?",
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
  "other than",
  "without (?:favou?rs|special|any favou?rs|telling|their|asking|permission|consent|a warrant|religion|work|jobs?|homes?|insurance|papers|documents|pay)",
  "doubt that (?:some|many)",
  "little ones|a little|little children|little kids|little league",
  "the few|a few|few years|only a few|quite a few",
  "empty nest|empty seats?",
  "a yes or a no|(?<! (?:little|few) )or no [a-z]+|or (?:skip|pass|avoid|leave)(?: it| this| that)?|definitely not to definitely",
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
  "malaria|polio|measles|the flu|flu|infections?|heart attacks?|heart disease|strokes?|diabetes|dementia|alzheimer s|tuberculosis|blindness|injuries|tooth decay|wrinkles|aging|animal abuse|child labor|deforestation|extinction|famine|domestic violence|gun violence|police violence|robocalls|spam|identity theft|cyberbullying|illiteracy|slavery|torture|genocide|corruption|crimes?|drugs?|addiction|drug abuse|abuse|pollution|pollut(?:e|ing)|poverty|hunger|homelessness|disease|diseases|cancer|terrorism|terror|racism|sexism|discrimination|prejudice|corruption|fraud|waste|inflation|deficits?|debts?|unemployment|violence|climate change|global warming|emissions|harassment|bullying|trafficking|piracy|wildfires?|floods?|obesity|smoking|traffic|congestion|accidents?|misinformation|inequality|overdoses?|suicides?|illness|pandemics?|epidemics?";
const NO_LINK =
  "(?!on |for |of |to |in |with |by |from |spending |money |funding |fighting |combating |tackling |reducing |stopping |less |laws? )";

/** Acting against a harm, in either order of the words: neither turns. */
export const AGAINST_HARM =
  `(?:fight|fighting|fights|end|ends|ended|prevents|prevented|reduces|reduced|stops|stopped|treats|cures|tackles|combats|combat|combating|battle|battling|tackle|tackling|reduce|reducing|stop|stopping|end|ending|prevent|preventing|curb|curbing|cut|cutting|lower|lowering|eliminate|eliminating|lessen|lessening|limit|limiting|against|deter|deterring|discourage) (?:${NO_LINK}[a-z]+ ){0,3}(?:${HARMS})|(?:${HARMS}) (?:less|down|shrinks?|fighting|control|reduction|be (?:reduced|fought|stopped|tackled|prevented|ended))|bring(?:ing)? down (?:the )?(?:[a-z]+ ){0,2}(?:${HARMS})|(?:pollute|pollutes|polluting) less`;

/**
 * Turning phrases of several words, each with what stands for it in the question's positive form. " * " stands for one to
 * four words. The first that fits holds.
 */
export const TURNING_PHRASES: readonly (readonly [positive: string, expression: string])[] = [
  ["", "(?:the )?(?:very )?opposite of|contrary to|far from|anything but"],
  // Hardly any of it.
  [
    "",
    "(?:of )?(?:only )?(?:little|few|hardly|barely|rarely|seldom|slightly|next to)(?: (?:or|if) (?:any|no|none|not|never)| no)?(?: at all)?|only (?:slightly|sometimes|rarely|some of the time)(?: or (?:not|never))?(?: at all)?",
  ],
  [
    "",
    "no longer|no more|not any ?more|not any longer|not at all|in no way|under no circumstances|by no means",
  ],
  ["care", "(?:could )?not care less"],
  ["let", "keep(?:s|ing)? * from|(?:stop|prevent)(?:s|ed|p?ing|ped)? * from|hold(?:s|ing)? * back"],
  [
    "let in",
    "(?:keep(?:s|ing)?|kept) (?:[a-z]+ ){0,3}out of|stay(?:s|ed|ing)? out(?: of)?|stay(?:s|ing)? (?:shut|closed)",
  ],
  ["recommend", "(?:warn(?:s|ed|ing)?|advise[sd]?) * (?:against|about|off|not to)|advise against"],
  [
    "keep",
    "(?:give|gives|giving|gave|given) up|give * up|(?:get|gets|getting|got) rid of|(?:do|does|doing|did|done) away with",
  ],
  [
    "keep",
    "phas(?:e|es|ed|ing) out|(?:shut|clos|switch|turn)(?:s|e|es|ed|t?ing)? (?:down|off)|(?:switch|turn|shut) * (?:off|down)",
  ],
  ["accept", "turn(?:s|ed|ing)? (?:down|away|against)|turn(?:s|ed|ing)? * (?:down|away)"],
  [
    "keep",
    "(?:tak(?:e|es|en|ing)|took) (?:out|off|away|down|back)|tak(?:e|en|ing) * (?:out|off|away|down) of|throw(?:n|s|ing)? out|thrown? * out|(?:kick|pull|walk)(?:ed|ing|s)? out",
  ],
  [
    "keep",
    "t(?:ear|ears|earing|ore|orn) (?:down|apart)|knock(?:s|ed|ing)? down|(?:should|must) (?:[a-z]+ ){1,5}go(?= $| , )|be closed|clos(?:e|ing) (?:the|its|their|our|your|these|those)|closed (?:for good|down)|shut",
  ],
  [
    "go up",
    "(?:go|goes|going|went|come|comes|coming|bring|brings|brought) down|fall|falls|falling|fell|on the decline",
  ],
  ["let", "(?:kept|stopped|prevented|barred|banned|blocked|prohibited) from"],
  [
    "legal",
    "(?:be|remain|stay|become|is|it|being) (?:a )?(?:crime|felony|(?:criminal )?offense|punishable)|against the law",
  ],
  [
    "allowed",
    "(?:go|going|sen[dt]|put|thrown?|belong|be|land|end up|spend time) (?:[a-z]+ ){0,2}(?:to|in|into) (?:jail|prison)|behind bars|lock(?:ed)? up",
  ],
  ["allowed", "(?:smoke|car|drug|gun|alcohol|meat|plastic|tobacco) free|free of (?!charge|cost)"],
  ["keep", "bring * home|brought home|sen[dt] (?:back|home|away)|sen[dt] * (?:back|home|away)"],
  ["yes", "(?:say(?:s|ing)?|said) no|vot(?:e|es|ed|ing) (?:no|down)|vot(?:e|ing) * down"],
  ["take", "opt(?:ed|ing)? out|(?:pass|back)(?:ed|ing)? (?:on|up|out)|(?:walk|stay|keep)(?:ed|ing)? away"],
  ["more", "cut(?:s|ting)? (?:back|down|off|out)"],
  ["give", "strip(?:s|ped|ping)? (?:[a-z]+ ){0,3}of"],
  ["keep", "(?:be|get|being|getting) replaced|drop(?:s|ped|ping)? (?:[a-z]+ ){1,3}from"],
  ["draw", "(?:put|turn)(?:s|t?ing|ed)? (?:you|me|people) off"],
  ["like", "(?:sick|tired) of|fed up with|averse to|allergic to|hostile to"],
  ["in favor of", "opposed to"],
  ["would you welcome", "(?:would|do|did) you mind"],
  ["prefer", "pass(?:es|ed|ing)? over"],
  ["keep", "rul(?:e|es|ed|ing) out"],
  ["good idea", "bad idea"],
  ["support", "object(?:s|ed|ing)? to|objections? to|say against|speak(?:s)? against"],
  ["for", "against"],
  ["live with", "(?:liv(?:e|es|ing)|do|doing|be|being|go) without"],
  ["easier", "(?:harder|tougher|more difficult) to|hard on"],
  [
    "be easier",
    "(?:be|get|made?|making|become|becoming|it) (?:much |even )?harder|mak(?:e|ing) * (?:harder|tougher)|more difficult",
  ],
  [
    "easy",
    "(?:be|is|find|it) (?:very |so )?(?:hard|difficult) (?:to|for)|(?:trouble|problems|difficulty|difficulties|hard time) [a-z]+ing",
  ],
  ["confidence", "(?:lost|lose|losing|loses|no) (?:confidence|faith|trust|interest|support)"],
  ["keep", "break(?:s|ing)? (?:its|their|a|the|his|her|your)|broken (?:its|their|a|the)"],
  ["pro choice", "pro life"],
  ["freedom", "(?<= (?:gun|drug|abortion|immigration|smoking|alcohol|tobacco) )(?:laws?|rules|controls?)"],
  ["good", "not good"],
  ["right", "not right"],
  ["okay", "not ok|not okay"],
  ["true", "not true"],
];

/** Too little of something speaks for it, too much against it. */
export const TOO_LITTLE =
  "too (?:little|few|low|weak|weakly|slow|slowly|small|lenient|leniently|short|cheap|loose|late|seldom|rarely|soft on|easy on|long to)|not (?:[a-z]+ ){0,2}enough|insufficient(?:ly)?|under ?funded|under ?paid|(?:do|does|did|doing|is|are) * too little";

/** What a dash at a word's end stands for: the endings of verbs and of nouns made from them. */
export const ENDINGS = "(?:e|es|ed|en|s|n|d|ing|ion|al|ment|ful)?";

/** Single words with their endings, each list with the word of the positive form. */
export const TURNING_WORDS: readonly (readonly [positive: string, expression: string])[] = [
  ["", "not|never|no|neither|nor|none|nothing|nowhere|scarcely|rare|uncommon"],
  ["everybody", "nobody"],
  // Being against.
  ["support", "oppos-|opposit-|disfavor-|resist-|condemn-|denounc-|criticiz-"],
  ["agree", "disagree(?:s|d|ing)?|doubt-|doubtful-|disbelie[vf]-"],
  ["approve", "disapprov-|veto-"],
  ["accept", "reject-|refus-|declin-|abstain-"],
  ["give", "den(?:y|ies|ied|ying|ial)|withheld|withhold-"],
  ["buy", "steer(?:s|ed|ing)? clear of|boycott-|shunn?-"],
  [
    "get",
    "delay(?:ing)?(?= (?:it|this|that|the|a|an|your|my|our|its|his|her|their|getting|having) )|avoidance|avoid-|skipp?-|hesitat-|postpon-|ignor-",
  ],
  ["recommend", "warn-|discourag-|deterr?-|dissuad-"],
  ["like", "bothersome|dislik-|hat-|detest-|loath-|despis-|regrett?-|bother-|annoy-"],
  ["trust", "suspicious|s[kc]eptical|wary|[dm]istrust-"],
  ["willing", "reluctan(?:t|ce)|averse|hostile"],
  // Ending.
  [
    "keep",
    "abolition|withdrew|lifted|dropped|gone(?= (?:$|,|for good|forever|completely))|scrapp?(?:s|ed|ing)?|end(?:s|ed|ing)?|stopp?(?:s|ed|ing)?|quitt?(?:s|ing)?|abolish-|repeal-|revok-|rescind-|eliminat-|ceas-|halt-|terminat-|discontinu-|suspend-|cancel(?:s|l?ed|l?ing|lation)?|withdraw-|remov-|delet-|dismantl-|demolish-|dissolv-|disband-|waiv-|forgiv-|exit-|expell?-|deport-|deportat-|oust-|impeach-|evict-|fired|firing|forgiveness|lift(?:s|ing)?(?= (?:the|a|all|sanctions|restrictions|bans?|curfews?|embargo|limits?) )|drop(?:s|ping)?(?= (?:the|a|it|this|that|sanctions|charges|your|his|her|their|our|my|all|support) )|leave (?:the (?:eu|union|treaty|agreement|accord|country)|nato|office|power|europe)|abandon|abandons|abandoning|be abandoned|los(?:e|es|t|ing)|break(?:s|ing)?|broke|broken",
  ],
  ["public", "privatiz-|privatizat-"],
  ["fund", "defund-|divest-"],
  // Forbidding.
  [
    "allow",
    "ban|bans|prohibits?|forbids?|outlaws?|blocks?|criminalizes?|censors?|obstructs?|penalizes?|caps?|capped|capping|froze|frozen|confiscat-|seiz-|freez-|restrictive|limitations?|prevention|restrictions|prevent-|restrict-|limit-|curb-",
  ],
  [
    "allowed",
    "banned|prohibited|forbidden|outlawed|blocked|barred|criminalized|censored|obstructed|penalized|punished|jailed|imprisoned|arrested",
  ],
  [
    "allowing",
    "banning|prohibit(?:ing|ion)|forbidding|outlawing|blocking|barring|criminalizing|censor(?:ing|ship)|obstructing|penalizing",
  ],
  [
    "freedom",
    "regulations|(?:government|federal|tighter|stricter|tougher) rules|crack(?:s|ed|ing)? down|rules (?:for|on|about|against|that)|regulat-",
  ],
  // Fighting and lessening.
  [
    "help",
    "fight|fighting|fought|combatt?-|tackl-|divid(?:e|es|ing)(?= (?:people|us|the|society|america|families) )|mess(?:es|ed)? up|hurt(?:s|ing)?|exploit-|ruin-|wreck-|spoil-|destroy-|harm-|damag-|undermin-|endanger-|threat-|threaten-|betray-",
  ],
  [
    "raise",
    "reduc(?:e|es)|decreases?|lower|lowers|cut|cuts|slash(?:es)?|shrinks?|diminish(?:es)?|minimizes?",
  ],
  ["raised", "reduced|decreased|lowered|slashed|diminished|minimized"],
  ["raising", "reducing|reductions?|decreasing|lowering|cutting|slashing|shrinking|diminishing|minimizing"],
  ["more", "less|fewer"],
  ["bigger", "smaller|narrower|weaker|shorter(?= (?:work|working|school|prison|hours|sentences) )"],
  ["tighten", "weaken-|loosen-|relax-|eas-"],
  ["stricter", "looser|laxer|milder|softer|(?:more )?lenient"],
  ["later", "earlier"],
  ["required", "optional|voluntary"],
  // Losing and harming.
  ["have", "lack-"],
  ["succeed", "failures?|fail-"],
  ["satisfied", "dissatisf(?:ied|ying)|discontent|disappoint(?:ed|ing)"],
];

/** Words that begin with un or anti without turning anything, or that are said of things more often than of what is asked. */
export const NOT_PREFIXED =
  /^(?:under|uni(?:on|t|qu|vers|form|lat|sex)|un(?:til|less|to|cle|animous|employ|married|documented|authorized|armed|insured|born|skilled|paid|treated|decided|usual|certain|manly|limited|known|finished|lock|load|wind|pack|fold|veil|scripted|forgettable|believabl|precedented|announced|sweetened|salted|leaded|pasteurized)|anti(?:que|quity|cipat|cs))/;

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
  ["not", "too [a-z]+|over ?(?:rated|crowded|regulated|taxed|done|blown)"],
  [
    "good",
    "(?:a|an|bigger|biggest|worse|worst|serious|real|major|more of a|greater|greatest|is the|are the) (?:problem|threat|danger|risk|nuisance|menace|burden)|more harm than good|a drain on|_than _(?:they|it|we|you|he|she) _should|a step back(?:ward)?s?",
  ],
  ["half full", "half empty"],
  [
    "too little",
    "(?:paid|spent|spend|spending|doing|do|does|done|have|get|has|gets|there|earn|earns|tolerant) enough|enough (?:is|has|are|money|time|funding|support|attention|help|jobs|teachers|police|housing)",
  ],
  [
    "good that",
    "a (?:shame|pity|disgrace|scandal|mistake|curse|waste(?= $)|failure|disaster|nuisance|scam|joke|rip ?off)|waste of",
  ],
];

/** The same of single words. */
export const JUDGING_WORDS: readonly (readonly [positive: string, expression: string])[] = [
  ["thrive", "suffer-"],
  ["honest", "mislead(?:s|ing)?|misled|cheat(?:s|ed|ing)?|dishonest|corrupt|crooked|deceptive"],
  ["right", "blame[sd]?|wrong|immoral|sin|sinful|evil"],
  [
    "good",
    "bad|terrible|awful|horrible|pointless|useless|worthless|nonsense|poor (?:job|understanding|grasp|quality)",
  ],
  ["better", "worse|worst"],
  ["safe", "danger|dangers|dangerous|risky"],
  ["real", "hoax|faked?|myth|false|lie|lies"],
  [
    "please",
    "upset|upsets|offends?|scares?|frightens?|worry|worries|angers?|concern(?:s|ed)?(?! (?:itself|ourselves|yourself|themselves|for) )",
  ],
  ["hard working", "lazy|lazier"],
  ["kind", "selfish|greedy|stupid|rude|cruel|ugly|boring|toxic|disrespect(?:ful)?"],
  ["popular", "outdated|obsolete|unpopular|overrated"],
  ["powerful", "powerless|hopeless"],
  ["proud", "ashamed"],
  ["tolerant", "intolerant"],
  ["favorable", "unfavorabl[ey]|disadvantages?|indifferent|disinterested|discomfort|disloyal"],
  ["possible", "impossible|improbable|implausible|impractical|incapable"],
  [
    "adequate",
    "in(?:adequate|appropriate|effective|secure|tolerable|excusable|correct|justice)|immature|ir(?:responsible|relevant)|illegitimate",
  ],
];

/** Adjectives that judge when they are what is said of something ("is biased"), not when they describe it ("violent protests"). */
export const JUDGING_ADJECTIVES =
  "badly|poorly|afraid|pessimistic|gloomy|alarmed|bored|hazardous|scared|worried|worrying|upset|upsetting|angry|sad|sorry|anxious|uneasy|nervous|frightened|frightening|disgusted|disgusting|frustrated|frustrating|shameful|embarrassed|embarrassing|pathetic|ridiculous|absurd|silly|foolish|dumb|crazy|insane|weak|flawed|faulty|defective|inferior|mediocre|lousy|nasty|gross|creepy|scary|threatening|aggressive|violent|abusive|oppressive|outrageous|offensive|insulting|biased|prejudiced|racist|sexist|discriminatory|wasteful|costly|expensive|overpriced|inefficient|incompetent|clueless|hypocritical|phony|fraudulent|guilty|reckless|careless|negligent|inhumane|barbaric|backward|irrational|illogical|confusing|complicated|difficult|stressful|painful|miserable|depressing|depressed|lonely|exhausting|tedious|dull|tiring|addictive|dirty|filthy|noisy|crowded|congested|bleak|doomed|in decline|in trouble|on the wrong track|out of control|out of touch|rigged|meaningless|harmful|toxic|poisonous|malicious";
