import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import pLimit, { type LimitFunction } from "p-limit";
import { normalizePassword } from "#shared/accounts.ts";
import { unavailable } from "#shared/errors.ts";
import { busyError } from "../http/rate-limiter.ts";

/** Of Argon2id: KiB, passes, lanes (contract, "Identity"). */
export interface HashParameters {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const TODAYS: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** More at once are no faster: two cores hash 160 passwords a second with two to four in flight. */
const IN_FLIGHT = 3;
/** About a second's work; whoever comes then is asked to come again. */
const MAX_WAITING = 150;
/** Of one network, so that none of them fills the queue for all: 0.4 s of work. */
const MAX_PER_NETWORK = 60;

/** Hashes passwords off the event loop, a few at a time, and takes as long for a person without a password as for one with. */
export class PasswordHasher {
  readonly #parameters: HashParameters;
  readonly #limit: LimitFunction = pLimit(IN_FLIGHT);
  readonly #ofNetworks = new Map<string, number>();
  /** The hash of a password that no person has. */
  #dummy: Promise<string> | undefined;

  constructor(parameters: HashParameters = TODAYS) {
    this.#parameters = parameters;
  }

  /** Computes ahead of the first login what logins of unknown people compare with. */
  async prepare(): Promise<void> {
    await this.#dummyHash();
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
    const dummy = await this.#dummyHash();
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

  #dummyHash(): Promise<string> {
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
