import { ANSWERS } from "#engine/simulation/answers.ts";
import { completionOf } from "../../openai/completion.ts";
import { MAX_REACTION, readReply } from "./reply.ts";
import type { NotAnswering } from "./reply.ts";

/** What a stored response means: a function of the response alone, so that a resumed run reads it the same way. */
export type Elicited =
  | {
    readonly kind: "distribution";
    /** Whole-number weights in the order of {@link ANSWERS}; they add up to about 100. */
    readonly weights: readonly number[];
    /** 1–5. */
    readonly intensity: number;
    readonly reaction: string;
    readonly notAnswering: NotAnswering;
  }
  | { readonly kind: "model_refusal" }
  | { readonly kind: "failed"; readonly fault: "rejected" | "length" | "invalid"; readonly detail: string };

/** @param response status and body of a reply; `body` is its parsed form where that is at hand. */
export function elicited(
  { status, raw, body }: { status: number; raw: string; body?: object | null },
): Elicited {
  if (status !== 200) return rejected(raw);
  const { content, refused, finish } = completionOf(body ?? JSON.parse(raw) as object);
  if (refused) return { kind: "model_refusal" };
  const reply = readReply(content);
  if (typeof reply === "string") {
    return { kind: "failed", fault: finish === "length" ? "length" : "invalid", detail: reply };
  }
  return {
    kind: "distribution",
    weights: ANSWERS.map((answer) => reply.p[answer]),
    intensity: reply.intensity,
    reaction: tidy(reply.reaction),
    notAnswering: reply.n_a_reason ?? "not_applicable",
  };
}

/** Azure and its kin answer 400 where others finish with `content_filter`. */
function rejected(raw: string): Elicited {
  if (/content_filter|content_policy_violation/.test(raw)) return { kind: "model_refusal" };
  return { kind: "failed", fault: "rejected", detail: "the server rejected the request" };
}

/** One line without control characters, at most 240 characters, cut at a word. */
function tidy(reaction: string): string {
  const line = reaction.toWellFormed().replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  if (line.length <= MAX_REACTION) return line;
  const cut = line.slice(0, MAX_REACTION - 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > 0 ? cut.slice(0, word) : cut).toWellFormed()}…`;
}
