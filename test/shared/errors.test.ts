import assert from "node:assert/strict";
import { ApiError, ERRORS } from "#shared/errors.ts";

describe("An ApiError", () => {
  it("says its code's own sentence where it is given none", () => {
    assert.equal(new ApiError("workflow_not_found").message, "There is no such workflow.");
  });

  it("has to be given one where its code has an example alone", () => {
    // @ts-expect-error: the compiler refuses it, so that nobody is told the example's figures
    assert.equal(new ApiError("limit_reached").message, "");
  });

  it("has either an example or a sentence of its own", () => {
    for (const [code, { message, example }] of Object.entries(ERRORS)) {
      assert.equal([message, example].filter((text) => text !== undefined).length, 1, code);
    }
  });
});
