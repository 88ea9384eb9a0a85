import assert from "node:assert/strict";
import { basisOf, peopleOf } from "#engine/verdict/people.ts";

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

  it("holds off every topic only if the question makes sense", () => {
    assert.equal(
      basisOf({ tier: 3, matched_question: null, sources: SOURCES }, "general_population"),
      "if the question makes sense to them, which nobody knows, predicted from surveys of 2006 to 2020",
    );
  });

  it("is the model where one answered, whatever question is matched", () => {
    const matched = { tier: 1, matched_question: { year: "2016" }, sources: SOURCES } as const;
    assert.equal(basisOf(matched, "model"), "by a language model whose error on surveys was measured");
  });
});
