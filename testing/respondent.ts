import { createHash } from "node:crypto";
import { type ChatRequest, type StubServer, stubServer } from "./stub-server.ts";

/** A mock respondent: its shares depend on the described person, so that specs can check answers against persons. */
export function respond(request: Pick<ChatRequest, "messages">): string {
  const person = personIn(request);
  const spread = createHash("sha256").update(person).digest()[0] ?? 0;
  const yes = (person.includes("woman") ? 60 : 30) + spread % 9;
  const maybe = 15;
  const nA = 4;
  const words = [
    "I would give it a try.",
    "Not something that I'd choose.",
    "I would have to see it first, honestly.",
  ];
  return JSON.stringify({
    reaction: words[spread % words.length],
    p: { yes, maybe, no: 100 - yes - maybe - nA, n_a: nA },
    intensity: 1 + spread % 5,
    n_a_reason: "dont_know",
  });
}

/** A model server whose answers are the mock respondent's. */
export function startRespondent(): Promise<StubServer> {
  return stubServer((request) => ({ content: respond(request) }));
}

/** The settings of a process whose agents ask this server. */
export function respondentSettings({ url }: Pick<StubServer, "url">) {
  return { AGENTS_BASE_URL: url, AGENTS_MODEL: "small" };
}

/** The request's text under PERSON. */
export function personIn(request: Pick<ChatRequest, "messages">): string {
  const user = request.messages.find(({ role }) => role === "user")?.content ?? "";
  return user.slice(user.indexOf("PERSON\n") + "PERSON\n".length, user.indexOf("\n\nOPTIONS"));
}
