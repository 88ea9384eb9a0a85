/** A header as the document shows it. */
export interface Header {
  readonly description: string;
  readonly type?: "integer" | "string";
  readonly example: string | number;
}

/** Every header of a response that the service itself decides on. */
export const HEADERS = {
  "X-Request-Id": {
    description:
      "The request's own X-Request-Id where it fits, else a new id; `meta.request_id` is the same.",
    example: "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
  },
  "X-RateLimit-Limit": {
    description: "Requests a minute of the key or the person. Absent where neither was charged.",
    type: "integer",
    example: 300,
  },
  "X-RateLimit-Remaining": { description: "Requests that would pass now.", type: "integer", example: 299 },
  "X-RateLimit-Reset": {
    description: "When all of them would pass again, in unix seconds.",
    type: "integer",
    example: 1796083200,
  },
  "Retry-After": {
    description: "Seconds after which to ask again. Absent where there is nothing to wait for.",
    type: "integer",
    example: 2,
  },
  "Location": {
    description: "The URL of what was created.",
    example: "https://api.simulation.dev/v1/simulations/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
  },
  "ETag": {
    description:
      "The version, weak. Send it in If-None-Match, and an unchanged version answers 304 without a body.",
    example: 'W/"u9Gk2nB0x3c1a7fQy5Zt0w"',
  },
  "Vary": {
    description: "The request's headers that decide on the form.",
    example: "Accept, Accept-Encoding",
  },
  "Cache-Control": {
    description: "`no-store` where the answer holds a secret or a cookie.",
    example: "no-store",
  },
  "Content-Disposition": {
    description: "With text/csv: the name of the file.",
    example: 'attachment; filename="agents.csv"',
  },
  "Set-Cookie": {
    description:
      "The session's cookie: set at sign-in, renewed by a session's call at most once an hour, cleared at sign-out.",
    example: "service_session=…; Path=/; HttpOnly; SameSite=Lax",
  },
  "WWW-Authenticate": { description: "How to authenticate.", example: 'Bearer error="invalid_token"' },
  "Deprecation": {
    description: "Since when something in this call is deprecated (RFC 9745); `meta.deprecations` says what.",
    example: "@1796083200",
  },
  "Sunset": {
    description: "When it goes at the earliest (RFC 8594).",
    example: "Wed, 01 Dec 2027 00:00:00 GMT",
  },
  "Idempotency-Replayed": {
    description: "`true` where this is the first answer to the Idempotency-Key again.",
    example: "true",
  },
  "X-Robots-Tag": {
    description: "Keeps a shared verdict out of search engines.",
    example: "noindex",
  },
  "X-Service-Preview": {
    description: "Names the preview that the operation belongs to: its shape may still evolve.",
    example: "insights",
  },
} as const satisfies Readonly<Record<string, Header>>;
export type HeaderName = keyof typeof HEADERS;

/** On every response, of public operations too: whoever calls them with a key or a session is charged all the same. */
export const STANDARD_HEADERS: readonly HeaderName[] = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Set-Cookie",
  "Cache-Control",
];
