import { itemAt } from "../../numeric/columns.ts";
import quotes from "./quotes.json" with { type: "json" };
import type { Stance } from "./theme-sets.ts";

/** The most characters of a quote. */
export const QUOTE_LIMIT = 240;

/** Part of the agents that speak, whatever the question: 10 %. */
export const QUOTE_SHARE = 0.1;

/** How a quote begins; `{subject}` stands for the theme set's noun phrase. */
const OPENINGS: Readonly<Record<Stance, Readonly<Record<"mild" | "strong", readonly string[]>>>> =
  quotes.openings;

/** How people in a segment speak of themselves, by segment name. */
const SEGMENT_REMARKS: Readonly<Record<string, string>> = quotes.remarks;

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
  // Intensities of "maybe" are mostly 1 and 2, so it is strong from 2 on, and the others from 4.
  const strength = intensity >= (stance === "maybe" ? 2 : 4) ? "strong" : "mild";
  const openings = OPENINGS[stance][strength];
  const opening = itemAt(openings, Math.floor(u * openings.length)).replace("{subject}", subject);
  const quote = [opening, reason, ...remark(segments, v)].join(" ");
  return quote.length <= QUOTE_LIMIT ? quote : reason.slice(0, QUOTE_LIMIT);
}

/** None or one of the remarks of people in these segments. */
function remark(segments: readonly string[], v: number): string[] {
  if (v >= REMARK_SHARE) return [];
  const remarks = segments.flatMap((segment) => SEGMENT_REMARKS[segment] ?? []);
  if (remarks.length === 0) return [];
  return [itemAt(remarks, Math.floor(v / REMARK_SHARE * remarks.length))];
}
