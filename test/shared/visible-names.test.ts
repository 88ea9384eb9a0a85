import assert from "node:assert/strict";
import { displayName, isVisible, shortName } from "#shared/accounts.ts";

describe("A name", () => {
  it("is visible in any script, as an emoji, and with invisible characters within it", () => {
    const names = [
      "Ada",
      "Łódź",
      "東京",
      "كريم",
      "क्षि",
      "e\u0301",
      "👩‍👩‍👧",
      "❤️",
      "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
      "·",
      "\u200bA",
      "1",
      "한",
    ];
    for (const name of names) assert.ok(isVisible(name), name);
  });

  it("is invisible where nothing but blanks, marks and ignored characters stand in it", () => {
    const blanks = [
      ...[
        " ",
        "\u00a0",
        "\u3000",
        "\u200b",
        "\u200d",
        "\u2060",
        "\ufeff",
        "\u00ad",
        "\u180e",
        "\u202e",
        "\u2066",
      ],
      ...[
        "\u3164",
        "\uffa0",
        "\u115f",
        "\u1160",
        "\u17b4",
        "\u2800",
        "\u{1d159}",
        "\ufe0f",
        "\u{e0041}",
        "\u{e0100}",
      ],
      ...["\u0301", "\u20dd", "\u0903", "\u034f", ""],
    ];
    for (const blank of blanks) {
      assert.ok(!isVisible(blank), `U+${blank.codePointAt(0)?.toString(16)}`);
      assert.ok(!isVisible(`${blank} ${blank}`));
    }
  });

  it("is shortened to 100 characters by grapheme, the suffix included", () => {
    const family = "👩‍👩‍👧";
    assert.equal(shortName("x".repeat(100)), "x".repeat(100));
    assert.equal(shortName(`${"x".repeat(99)}e\u0301`), "x".repeat(99));
    assert.equal(shortName(family.repeat(21)), family.repeat(20));
    assert.equal(shortName(`${"x".repeat(94)}${family}`, " 23"), `${"x".repeat(94)} 23`);
    assert.equal(shortName(`${"x".repeat(92)}${family}`, " 23"), `${"x".repeat(92)}${family} 23`);
  });

  it("from elsewhere, such as a buyer's, loses its control characters, and is none where nothing is visible", () => {
    assert.equal(displayName(" Ada\u0000Lovelace\n"), "Ada Lovelace");
    assert.equal(displayName("\u200b\u0007"), "");
    assert.equal(displayName(`${"x".repeat(99)}é`), `${"x".repeat(99)}é`);
  });
});
