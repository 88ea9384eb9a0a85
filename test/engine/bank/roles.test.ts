import assert from "node:assert/strict";
import { comparisonApart, holderApart, oppositesApart, placesChanged } from "#engine/bank/roles.ts";

const isSame = (one: string, other: string) => one === other;

describe("What a question asks for beside a calibrated one", () => {
  it("is the other end of one thing", () => {
    assert.deepEqual(oppositesApart("is sex after marriage wrong", ["is sex before marriage wrong"]), [
      "after",
    ]);
    assert.deepEqual(oppositesApart("is sex before the wedding wrong", ["is premarital sex wrong"]), []);
    assert.deepEqual(
      oppositesApart("do police treat whites better", ["do police treat whites better than blacks"]),
      [],
    );
  });

  it("is a comparison with something new, where none was made", () => {
    const trusted = ["do you trust police officers"];
    assert.deepEqual(comparisonApart("do you trust police officers more than you used to", trusted), [
      "than you used to",
    ]);
    assert.deepEqual(comparisonApart("should spending be higher than now", ["should spending go up"]), []);
    assert.deepEqual(comparisonApart("is luck more than effort", ["does luck matter over work"]), []);
  });

  it("is the attitude of somebody else", () => {
    const own = ["Do you have trust in police officers?"];
    assert.deepEqual(holderApart("Do police officers trust the public?", own), ["police officers"]);
    assert.deepEqual(holderApart("Do the police have your trust?", own), []);
    assert.deepEqual(holderApart("Does America support Israel?", ["We give Israel support."]), []);
  });

  it("has two words in each other's place around the same ones", () => {
    const asked = ["do immigrants take jobs away from americans"];
    assert.deepEqual(placesChanged("do americans take jobs away from immigrants", asked, isSame), [
      "americans",
      "immigrants",
    ]);
    assert.deepEqual(placesChanged("are jobs taken by immigrants", ["immigrants taken jobs"], isSame), []);
    assert.deepEqual(placesChanged("faith than science", ["science than faith"], isSame), []);
  });
});
