/** How a segment of the published populations is spoken of. A segment that is not listed is named by dimension and label. */
const PHRASES: Readonly<Record<string, string>> = {
  "sex=female": "women",
  "sex=male": "men",
  "education=less_than_high_school": "people without a high-school diploma",
  "education=high_school": "people who stopped at high school",
  "education=some_college": "people with some college",
  "education=bachelors": "people with a bachelor's degree",
  "education=advanced": "people with an advanced degree",
  "race=white": "white respondents",
  "race=black": "Black respondents",
  "race=hispanic": "Hispanic respondents",
  "race=asian": "Asian respondents",
  "race=other": "respondents of another or more than a single race",
  "region=northeast": "people in the Northeast",
  "region=midwest": "people in the Midwest",
  "region=south": "people in the South",
  "region=west": "people in the West",
  "party=republican": "Republicans",
  "party=lean_republican": "people who lean Republican",
  "party=no_lean": "people who lean to neither party",
  "party=lean_democrat": "people who lean Democratic",
  "party=democrat": "Democrats",
  "income=under-25k": "people with household incomes under $25,000",
  "income=25k-50k": "people with household incomes of $25,000 to $50,000",
  "income=50k-75k": "people with household incomes of $50,000 to $75,000",
  "income=75k-100k": "people with household incomes of $75,000 to $100,000",
  "income=100k-150k": "people with household incomes of $100,000 to $150,000",
  "income=150k+": "people with household incomes of $150,000 or more",
  "urbanicity=urban": "people in cities",
  "urbanicity=suburban": "people in suburbs",
  "urbanicity=rural": "people in rural areas",
};

/** A segment as the subject of a sentence, in the plural: "women", "people aged 18 to 24". */
export function segmentPhrase(dimension: string, segment: string): string {
  const known = PHRASES[`${dimension}=${segment}`];
  if (known !== undefined) return known;
  const [, from, to] = /^(\d+)(?:[-–](\d+)|\+)$/.exec(segment) ?? [];
  if (dimension === "age" && from !== undefined) {
    return to === undefined ? `people aged ${from} and over` : `people aged ${from} to ${to}`;
  }
  return `respondents with ${words(dimension)} “${words(segment)}”`;
}

/** A dimension in the middle of a sentence: "age", "household income". */
export function words(label: string): string {
  return label.replaceAll("_", " ");
}
