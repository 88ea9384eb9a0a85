import { itemAt } from "../../numeric/columns.ts";
import type { Stance } from "./theme-sets.ts";

/** The most characters of a quote. */
export const QUOTE_LIMIT = 240;

/** Part of the agents that speak, whatever the question: 10 %. */
export const QUOTE_SHARE = 0.1;

type Strength = "mild" | "strong";

/** How a quote begins; `{subject}` stands for the theme set's noun phrase. */
const OPENINGS: Readonly<Record<Stance, Readonly<Record<Strength, readonly string[]>>>> = {
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

/** How people in a segment speak of themselves, by segment name. */
const SEGMENT_REMARKS: Readonly<Record<string, string>> = {
  "18-24": "I am only starting out, so that matters to me.",
  "25-34": "At this point in my life that is what counts.",
  "65+": "At my age you look at such things calmly.",
  rural: "Out here in the country you see it that way.",
  urban: "Living in the city, you think about that.",
  "under-25k": "I have to watch every dollar.",
  advanced: "I like to look into the details first.",
};

/** Of the agents who have a remark about themselves, this part makes one. */
const REMARK_SHARE = 0.5;

/** What an agent's quote is put together from. */
export interface QuoteParts {
  readonly stance: Stance;
  /** 1 to 5. */
  readonly intensity: number;
  /** The agent's own reason; the quote holds it whole. */
  readonly reason: string;
  /** Noun phrase of the subject. */
  readonly subject: string;
  /** Names of the agent's segments. */
  readonly segments: readonly string[];
}

/**
 * A quote from templates: how strongly the agent feels, its own reason, and at times a remark about itself. At most
 * {@link QUOTE_LIMIT} characters; a longer one is the reason alone.
 * @param u uniform on (0, 1) that chooses the opening.
 * @param v uniform on (0, 1) that chooses the remark, if any.
 */
export function quoteOf(
  { stance, intensity, reason, subject, segments }: QuoteParts,
  u: number,
  v: number,
): string {
  const openings = OPENINGS[stance][strengthOf(stance, intensity)];
  const opening = itemAt(openings, Math.floor(u * openings.length)).replace("{subject}", subject);
  const quote = [opening, reason, ...remark(segments, v)].join(" ");
  return quote.length <= QUOTE_LIMIT ? quote : reason.slice(0, QUOTE_LIMIT);
}

/** Intensities of "maybe" are mostly 1 and 2, so it is strong from 2 on, and the others from 4. */
function strengthOf(stance: Stance, intensity: number): Strength {
  return intensity >= (stance === "maybe" ? 2 : 4) ? "strong" : "mild";
}

/** None or one of the remarks of people in these segments. */
function remark(segments: readonly string[], v: number): string[] {
  if (v >= REMARK_SHARE) return [];
  const remarks = segments.flatMap((segment) => SEGMENT_REMARKS[segment] ?? []);
  if (remarks.length === 0) return [];
  return [itemAt(remarks, Math.floor(v / REMARK_SHARE * remarks.length))];
}
