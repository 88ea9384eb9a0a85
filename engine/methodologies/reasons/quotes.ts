import type { Stance } from "./theme.ts";

/** No quote is longer than this many characters. */
export const QUOTE_LIMIT = 240;

/** Part of the agents that speak, whatever they are asked: 10 %. */
export const QUOTE_SHARE = 0.1;

const OPENINGS: Readonly<
  Record<Stance, { readonly mild: readonly string[]; readonly strong: readonly string[] }>
> = {
  yes: {
    mild: ["I think I would say yes to {subject}.", "Probably yes, all in all.", "I lean towards yes here."],
    strong: ["Yes, without a doubt.", "For me {subject} is a clear yes.", "I would say yes right away."],
  },
  maybe: {
    mild: ["I could go either way on {subject}.", "Hard to say.", "I am undecided."],
    strong: [
      "It depends, and I mean that.",
      "Maybe, but I would not count on me yet.",
      "I am really torn about {subject}.",
    ],
  },
  no: {
    mild: ["I do not think so.", "Probably not, to be honest.", "I lean towards no on {subject}."],
    strong: ["No, not for me.", "I would say no to {subject}, plainly.", "Definitely not."],
  },
};

/** How people in a segment might speak of themselves, by segment name. */
const SELF: Readonly<Record<string, string>> = {
  "18-24": "I am only starting out, so that matters to me.",
  "25-34": "At this point in my life that is what counts.",
  "65+": "At my age you look at such things calmly.",
  rural: "Out here in the country you see it that way.",
  urban: "Living in the city, you think about that.",
  "under-25k": "I have to watch every dollar.",
  advanced: "I like to look into the details first.",
};

/**
 * A quote put together from templates: how strongly the agent feels, its own reason, and at times a word about itself.
 * @param pick two uniforms, which choose opening and closing.
 */
export function quoteOf(
  stance: Stance,
  intensity: number,
  reason: string,
  subject: string,
  segments: readonly string[],
  pick: readonly [number, number],
): string {
  const openings =
    OPENINGS[stance][intensity >= 4 || (stance === "maybe" && intensity >= 2) ? "strong" : "mild"];
  const opening = openings[Math.floor(pick[0] * openings.length)] ?? "";
  const words = segments.flatMap((segment) => SELF[segment] ?? []);
  // Half of those who have something to say about themselves do.
  const closing = pick[1] < 0.5 ? words[Math.floor(pick[1] * 2 * words.length)] : undefined;
  const quote = [opening.replace("{subject}", subject), reason, closing].filter((part) => part !== undefined)
    .join(" ");
  return quote.length <= QUOTE_LIMIT ? quote : reason.slice(0, QUOTE_LIMIT);
}
