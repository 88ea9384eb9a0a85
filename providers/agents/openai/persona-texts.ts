/**
 * Segments of the U.S. frame as texts. Numbers are spelt out: a model reads "past sixty-five" as a person and "65+" as a table.
 * No two segments share a text: segments that are reported apart would otherwise get one distribution, and differ by chance alone. So
 * 10,000 agents have about 1,100 to 9,200 personas. The prompt names any other dimension and its segment, so a new frame needs no texts here.
 */
export const PERSONA_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sex: { female: "woman", male: "man" },
  race: {
    white: "White",
    black: "Black",
    hispanic: "Hispanic",
    asian: "Asian American",
    other: "mixed-race or otherwise not White, Black, Hispanic or Asian",
  },
  age: {
    "18-24": "younger than twenty-five",
    "25-34": "between twenty-five and thirty-five",
    "35-44": "between thirty-five and forty-five",
    "45-54": "between forty-five and fifty-five",
    "55-64": "between fifty-five and sixty-five",
    "65+": "past sixty-five",
  },
  urbanicity: { urban: "in a city", suburban: "in a suburb", rural: "in the countryside" },
  region: {
    northeast: "in the Northeast of the United States",
    midwest: "in the Midwest of the United States",
    south: "in the South of the United States",
    west: "in the West of the United States",
  },
  education: {
    less_than_high_school: "You left school without a diploma.",
    high_school: "You finished high school and did not go to college.",
    some_college: "You went to college for a while or have an associate degree.",
    bachelors: "You have a bachelor's degree.",
    advanced: "You have a degree beyond the bachelor's.",
  },
  income: {
    "under-25k": "Your household lives on less than twenty-five thousand dollars a year.",
    "25k-50k": "Your household lives on twenty-five to fifty thousand dollars a year.",
    "50k-75k": "Your household lives on fifty to seventy-five thousand dollars a year.",
    "75k-100k": "Your household lives on seventy-five to a hundred thousand dollars a year.",
    "100k-150k": "Your household lives on a hundred to a hundred and fifty thousand dollars a year.",
    "150k+": "Your household lives on more than a hundred and fifty thousand dollars a year.",
  },
  party: {
    republican: "In politics you are a Republican.",
    lean_republican: "In politics you are independent and lean towards the Republicans.",
    no_lean: "In politics you lean to neither party.",
    lean_democrat: "In politics you are independent and lean towards the Democrats.",
    democrat: "In politics you are a Democrat.",
  },
};

/**
 * Traits that a methodology adds, each level equally often: an illustration of how people differ, not a survey's figures. No level
 * favours an answer. `{topic}` stands for the methodology's topic.
 */
export const TRAITS: readonly (readonly string[])[] = [
  [
    "You have thought a lot about this subject: {topic}.",
    "You think about this subject now and then: {topic}.",
    "You have given this subject little thought: {topic}.",
  ],
  [
    "You make up your mind quickly.",
    "You take some time to make up your mind.",
    "You weigh a matter for long before you make up your mind.",
  ],
];
