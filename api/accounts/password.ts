import { markUnproved } from "#db/accounts/proof.ts";
import { findLoginUser, insertUser, lockEmail, recordLogin, takenBy } from "#db/accounts/users.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { insertOrganization } from "#db/organizations/organizations.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import { normalizePassword, PASSWORD_LENGTH } from "#shared/accounts.ts";
import { ApiError, unavailable } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { accountMailStart } from "#temporal/mail.ts";
import { addressOf, Email, name, namedObject, text } from "../http/fields.ts";
import { defineRoute } from "../http/define-route.ts";
import { refuseUnlessOperator } from "../http/maintenance.ts";
import { nameRefused, OrganizationName, organizationNameTaken } from "../organizations/organization.ts";
import { loginLimits, proofMailLimits, signUpLimits } from "./limits.ts";
import { FOR_VISITORS, openSession, SessionResponse } from "./session.ts";
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import pLimit, { type LimitFunction } from "p-limit";
import { busyError } from "../http/rate-limiter.ts";
import Type from "typebox";

export const NewPassword = text("10 to 200 characters", {
  minLength: PASSWORD_LENGTH.min,
  maxLength: PASSWORD_LENGTH.max,
});

export const signUp = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/password/signup",
  body: namedObject("SignUp", {
    email: Email,
    password: NewPassword,
    name: name(),
    organization_name: OrganizationName,
  }),
  responses: {
    201: { description: "Created, and signed in", data: SessionResponse, headers: ["Set-Cookie"] },
  },
  errors: ["email_already_registered", "organization_name_taken"],
  read: async ({ body, client, inTransaction, services }) => {
    const { email, emailNormalized } = addressOf(body.email);
    await services.limiter.count(signUpLimits(client.network));
    const organizationName = body.organization_name.trim();
    // Ahead of the hash, which costs a hundred times as much.
    await inTransaction((tx) => assertFree(tx, emailNormalized, organizationName));
    const password_hash = await services.passwords.hash(body.password, client.network);
    return await inTransaction(async (tx) => {
      await lockEmail(tx, emailNormalized);
      await assertFree(tx, emailNormalized, organizationName);
      await services.limiter.count(proofMailLimits(emailNormalized));
      const organization = await insertOrganization(tx, { name: organizationName, plan_tier: "sandbox" })
        .catch(nameRefused("/organization_name"));
      const user = await insertUser(tx, {
        organization_id: organization.id,
        email,
        email_normalized: emailNormalized,
        name: body.name.trim(),
        password_hash,
        email_verified: false,
      });
      await markUnproved(tx, organization.id);
      const message = { kind: "address_proof", message_id: newId(), user_id: user.id } as const;
      await enqueue(tx, organization.id, accountMailStart(message, user));
      return await openSession(tx, services, user, "password", client);
    });
  },
});

/** @throws ApiError 409, for the address first */
async function assertFree(tx: Transaction, emailNormalized: string, organizationName: string): Promise<void> {
  const taken = await takenBy(tx, emailNormalized, organizationName);
  if (taken.email) {
    throw new ApiError("email_already_registered", undefined, { meta: { field: "/email" } });
  }
  if (taken.organization_name) throw organizationNameTaken("/organization_name");
}

export const logIn = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/password/login",
  body: namedObject("LogIn", { email: Email, password: Type.String({ minLength: 1 }) }),
  responses: { 200: { description: "Signed in", data: SessionResponse, headers: ["Set-Cookie"] } },
  errors: ["invalid_credentials"],
  read: async ({ body, client, inTransaction, services }) => {
    const { emailNormalized } = addressOf(body.email);
    await refuseUnlessOperator(services, emailNormalized);
    const windows = loginLimits(emailNormalized, client.network);
    const giveBack = await services.limiter.count(windows);
    const { passwords, systemDatabase } = services;
    const found = await findLoginUser(systemDatabase, emailNormalized);
    // No account has a longer password: it fails as any wrong one, after a hash that costs no more. A character has two units at most.
    const { max } = PASSWORD_LENGTH;
    const isPossible = [...body.password.slice(0, 2 * max + 1)].length <= max;
    const stored = isPossible ? found?.password_hash ?? null : null;
    const matches = await passwords.verify(isPossible ? body.password : "", stored, client.network);
    if (found === null || stored === null || !matches) throw loginFailed();
    await giveBack(windows);
    const isOutdated = passwords.isOutdated(stored);
    const rehashed = isOutdated ? await passwords.hash(body.password, client.network) : null;
    return await inTransaction(async (tx) => {
      const user = await recordLogin(tx, found.id, found.session_generation, { rehashed });
      if (user === null) throw loginFailed();
      return await openSession(tx, services, user, "password", client);
    });
  },
});

function loginFailed(): ApiError {
  return new ApiError("invalid_credentials", "Address and password do not match.");
}

/** Of Argon2id: KiB, passes, lanes (contract, "Identity"). */
const TODAYS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** More at once are no faster: two cores hash 160 passwords a second with two to four in flight. */
const IN_FLIGHT = 3;
/** About a second's work; whoever comes then is asked to come again. */
const MAX_WAITING = 150;
/** Of one network, so that none of them fills the queue for all: 0.4 s of work. */
const MAX_PER_NETWORK = 60;

/** Hashes passwords off the event loop, a few at a time, and takes as long for a person without a password as for one with. */
export class PasswordHasher {
  readonly #parameters: Readonly<typeof TODAYS>;
  readonly #limit: LimitFunction = pLimit(IN_FLIGHT);
  readonly #ofNetworks = new Map<string, number>();
  /** The hash of a password that no person has. */
  #dummy: Promise<string> | undefined;

  constructor(parameters: Readonly<typeof TODAYS> = TODAYS) {
    this.#parameters = parameters;
  }

  /** @returns a PHC string with a salt of its own. @throws ApiError 429 when too many of the network wait, 503 when too many do */
  async hash(password: string, network: string | null = null): Promise<string> {
    return await this.#inTurn(network, () => hash(normalizePassword(password), this.#parameters));
  }

  /**
   * Compares a password at the cost of one full hash, whether or not there is something to compare with.
   *
   * @param stored a PHC string, or null for a person who is unknown or has no password
   * @throws ApiError 429 when too many of the network wait, 503 when too many do
   */
  async verify(password: string, stored: string | null, network: string | null = null): Promise<boolean> {
    const dummy = await this.dummyHash();
    const normalized = normalizePassword(password);
    return await this.#inTurn(network, async () => {
      const matches = await verify(stored ?? dummy, normalized);
      // A hash of weaker parameters is compared sooner than one of today's.
      if (!matches && stored !== null && this.isOutdated(stored)) await verify(dummy, normalized);
      return matches && stored !== null;
    });
  }

  /** Whether a hash has other parameters than today's, so that the next login replaces it. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = this.#parameters;
    return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
  }

  /** What logins of unknown people compare with: computed ahead of the first one. */
  dummyHash(): Promise<string> {
    return this.#dummy ??= hash(randomBytes(16), this.#parameters);
  }

  async #inTurn<T>(network: string | null, work: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= MAX_WAITING) {
      throw unavailable("Too many people sign in at this moment; try again shortly.", 1);
    }
    if (network === null) return await this.#limit(work);
    const ofNetwork = this.#ofNetworks.get(network) ?? 0;
    if (ofNetwork >= MAX_PER_NETWORK) {
      throw busyError(MAX_PER_NETWORK, "Too many sign-ins of your network at once");
    }
    this.#ofNetworks.set(network, ofNetwork + 1);
    try {
      return await this.#limit(work);
    } finally {
      const left = (this.#ofNetworks.get(network) ?? 1) - 1;
      if (left > 0) this.#ofNetworks.set(network, left);
      else this.#ofNetworks.delete(network);
    }
  }
}
