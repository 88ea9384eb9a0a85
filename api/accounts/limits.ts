import { sha256 } from "#shared/crypto.ts";
import { ApiError } from "#shared/errors.ts";
import type { RateLimiter, WindowLimit } from "../http/rate-limiter.ts";

const MINUTE = 60;
const HOUR = 3_600;

// Addresses of people stand in Redis as hashes alone. A network is an IPv4 address or an IPv6 /64.

/** Sign-ups with a password: 5 a minute from a network (specification, "Limits"). */
export function signUpLimits(network: string): readonly [WindowLimit] {
  return [{ key: `sign-up:ip:${network}`, limit: 5, seconds: MINUTE }];
}

/** Failed logins: 10 in 15 minutes of an address from a network (contract, "Identity"). */
export function loginLimits(emailNormalized: string, network: string): readonly [WindowLimit] {
  return [{ key: `login:${hashOf(emailNormalized)}:${network}`, limit: 10, seconds: 15 * MINUTE }];
}

/** Magic links: 5 an hour to an address, 20 an hour from a network (contract, "Identity"). */
export function magicLinkLimits(
  emailNormalized: string,
  network: string,
): readonly [WindowLimit, WindowLimit] {
  return [
    { key: `magic-link:email:${hashOf(emailNormalized)}`, limit: 5, seconds: HOUR },
    { key: `magic-link:ip:${network}`, limit: 20, seconds: HOUR },
  ];
}

/** Password resets: 3 an hour to an address (specification, "Limits"), and 20 an hour from a network, as for magic links. */
export function resetLimits(emailNormalized: string, network: string): readonly [WindowLimit, WindowLimit] {
  return [
    { key: `reset:email:${hashOf(emailNormalized)}`, limit: 3, seconds: HOUR },
    { key: `reset:ip:${network}`, limit: 20, seconds: HOUR },
  ];
}

export const INVITATIONS_PER_HOUR = 20;
export const INVITATIONS_PER_ADDRESS = 5;

/** Invitations: 20 an hour of an organization, 5 an hour to an address whoever invites it. */
export function invitationLimits(
  organizationId: string,
  emailNormalized: string,
): readonly [WindowLimit, WindowLimit] {
  return [
    { key: `invitations:${organizationId}`, limit: INVITATIONS_PER_HOUR, seconds: HOUR },
    { key: `invitation:email:${hashOf(emailNormalized)}`, limit: INVITATIONS_PER_ADDRESS, seconds: HOUR },
  ];
}

function hashOf(emailNormalized: string): string {
  return sha256(emailNormalized).toString("base64url");
}

/**
 * Counts a call in all of its windows, before anything is done for it: calls at the same time cannot overshoot.
 *
 * @returns takes the call back from one of the windows
 * @throws ApiError 429 when one is full, without saying which; 503 within 200 ms when Redis does not reply
 */
export async function countCall(
  limiter: RateLimiter,
  windows: readonly WindowLimit[],
): Promise<(window: WindowLimit) => Promise<void>> {
  const counted = await limiter.count(windows);
  if (!counted.allowed) {
    throw new ApiError(
      "rate_limit_exceeded",
      `Too many tries; the next one passes in ${counted.retryAfter} s.`,
      { headers: { "Retry-After": `${counted.retryAfter}` } },
    );
  }
  return (window) => limiter.giveBack(window, counted.entry);
}
