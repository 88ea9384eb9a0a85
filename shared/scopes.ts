/** The scopes of API keys; a session has all six (specification, "Methods"). */
export const SCOPES = [
  "simulations:read",
  "insights:read",
  "training:read",
  "training:write",
  "webhooks:read",
  "webhooks:write",
] as const;
export type Scope = (typeof SCOPES)[number];
