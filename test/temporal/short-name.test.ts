import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { shortName } from "#temporal/command.ts";

const FAMILY = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}";

describe("An organization's name on operators' screens", () => {
  it("is itself while it is short", () => {
    for (const name of ["Demo", "Acme, Inc. (EU)", "Größe & Söhne".replace("&", "und"), "株式会社", FAMILY]) {
      assert.equal(shortName(name), name);
    }
    assert.equal(shortName("x".repeat(60)), "x".repeat(60));
  });

  it("is cut between graphemes, never inside one", () => {
    assert.equal(shortName("x".repeat(61)), `${"x".repeat(60)}…`);
    assert.equal(shortName(`${"x".repeat(59)}\u{1f600}`), `${"x".repeat(59)}\u{1f600}`);
    assert.equal(shortName(`${"x".repeat(59)}\u{1f600}y`), `${"x".repeat(59)}\u{1f600}…`);
    assert.equal(shortName(FAMILY.repeat(20)), `${FAMILY.repeat(4)}…`);
    assert.equal(shortName(`${"e\u0301".repeat(60)}`), `${"e\u0301".repeat(33)}…`);
  });

  it("is well-formed text of at most 100 bytes and an ellipsis, in one line, whatever the name", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
      const short = shortName(name.toWellFormed());
      assert.ok(short.isWellFormed());
      assert.ok(Buffer.byteLength(short) <= 103, short);
      assert.doesNotMatch(short, /\p{Cc}/u);
    }));
  });

  it("shows Markdown and links as text", () => {
    assert.equal(shortName("[x](javascript:1)"), "\\[x\\](javascript:1)");
    assert.equal(shortName("**bold** _it_ `code`"), "\\*\\*bold\\*\\* \\_it\\_ \\`code\\`");
    assert.equal(shortName("<img src=x>&lt;"), "\\<img src=x\\>\\&lt;");
    assert.equal(shortName("# a | b"), "\\# a \\| b");
    for (
      const link of ["https://evil.example", "HTTP://evil.example", "www.evil.example", "a@evil.example"]
    ) {
      const short = shortName(link);
      assert.doesNotMatch(short, /https?:\/\/|www\.|\w@\w/i);
      assert.equal(short.replaceAll("\u200b", ""), link);
    }
    assert.equal(shortName("\u202eevil\u2066"), "evil");
    assert.equal(shortName("two\nlines"), "two lines");
  });
});
