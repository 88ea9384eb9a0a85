/** A piece of a normalised text. */
export interface Token {
  readonly text: string;
  /** `foreign`: digits of another script. */
  readonly kind: "digits" | "word" | "mark" | "foreign";
  /** Where it stands in the text: from `start` up to `end`. */
  readonly start: number;
  readonly end: number;
}

/** Compatibility forms (NFKC), dashes, slashes and apostrophes of one kind, lower case. */
export function normalize(text: string): string {
  return text.normalize("NFKC").replace(/[‐-―−]/g, "-").replaceAll("⁄", "/").replaceAll("’", "'")
    .toLowerCase();
}

/** The tokens of a normalised text. */
export function tokenize(text: string): Token[] {
  const pattern =
    /(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)|(?<word>[a-z]+(?:'[a-z]+)?)|(?<foreign>\p{N})|(?<mark>\S)/gu;
  return Array.from(text.matchAll(pattern), (match): Token => ({
    text: match[0],
    kind: kindOf(match.groups ?? {}),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Token["kind"] {
  if (groups.digits !== undefined) return "digits";
  if (groups.word !== undefined) return "word";
  return groups.foreign !== undefined ? "foreign" : "mark";
}

/** The text of token i; empty past the end. */
export function textAt(tokens: readonly Token[], i: number): string {
  return tokens[i]?.text ?? "";
}
