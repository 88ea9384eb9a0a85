/** Lists of words for `derive.ts`; the embedder itself never reads them. */

/**
 * Words that give a survey question its form rather than its subject. In news text, the source of the word frequencies, many of them are
 * rare ("you", "likely"), so frequency weighting alone would leave them heavy. Question words that change a question's subject (why, who,
 * when, where) are no form words.
 */
export const FORM_WORDS: ReadonlySet<string> = new Set(
  `a an the i you your yours me my we us our it its he she they them their this that these those is are am was were be
  been being do does did done doing have has had having will would shall should can could may might must of to in on at
  for from by with about as into than then so and or but if whether what how not yes no there here please very more most
  much any some just also even each every such likely likelihood chance think feel consider get make made want willing
  something say`.split(/\s+/),
);

/** The highest weight of a form word: a question's subject dominates, but "more" and "if" still count. */
export const FORM_WEIGHT = 0.15;

/** Words that were rare in the vectors' texts (news and encyclopedia up to 2014) and are common now: chosen whatever their rank. */
export const RARE_WORDS: readonly string[] =
  `spotify instagram facebook youtube twitter bitcoin cryptocurrency smartwatch telehealth crowdfunding airbnb uber lyft
  kombucha selfie hashtag emoji vape vaping driverless gmo keto vegan fitbit siri alexa roomba quinoa colonoscopy mammogram
  inoculated immunized telemedicine biometric biometrics kickstarter snapchat pinterest tinder venmo paypal whatsapp
  chromebook thermostat townhouses condos duplexes rezoning dispensary millage levy docudrama biopic prequel
  paywall subscribers freemium upsell recruiter onboarding payday fracking microchip exoskeleton shingles chickenpox
  mpox prostate cholesterol statin vaccinate vaccinated booster`.split(/\s+/);

/** Words younger than the vectors; each gets the average of older words that describe it. */
export const COMPOSED_WORDS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries({
  covid: ["influenza", "sars", "virus"],
  coronavirus: ["influenza", "sars", "virus"],
  rsv: ["respiratory", "virus"],
  mrna: ["rna", "vaccine"],
  mpox: ["smallpox", "virus"],
  prep: ["preventive", "hiv"],
  tiktok: ["youtube", "instagram"],
  ai: ["artificial", "intelligence", "software"],
  chatbot: ["chat", "robot", "software"],
  chatgpt: ["chat", "robot", "software"],
  metaverse: ["virtual", "reality", "online"],
  vr: ["virtual", "reality", "headset"],
  crypto: ["bitcoin", "currency"],
  fintech: ["finance", "software"],
  gofundme: ["fundraising", "donations", "online"],
  doordash: ["delivery", "restaurant"],
  docuseries: ["documentary", "series"],
  esports: ["gaming", "tournament"],
  influencer: ["celebrity", "blogger"],
  passkeys: ["passwords", "authentication"],
  psilocybin: ["hallucinogenic", "mushrooms"],
  wearable: ["wristwatch", "device", "worn"],
  hulu: ["netflix", "television"],
  ev: ["electric", "car"],
}));
