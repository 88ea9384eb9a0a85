import assert from "node:assert/strict";
import { basisOf, foldInWords, peopleOf } from "#engine/verdict/people.ts";

const ADULTS = { frame: "us-adults-2024", description: "U.S. resident adults aged 18 and over" };
const SOURCES = [{ year: "2006, 2008, 2014" }, { year: null }, { year: "2020" }];

describe("whose answers a verdict is about", () => {
  it("is named with the country, and an audience with its segments", () => {
    assert.equal(peopleOf(ADULTS, null), "U.S. adults");
    assert.equal(
      peopleOf(ADULTS, { age: ["18-24"], party: ["democrat"] }),
      "U.S. adults (age=18-24; party=democrat)",
    );
  });

  it("are the people of an own survey, or of a part of the frame, by their description", () => {
    const description = "The people whom the City survey (2026) stands for.";
    assert.equal(
      peopleOf({ frame: "own-1", description }, null),
      "the people whom the City survey (2026) stands for",
    );
    const workers = {
      ...ADULTS,
      description: "U.S. resident adults aged 18 to 64",
      where: { age: ["18-24"] },
    };
    assert.equal(peopleOf(workers, null), "U.S. resident adults aged 18 to 64");
  });
});

describe("what says something of people", () => {
  it("is the survey with its years, or that it is a prediction from surveys of years", () => {
    const matched = { tier: 1, matched_question: { year: "2016, 2018" }, sources: SOURCES } as const;
    assert.equal(basisOf(matched, "survey_matched"), "by a survey of 2016 and 2018");
    const near = { ...matched, tier: 2 } as const;
    assert.equal(basisOf(near, "predicted"), "predicted from surveys of 2006 to 2020");
    assert.equal(
      basisOf({ tier: 2, sources: [{ year: "2012" }] }, "predicted"),
      "predicted from surveys of 2012",
    );
    assert.equal(basisOf({ tier: 2 }, "predicted"), "predicted from surveys");
  });

  it("is a survey of its sources' years where an older verdict names no year of its question", () => {
    const older = { tier: 1, matched_question: {}, sources: [{ year: "2016" }, { year: "2018" }] } as const;
    assert.equal(basisOf(older, "survey_matched"), "by a survey of 2016 to 2018");
    assert.equal(basisOf({ tier: 1 }, "survey_matched"), "by a survey");
  });

  it("names a language model beside the surveys", () => {
    const sources = [...SOURCES, { survey: "Language model small-1", year: null }];
    assert.equal(
      basisOf({ tier: 2, sources }, "predicted"),
      "predicted from surveys of 2006 to 2020 and a language model",
    );
  });

  it("holds off every topic only if the question makes sense", () => {
    assert.equal(
      basisOf({ tier: 3, matched_question: null, sources: SOURCES }, "general_population"),
      "if it makes sense (nobody knows), predicted from surveys of 2006 to 2020",
    );
  });

  it("is the model where one answered, whatever question is matched", () => {
    const matched = { tier: 1, matched_question: { year: "2016" }, sources: SOURCES } as const;
    assert.equal(basisOf(matched, "model"), "by a language model whose error on surveys was measured");
  });
});

describe("what a survey's answers count as", () => {
  const fold = {
    yes: ["may stay and become citizens, without penalties"],
    maybe: [],
    no: ["must leave, whoever they are"],
  };

  it("is told of each answer, whatever commas it has", () => {
    assert.equal(
      foldInWords(fold, false),
      "“may stay and become citizens, without penalties” counts as yes and “must leave, whoever they are” as no",
    );
    assert.equal(
      foldInWords({ ...fold, maybe: ["stay"] }, true),
      "“must leave, whoever they are” counts as yes, “stay” as maybe and “may stay and become citizens, without penalties” as no",
    );
  });
});
