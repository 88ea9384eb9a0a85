import { stemOf, wordsOf } from "./words.ts";

/**
 * What most adults in the United States think of things, as far as general knowledge goes. A hand-made word list, written
 * before any share of the calibration surveys was computed and not changed in the light of one.
 *
 * A line: ratings, a colon, words and phrases. `appeal` −3 … 3: would most people welcome, like, trust or approve of it.
 * `need` 0 … 3: hardship that wins sympathy or justifies an exception. The rest say who likes it more, −2 … 2: `left`
 * Democrats (+) or Republicans (−), `young` the young and secular (+) or the old and religious (−), `black` Black Americans,
 * `school` people with degrees.
 */
const STANCES = `

appeal 3: family, families, parents, mother, mothers, mom, moms, father, dad, grandparents, grandmother
appeal 3; need 2: child, children, kids, kid, baby, babies, toddler, toddlers, newborns, infants
appeal 2; need 2: elderly, seniors, senior citizens, old people, older people, retired people, retirees, aging parents, old age
appeal 2: husband, wife, spouse, couple, couples, married people, friends, friend, relatives, sons, daughters, brothers, sisters
appeal 1: neighbors, neighbor, young people, teenagers, teens, youth, students, adults, ordinary people, ordinary citizens, average person, regular people, working people, middle class, workers, employees, consumers, customers, volunteers, next generation
appeal 0: men, women, people, americans, citizens, voters, person, man, woman, husbands, wives
appeal 2; left 1: working families, working mothers, single mothers
appeal 0; need 1: single parents, unmarried woman, singles, widows, widow, orphans
appeal -1: strangers, crowds, outsiders
appeal 2; need 3: disabled, disabled people, people with disabilities, handicapped, sick people, the sick, patients, terminally ill, cancer patients, mentally ill, victims, rape victims, abused children, hungry, hunger, starving, disaster victims, flood victims
appeal 3; need 2; left -1: veterans, wounded soldiers, troops, soldiers
appeal 1; need 2; left 1: poor people, the poor, poor, needy, low-income, low-income families, poor families, homeless, homelessness, working poor
appeal 0; need 2; left 1: unemployed, jobless, people without work, lost their jobs
appeal 1; left 2; need 1: minorities, minority
appeal -1; left 1: welfare recipients, people on welfare
appeal -1: addicts, drug addicts, alcoholics
appeal 2: farmers, family farms, small business, small businesses, small business owners, entrepreneurs, inventors
appeal 1; left 1; black 2: black people, black americans, african americans, blacks, african american
appeal 1; left 1: hispanics, latinos, hispanic, latino, latina, asians, asian americans, asian, native americans, indians
appeal 1: white people, whites
appeal 2; left -1; young -1: christians, christian, christianity, catholics, catholic, protestants, evangelicals, believers
appeal 1; school 1: jews, jewish people, jewish, buddhists, hindus
appeal -1; left 2; young 1; school 1: muslims, muslim, islam, mosque, mosques
appeal -1; left 1; young 2; school 1: atheists, atheist, nonbelievers, opponents of religion, against religion, people without religion, secular
appeal 0; left 1; young 1: mormons, agnostics
appeal 1; left 2; young 2; school 1: gay people, gays, gay, lesbians, lesbian, homosexuals, homosexual, same-sex, lgbt, bisexual
appeal 0; left 2; young 2; school 1: transgender, transgender people, trans, drag queens
appeal 0; left 2: immigrants, immigrant, refugees, asylum seekers, dreamers, foreigners, newcomers
appeal 0; left 2; school 1: immigration, legal immigration
appeal -2; left 2: illegal immigrants, illegal immigration, undocumented immigrants, illegal aliens, open borders
appeal 1; left 2: path to citizenship, amnesty
appeal -3: racists, racist, nazis, nazi, white supremacists, ku klux klan, klan, terrorists, terrorist, terrorism, extremists, extremist, dictators, dictator, dictatorship, fascists, fascism, criminals, criminal, murderers, murderer, rapists, gangs, gang, pedophiles, drug dealers, traffickers, thieves, hackers, cartels
appeal -2; young 1: communists, communist, communism, anarchists, socialists, marxists
appeal -1; left 2; young 2: socialism, socialist
appeal -2: radicals, radical, cults, cult, militias, militia, military rule, military dictatorship, army governed, army rule, military regime
appeal -1; need 1: prisoners, inmates, prison, prisons, jail, felons, convicts
appeal 2; left -1; young -1: military, army, navy, air force, marines, armed forces, the troops
appeal 2; school 1: scientists, scientist, researchers, scientific community, engineers, experts, expert, astronomers
appeal 2: doctors, doctor, nurses, nurse, hospitals, hospital, medicine, pharmacists, firefighters, paramedics, dentists
appeal 2: teachers, teacher, librarians, libraries, library, public library, coaches
appeal 1: schools, school, public schools, education system, school system, colleges, college, universities, university, professors, professor, college professor
appeal 1; left -1; black -2; young -1: police, policeman, police officers, police officer, cops, cop, law enforcement, sheriff, policing
appeal 1: fbi, cia, intelligence agencies, intelligence services, courts, court, judges, judge, supreme court, justices, juries, jury, legal system, election officials, election workers, poll workers, post office, nasa, fda, cdc, park rangers, census, local government, town council
appeal 0; left 1; young 1: united nations, un, state government, city council, mayor, governor, civil servants, government workers, government employees, bureaucrats
appeal -1; left 1: government, federal government, washington, bureaucracy, irs, fed, federal reserve
appeal -3: congress, members of congress, house and the senate, senate, senators, politicians, politician, lobbyists, lobbyist, political parties, parties, elected officials, representatives, elected representatives, special interests, political campaigns, super pacs
appeal -1: president, presidency, white house, vice president, administration, presidential campaign, republicans, democrats, republican party, democratic party
appeal -1; left 1; black 1: labor unions, unions, union, trade unions, organized labor, strikes, strikers
appeal 1; left 2: collective bargaining, workers' rights
appeal -1; left 1: news media, press, newspapers, newspaper, journalists, journalism, reporters, the news
appeal -2: television, tv, tv news, cable news, tabloids, social media, facebook, twitter, tiktok, advertisers, advertising, ads, commercials, telemarketers, spam, pop-ups
appeal -1; left -1: business, businesses, american business, banks, bank, financial companies, financial institutions, companies, company, corporations, business leaders, ceos, executives, industry, industries, factories, manufacturers
appeal -2; left -2: big companies, large corporations, major companies, corporation, big business, wall street, oil companies, big oil, tobacco companies, drug companies, pharmaceutical companies, insurance companies, health insurers, big tech, tech giants, hedge funds, landlords, billionaires, millionaires, the rich, rich people, wealthy, monopolies
appeal 0; left -1; young -2: church, churches, clergy, religious leaders, organized religion, religious organizations, pastors, priests, ministers, vatican, pope, televangelists
appeal -1: lawyers, attorneys, insurance, car salesmen, salespeople, celebrities, influencers, bankers, stockbrokers, realtors, used cars
appeal 1: charities, charity, red cross, nonprofits, food banks, community groups, churches that help, rescue workers
appeal 0: airlines, utilities, internet providers, phone companies, automakers, restaurants, supermarkets, retailers, startups
appeal 3: education, better schools, schooling, clean water, drinking water, clean air, public safety, safety, health, public health, health care, healthcare, medical care, jobs, job creation, employment, work
appeal 3; need 2: social security, medicare, retirement benefits, pensions, pension, retirement, nursing homes, elder care, school lunches, child care, childcare, veterans' benefits, disaster relief, suicide prevention, cancer research
appeal 2; left 1; need 1: medicaid, mental health, rehab, rehabilitation, drug rehabilitation, treatment, prenatal care, health insurance, universal health care, prescription drugs, paid leave, parental leave, sick leave, preschool, head start, affordable housing, minimum wage, living wage, scholarships, financial aid, tuition, student aid, job training
appeal 2: roads, bridges, road, highways, highway, infrastructure, parks, park, playgrounds, recreation, public transportation, mass transit, transit, subway, buses, trains, sidewalks, bike lanes, broadband, electricity, flood protection
appeal 2; left 2; school 1: environment, environmental protection, environmental programs, nature, wildlife, endangered species, forests, national parks, conservation, recycling, solar, solar power, solar panels, wind power, renewable energy, clean energy, alternative energy, green energy, climate action
appeal 1; left 2; young 1; school 1: climate change, global warming, carbon tax, emissions, electric cars, green new deal, environmentalists
appeal 2; school 1: science, research, scientific research, basic research, discoveries, new findings, medical research, medical advances, medical discoveries, cures, vaccines research, knowledge, inventions, innovation
appeal 1; school 1: technology, new technology, technologies, computers, internet, robots, space, space exploration, exploration of space, exploring space, outer space, moon, mars, satellites
appeal -1; school 1: space program, space missions
appeal 1; left -1; young -1: defense, national defense, defending the country, national security, border security, homeland security, missile defense
appeal 0; left -2; young -1: weapons, armaments, military budget, military spending, military aid, bombers, aircraft carriers, nuclear weapons
appeal -2; left 1; black 1: welfare, welfare benefits, food stamps, government benefits, social benefits, public assistance, handouts, housing projects, section 8
appeal 1; need 2; left 2: help for the poor, help for poor people, helping the poor, assistance to the poor, anti-poverty programs, homeless shelters
appeal 0; left 1; black 1; need 1: large cities, big cities, cities, inner cities, urban problems, city, urban
appeal 0; left 1; school 1: arts, culture, museums, opera, theater, public broadcasting, public television, humanities, foreign aid to the hungry, peace corps, diplomacy
appeal -2; left 1; school 1: foreign aid, foreign countries, aid to other countries, help abroad, overseas aid
appeal 1: agriculture, farming, tourism, manufacturing, small towns, rural areas, downtown, stadium
appeal -1: stadiums, bailouts, subsidies, bureaucracies, government programs, consultants
appeal 2; black 2; left 2: civil rights, racial equality, racial justice, voting rights, equal rights, voting rights act, desegregation, integration
appeal 0; black 2; left 2: conditions of blacks, improving the conditions of blacks, assistance to blacks, help for black people, black lives matter
appeal -1; black 2; left 2: affirmative action, reparations, preference in hiring, preferential hiring, preference in hiring and promotion, racial preferences, quotas, quota, special favors, special treatment, preferential treatment, busing, special help
appeal -3; need 1: crime, violent crime, murder, rape, violence, domestic violence, child abuse, abuse, drugs, drug abuse, drug addiction, addiction, opioids, heroin, cocaine, crack, fentanyl, overdose, human trafficking, kidnapping, torture, cruelty, corruption, bribery, fraud, theft, stealing, robbery, burglary, vandalism, arson, lying, lies, cheating, cheat
appeal -3; need 2: disease, diseases, cancer, aids, hiv, illness, epidemic, pandemic, covid, famine, drought, injury, disability, incurable, incurable illness, terminal illness, deadly disease, serious defect, handicap, danger to health, death, dying, pain, suffering, suffer
appeal -2: pollution, pollute, smog, toxic waste, litter, garbage, noise, traffic, congestion, oil spills, acid rain, pesticides, chemicals
appeal -2; left 1: poverty, inequality, income inequality, gap between rich and poor, income gap, unemployment, layoffs, outsourcing, recession, inflation, debt, bankruptcy, evictions, exploitation, sweatshops, high prices, student debt, medical bills
appeal -3; left 1; black 1: racism, discrimination, prejudice, bigotry, hatred, hate, hate speech, segregation, slavery, sexism, police brutality, police violence, racial profiling
appeal -3: war, wars, world war, nuclear war, invasion, attack, attacks, riots, rioting, looting, violent protests, shooting, shootings, mass shootings, bombing, genocide
appeal -2: conflict, conflicts, fights, division, intolerance, intolerant, laziness, lazy, greed, greedy, selfish, selfishness, dishonesty, rudeness, arrogance, waste, loneliness, stress, boredom, divorce rate, broken families, bullying, gossip, obesity
appeal -2; left -1: deficit, national debt, big government, red tape, regulation, regulations, rules for business, government waste, government control
appeal 2: marriage, wedding, having children, adoption, hard work, working hard, work hard, honesty, voting, vote, volunteering, donating, helping others, kindness, fairness, forgiveness, patience, saving money, exercise, reading, learning, recycling at home, blood donation, jury duty, jury service
appeal 2; young 1: contraception, birth control, contraceptives, sex education, interracial marriage, condoms
appeal 0; left 2; young 1; school 1: abortion, abortions, end a pregnancy, roe v wade, planned parenthood
appeal 1; young 2; left 1: premarital sex, sex before marriage, living together, cohabitation, unmarried couples, divorce, sleep together before the wedding
appeal 1; young 2; left 2; school 1: same-sex marriage, gay marriage, gay rights, gay sex, homosexual relations, homosexuality, civil unions, gay adoption
appeal -3: adultery, extramarital affairs, extramarital sex, affair, affairs, cheat on, infidelity, incest, prostitution of minors, sex among young teens, teen sex, teenagers having sex, child pornography, animal cruelty, drunk driving, dropping out
appeal -2; young 2: pornography, porn, prostitution, strip clubs, swearing, nudity, sexting, polygamy
appeal 1; young 2; left 1: marijuana, cannabis, weed, medical marijuana, legal weed, pot
appeal 0; young 1: alcohol, beer, wine, drinking, gambling, casinos, lottery, tattoos, video games, sports betting
appeal -2; young 1: smoking, cigarettes, tobacco, vaping, vapes, e-cigarettes, secondhand smoke
appeal -1; young 1: suicide, commit suicide, cloning, stem cells, surrogacy, genetic engineering, genetically modified food, gmos
appeal 1; young 1; school 1; need 3: euthanasia, assisted suicide, assisted dying, right to die, die with dignity, stem cell research
appeal 1; left -2; young -1; black -2: death penalty, capital punishment, execution, tough sentences, harsher punishment, stricter sentences, punish criminals
appeal 1; young -1; left -1: spanking, discipline, corporal punishment, curfew, strict parents, obedience, tradition, traditional values, family values
appeal 0; left -2; school -1: gun, guns, firearms, firearm, handguns, gun rights, second amendment, gun owners, rifles, concealed carry, nra
appeal 2; left 2; school 1: gun control, background checks, background check, permit to buy a gun, gun permit, police permit, license to buy a gun, permit from the police, red flag laws, assault weapons ban
appeal 1; left -2; young -2; school -1: prayer, school prayer, bible, bible reading, religion, faith, god, belief in god, believe in god, religious faith, ten commandments, worship, going to church, heaven, afterlife, life after death, miracles, angels
appeal -1; young -1: hell, devil, sin, satan, astrology, horoscopes, ghosts, superstition, witchcraft
appeal -2; left -1; school -1: banning books, book bans, take out books, remove books, creationism in schools
appeal 2; young 1; school 1: free speech, freedom of speech, free press, freedom, liberty, rights, privacy, civil liberties, human rights, democracy, representative democracy, right to vote, peaceful protest, free elections, constitution, bill of rights
appeal 0; left 1; young 1: protests, protest, protesters, demonstrations, marches, civil disobedience, whistleblowers, kneeling
appeal -2; school 1: surveillance, spying, spy, wiretapping, wiretaps, secretly gather data, collect information, tracking, cameras everywhere, facial recognition, data collection, censorship, propaganda
appeal -1; left 2; school 1: political correctness, safe spaces, trigger warnings, woke
appeal 1; left 1: politeness, respect, respect other people's opinions, choose words carefully, tolerance, diversity, sensitivity, compromise, open-mindedness
appeal 2; left 1; young 1: equality, equal treatment, gender equality, equal pay, women's rights, equal rights amendment, women in politics, woman president, female president, mothers with a job, mother works, women working, working women
appeal -1; left -1; young -2; school -2: woman looks after the home, women stay home, mothers stay at home, wives keep the house, stay home, housewife, man works and woman stays home, traditional roles, men are better, men better suited, mom at home, woman's place, housekeeping
appeal -1: feminists, feminism, feminine, unmanly, soft, too soft, macho, overwork, men work too much
appeal -2; left 1: taxes, tax, income tax, property taxes, sales tax, gas tax, tax increase, tax increases, higher taxes, fees, tolls, fines, tariffs, price increase, rent increases, carbon taxes
appeal 2; left 2: tax the rich, taxes on the rich, tax the wealthy, taxing millionaires, wealth tax, corporate taxes, higher minimum wage, price controls on drugs, negotiate drug prices, breaking up monopolies
appeal 2; left -2: tax cuts, lower taxes, balanced budget, cutting spending, smaller government, free market, capitalism, free enterprise, deregulation, fewer rules
appeal 1: economy, trade, exports, investment, economic growth, growth, prosperity, competition, savings, ownership, profits, wages, income, higher wages, better pay, shorter work week, four-day week, public works, projects that create jobs
appeal 1; left 2: rent control, free college, student loan forgiveness, debt relief, public option, medicare for all, universal basic income, guaranteed income, redistribution, reduce income differences
appeal 1; left -1: voter id, photo id, term limits, school choice, vouchers, charter schools, english as the official language, work requirements, drug testing, deportation, border wall, travel ban, sanctions
appeal -1: electoral college, filibuster, gerrymandering, campaign spending, negative ads, government shutdown, earmarks, mandates, mandate, draft, military draft, privatization
appeal 1; left 1: voting by mail, mail-in ballots, vote by mail, early voting, automatic registration, weekend voting, campaign finance reform, independent commission, popular vote
appeal 0: voting machines, electronic voting machines, ballots, election day, third party, nonpartisan, referendum, primary elections
appeal -2: voting on the internet, online voting, voting online, online votes, internet voting, manipulation, election fraud, voter fraud, hacking
appeal 1: law, laws, order, law and order, rule of law, permit, license, inspection, warning labels, seat belts, helmets, speed limits, testing, standards, labels
appeal -1: lawsuit, lawsuits, red lights cameras, parking meters, permits fees, paperwork, queues, waiting lists
appeal 2; left -1; young -1: america, american, united states, flag, national anthem, pledge of allegiance, patriotism, good american, patriotic, independence day
appeal 1; school 1: canada, britain, england, japan, germany, france, australia, israel, nato, allies, european union, foreign affairs, international news, other countries, treaties, trade agreements
appeal -2: russia, china, iran, north korea, cuba, saudi arabia, pakistan, syria, iraq, afghanistan, venezuela
appeal 0: mexico, india, africa, south america, ukraine, turkey, egypt
appeal 2: food, fresh food, fruit, vegetables, coffee, pizza, chocolate, home, house, vacation, travel, music, movies, movie, books, dogs, dog, cats, pets, birthday, christmas, thanksgiving, holidays, weekend, sunshine, beach, gardens, garden, camping, hiking, cooking, sleep, gifts, discount, discounts, free trial, coupons, warranty, free shipping, refunds, loyalty program
appeal 1: car, cars, truck, phone, smartphone, laptop, tablet, tv series, show, shows, streaming, netflix, podcast, concert, museum, zoo, restaurant, sports, football, baseball, basketball, soccer, fishing, hunting, gym, fitness, yoga, shopping, clothes, shoes, furniture, appliances, bicycle, washing machine, documentary, comedy, drama, app, apps
appeal 0: subscription, membership, brand, product, service, newsletter, email, electric car, smart home, smart speaker, virtual reality, crypto, bitcoin, artificial intelligence, ai, chatbot, drone, drones, self-driving cars, driverless cars, delivery robots, meal kit, plant-based meat, soda, fast food, energy drink, horror movie, reality show, soap opera
appeal -1: apartment building, apartment complex, high-rise, warehouse, factory, bar, nightclub, parking lot, homeless shelter, halfway house, cell tower, power plant, power lines, wind turbines, shopping mall, casino, airport, fracking, pipeline, oil drilling, offshore drilling, coal, nuclear power, nuclear plant
appeal -2: landfill, garbage dump, incinerator, prison nearby, toxic waste site, surge pricing, hidden fees, late fees, data breach, long lines, delays, robocalls
appeal 2: library branch, farmers market, community center, new park, school nearby, hospital nearby, grocery store, bakery, bookstore, dog park, community garden, bike path, trail
appeal 2; left 1; school 1: vaccine, vaccines, vaccination, flu shot, vaccinated, immunization, booster, checkup, screening, mammogram, colonoscopy, blood test, cancer screening, dental checkup
appeal 1: vitamins, diet, therapy, counseling, medication, surgery, organ donation, organic food, herbal medicine, acupuncture, telehealth
`;

export const RATINGS = ["appeal", "need", "left", "young", "black", "school"] as const;
export type Rating = (typeof RATINGS)[number];
export type Ratings = Readonly<Record<Rating, number>>;

/** One phrase of the list found in a text. */
export interface Stance {
  readonly phrase: string;
  /** Words that it spans. */
  readonly length: number;
  readonly ratings: Ratings;
}

const MAX_PHRASE = 5;
/** Phrases as written, and by their stems; where two share their stems the first of the list holds. */
const byWords = new Map<string, Stance>();
const byStems = new Map<string, Stance>();

for (const line of STANCES.trim().split("\n")) {
  const [head = "", list = ""] = line.split(": ");
  const given = new Map(head.split("; ").map((pair) => pair.split(" ") as [string, string]));
  const ratings = Object.fromEntries(RATINGS.map((name) => [name, Number(given.get(name) ?? 0)])) as Ratings;
  for (const phrase of list.split(", ")) {
    const words = plainWords(phrase);
    const stance = { phrase, length: words.length, ratings };
    const stems = words.map(stemOf).join(" ");
    if (!byWords.has(words.join(" "))) byWords.set(words.join(" "), stance);
    if (!byStems.has(stems)) byStems.set(stems, stance);
  }
}

/** Words without hyphens. */
function plainWords(text: string): string[] {
  return wordsOf(text).flatMap((word) => word.split("-"));
}

/** The list's phrases in a text, the longest first wherever several begin, without overlap. */
export function stancesIn(text: string): Stance[] {
  const words = plainWords(text);
  const stems = words.map(stemOf);
  const found: Stance[] = [];
  for (let at = 0; at < words.length;) {
    let stance: Stance | undefined;
    for (
      let length = Math.min(MAX_PHRASE, words.length - at);
      length > 0 && stance === undefined;
      length--
    ) {
      stance = byWords.get(words.slice(at, at + length).join(" ")) ??
        byStems.get(stems.slice(at, at + length).join(" "));
    }
    if (stance !== undefined) found.push(stance);
    at += stance?.length ?? 1;
  }
  return found;
}

/** Words of a question, and how they stand in it. */
export interface NamedPart {
  readonly words: string;
  /** `against`: a harm that is acted against; `case`: the circumstances asked about ("after a rape"); `plain`: the rest. */
  readonly kind: "plain" | "against" | "case";
}

/** "Would it be good if …" names what is asked about, no circumstance of it. */
const CIRCUMSTANCES =
  / (?:(?<!(?:it|good|bad|better|worse|best|right|wrong|fine|okay|ok|nice|happy|mind|matter|care|wonder) )if|when|because|unless|after|in case|due to|no matter) /;

/** What a question names, from the words of its positive form. */
export function namedParts(positiveWords: string): NamedPart[] {
  return positiveWords.split(" , ").flatMap((clause): NamedPart[] => {
    const text = ` ${clause} `;
    const at = text.search(CIRCUMSTANCES);
    const main = at < 0 ? text : text.slice(0, at + 1);
    const pieces = main.split(/(‹[^›]*›)/).map((words): NamedPart => ({
      words: words.replace(/[‹›]/g, " "),
      kind: words.startsWith("‹") ? "against" : "plain",
    }));
    return at < 0 ? pieces : [...pieces, { words: text.slice(at), kind: "case" }];
  });
}

/** What a yes to a question's positive form would speak for, by the list of stances. */
export type QuestionStance = Readonly<Record<Rating, number>> & {
  /** Phrases of the list that were found. */
  readonly found: number;
};

/**
 * Adds up what a question's positive form names. Acting against a harm is as welcome as the harm is unwelcome; what only
 * says in which case ("after a rape") adds need and no appeal. The sums are divided by the square root of the phrases found,
 * so that long questions do not count for more than they say.
 */
export function stanceOf(positiveWords: string): QuestionStance {
  const sums = Object.fromEntries(RATINGS.map((name) => [name, 0])) as Record<Rating, number>;
  let found = 0;
  for (const { words, kind } of namedParts(positiveWords)) {
    for (const { ratings } of stancesIn(words)) {
      found++;
      sums.need += ratings.need;
      if (kind === "case") continue;
      const turn = kind === "against" && ratings.appeal < 0 ? -1 : 1;
      for (const name of RATINGS) if (name !== "need") sums[name] += turn * ratings[name];
    }
  }
  const scale = 1 / Math.sqrt(Math.max(1, found));
  for (const name of RATINGS) sums[name] *= scale;
  return { ...sums, found };
}
