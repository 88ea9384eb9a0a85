/** What a key may do; a session has all six. */
export const SCOPES = [
  "simulations:read",
  "insights:read",
  "training:read",
  "training:write",
  "webhooks:read",
  "webhooks:write",
] as const;
export type Scope = (typeof SCOPES)[number];
