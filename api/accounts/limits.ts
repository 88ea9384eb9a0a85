import { siteOf } from "#shared/addresses.ts";
import { sha256 } from "#shared/crypto.ts";
import type { WindowLimit } from "../http/rate-limiter.ts";

const MINUTE = 60;
const HOUR = 3_600;

// Addresses of people stand in Redis as hashes alone. A network is an IPv4 address or an IPv6 /64.

/** Sign-ups with a password from a network: 5 a minute (specification, "Limits"), and 1,000 a day, each of which may store a file. */
export function signUpLimits(network: string): readonly [WindowLimit, WindowLimit] {
  return [
    { key: `sign-up:ip:${network}`, limit: 5, seconds: MINUTE },
    { key: `sign-up:ip:${network}:day`, limit: 1_000, seconds: 24 * HOUR },
  ];
}

/** Mails of sign-ups that prove an address: 5 an hour to it, however often an organization of it is deleted. */
export function proofMailLimits(emailNormalized: string): readonly [WindowLimit] {
  return [{ key: `sign-up:email:${hashOf(emailNormalized)}`, limit: 5, seconds: HOUR }];
}

/**
 * Failed logins of an address (contract, "Identity"): 10 in 15 minutes from a network, 30 from an IPv6 /48, and 100 an hour in all, after
 * which its password is refused wherever it comes from, and a mailed link still signs in.
 */
export function loginLimits(emailNormalized: string, network: string): readonly WindowLimit[] {
  const email = hashOf(emailNormalized);
  const site = siteOf(network);
  return [
    { key: `login:${email}:${network}`, limit: 10, seconds: 15 * MINUTE },
    ...(site === null ? [] : [{ key: `login:${email}:${site}`, limit: 30, seconds: 15 * MINUTE }]),
    { key: `login:${email}`, limit: 100, seconds: HOUR },
  ];
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

/** Password resets: 3 an hour to an address (specification, "Limits"), and 100 an hour from a network, behind which a whole office may sit. */
export function resetLimits(emailNormalized: string, network: string): readonly [WindowLimit, WindowLimit] {
  return [
    { key: `reset:email:${hashOf(emailNormalized)}`, limit: 3, seconds: HOUR },
    { key: `reset:ip:${network}`, limit: 100, seconds: HOUR },
  ];
}

function hashOf(emailNormalized: string): string {
  return sha256(emailNormalized).toString("base64url");
}
