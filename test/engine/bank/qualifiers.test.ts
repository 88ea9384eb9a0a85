import assert from "node:assert/strict";
import { lawAsked } from "#engine/bank/qualifiers.ts";

const lawOf = (question: string) => lawAsked(question, ["neither favor nor oppose"]);

describe("A law that a question asks for", () => {
  it("is what ought to be allowed or banned, which a survey may not have asked", () => {
    assert.deepEqual(lawOf("Should assault rifles be banned?"), { word: "banned", isPermitting: false });
    assert.deepEqual(lawOf("Should the deported be allowed back?"), { word: "allowed", isPermitting: true });
    assert.deepEqual(lawOf("Should trade agreements be prohibited?"), {
      word: "prohibited",
      isPermitting: false,
    });
    assert.equal(lawAsked("Should assault rifles be banned?", ["sometimes"]), undefined);
  });

  it("is none where the question asks who likes it", () => {
    for (
      const question of [
        "Do you agree with banning assault rifles?",
        "Do you disagree with banning assault rifles?",
        "Do you want assault rifles banned?",
        "Do you back a ban on assault rifles?",
        "Would you favor a ban on assault rifles?",
      ]
    ) assert.equal(lawOf(question), undefined, question);
  });
});
