import { siteOf } from "#shared/addresses.ts";
import { sha256 } from "#shared/crypto.ts";
import { hourly, type WindowLimit } from "../http/rate-limiter.ts";

// Addresses of people stand in Redis as hashes alone. A network is an IPv4 address or an IPv6 /64.

/** Sign-ups with a password from a network: 5 a minute (specification, "Limits"), and 1,000 a day, each of which may store a file. */
export const signUpLimits = (network: string): readonly WindowLimit[] => [
  { key: `sign-up:ip:${network}`, limit: 5, seconds: 60 },
  { key: `sign-up:ip:${network}:day`, limit: 1_000, seconds: 86_400 },
];

/** Mails of sign-ups that prove an address: 5 an hour to it, however often an organization of it is deleted. */
export const proofMailLimits = (
  emailNormalized: string,
) => [hourly(`sign-up:email:${hashOf(emailNormalized)}`, 5)];

const QUARTER_HOUR = 900;

/**
 * Failed logins of an address (contract, "Identity"): 10 in 15 minutes from a network, 30 from an IPv6 /48, and 100 an hour in all, after
 * which its password is refused wherever it comes from, and a mailed link still signs in.
 */
export function loginLimits(emailNormalized: string, network: string): readonly WindowLimit[] {
  const email = hashOf(emailNormalized);
  const site = siteOf(network);
  return [
    { key: `login:${email}:${network}`, limit: 10, seconds: QUARTER_HOUR },
    ...(site === null ? [] : [{ key: `login:${email}:${site}`, limit: 30, seconds: QUARTER_HOUR }]),
    hourly(`login:${email}`, 100),
  ];
}

/** Magic links: 5 an hour to an address, 20 an hour from a network (contract, "Identity"). */
export const magicLinkLimits = (emailNormalized: string, network: string) =>
  [hourly(`magic-link:email:${hashOf(emailNormalized)}`, 5), hourly(`magic-link:ip:${network}`, 20)] as const;

/** Password resets: 3 an hour to an address (specification, "Limits"), and 100 an hour from a network, behind which a whole office may sit. */
export const resetLimits = (emailNormalized: string, network: string) => [
  hourly(`reset:email:${hashOf(emailNormalized)}`, 3),
  hourly(`reset:ip:${network}`, 100),
];

function hashOf(emailNormalized: string): string {
  return sha256(emailNormalized).toString("base64url");
}
