import assert from "node:assert/strict";
import { sentencesOf, stemOf, wordsOf } from "#engine/question/words.ts";

describe("the words of a text", () => {
  it("are in lower case, without numbers, accents and punctuation", () => {
    assert.deepEqual(wordsOf("Would you BUY 3 crêpes, at $4.99?"), ["would", "you", "buy", "crepes", "at"]);
  });

  it("are split at negations and possessives", () => {
    assert.deepEqual(wordsOf("Don’t you like today's menu?"), ["do", "not", "you", "like", "today", "menu"]);
    assert.deepEqual(wordsOf("I can't and won't"), ["i", "can", "not", "and", "will", "not"]);
  });

  it("have the full forms of quick messages", () => {
    assert.deepEqual(wordsOf("would u swap ur car"), ["would", "you", "swap", "your", "car"]);
  });

  it("are spelt the American way, and without common slips", () => {
    assert.deepEqual(
      wordsOf("Should the goverment legalise labour centres, or raise an unfavourable defence promise?"),
      "should the government legalize labor centers or raise an unfavorable defense promise".split(" "),
    );
  });

  it("keep hyphens inside a word only", () => {
    assert.deepEqual(wordsOf("self-driving - maybe"), ["self-driving", "maybe"]);
  });

  it("are none in a text without letters", () => {
    assert.deepEqual(wordsOf("?! 1,000"), []);
  });
});

describe("stems", () => {
  it("bring the forms of a word together", () => {
    assert.equal(stemOf("movies"), stemOf("movie"));
    assert.equal(stemOf("charities"), stemOf("charity"));
    assert.equal(stemOf("donating"), stemOf("donate"));
    assert.equal(stemOf("bus"), "bus");
  });
});

describe("sentences", () => {
  it("are questions where they end in a question mark", () => {
    const sentences = sentencesOf("A shelter takes in cats. Would you give?");
    assert.deepEqual(sentences.map((each) => each.asks), [false, true]);
  });

  it("have a question last where none ends in a question mark", () => {
    const sentences = sentencesOf("Our store is new. I would shop there.");
    assert.deepEqual(sentences.map((each) => each.asks), [false, true]);
  });

  it("are not cut at a price or an abbreviation", () => {
    assert.equal(sentencesOf("Would you pay $14.99 a month in the U.S. or abroad?").length, 1);
  });

  it("are none in a text without letters", () => {
    assert.deepEqual(sentencesOf("?! 12"), []);
  });
});
