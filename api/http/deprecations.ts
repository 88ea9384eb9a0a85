import type { HandlerResult } from "./define-route.ts";

/** When version 1 was released; what it deprecates goes twelve months later. */
const RELEASE = new Date("2026-12-01T00:00:00Z");
const SUNSET = new Date(Date.UTC(RELEASE.getUTCFullYear() + 1, RELEASE.getUTCMonth(), RELEASE.getUTCDate()));

/** Marks an answer that rests on something deprecated (RFC 9745, RFC 8594). */
export function deprecated(answer: HandlerResult, notices: readonly string[]): HandlerResult {
  if (notices.length === 0) return answer;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      Deprecation: `@${RELEASE.getTime() / 1000}`,
      Sunset: SUNSET.toUTCString(),
    },
    meta: { ...answer.meta, deprecations: notices },
  };
}
