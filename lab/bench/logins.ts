import { hash, verify } from "@node-rs/argon2";
import { newAddress, newEmail, signIn } from "#testing/accounts.ts";
import { ask } from "#testing/stack.ts";
import { startApi } from "#testing/processes.ts";
import { type Measurement, median, timed } from "./measure.ts";

/** Of each kind: 2,000 in all. */
const LOGINS = 500;
const WARM_UP = 20;
/** No kind's median may differ by more from another's, or the time of an answer says who has signed up. */
const LARGEST_DIFFERENCE = 0.05;
const PASSWORD = "correct horse battery";

/** Failing logins of four kinds in turn, one at a time, and a bare hash of the same parameters. @throws Error when their times differ */
export async function measureLogins(): Promise<Measurement[]> {
  const stored = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const api = await startApi({ TRUSTED_PROXIES: "1" });
  try {
    const emails = await emailsOf(stored);
    const times = emails.map((): number[] => []);
    const bare: number[] = [];
    for (let round = -WARM_UP; round < LOGINS; round++) {
      // Each kind comes first as often as the others.
      for (let i = 0; i < emails.length; i++) {
        const kind = (i + round + WARM_UP) % emails.length;
        const took = await timed(() => failedLogin(api.baseUrl, emails[kind] ?? ""));
        if (round >= 0) times[kind]?.push(took);
      }
      const took = await timed(() => verify(stored, "wrong password"));
      if (round >= 0) bare.push(took);
    }
    return [measurementOf(times, bare)];
  } finally {
    await api.stop();
  }
}

/** Of an unknown address, and of people with a password, without one, and revoked. */
async function emailsOf(passwordHash: string): Promise<string[]> {
  const [known, passwordless] = [await signIn({ passwordHash }), await signIn()];
  const revoked = await signIn({ passwordHash });
  await ask("UPDATE users SET revoked_at = now() WHERE id = $1", [revoked.userId]);
  return [newEmail(), known.email, passwordless.email, revoked.email];
}

/** From an address of its own: ten failures from one would be refused without a hash. */
async function failedLogin(baseUrl: string, email: string): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/auth/password/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": newAddress() },
    body: JSON.stringify({ email, password: "wrong password" }),
  });
  await response.body?.cancel();
  if (response.status !== 401) throw new Error(`A login that must fail was answered ${response.status}`);
}

function measurementOf(times: readonly (readonly number[])[], bare: readonly number[]): Measurement {
  const [unknown = []] = times;
  const perSecond = (ms: number) => 1000 / ms;
  const medians = times.map(median);
  const difference = Math.max(...medians) / Math.min(...medians) - 1;
  const percent = `${(difference * 100).toFixed(1)} %`;
  if (difference > LARGEST_DIFFERENCE) {
    throw new Error(
      `The medians of failing logins differ by ${percent}: ${medians.map((ms) => ms.toFixed(2))} ms`,
    );
  }
  return {
    name: `failing logins (median ${
      median(unknown).toFixed(1)
    } ms; the four kinds' differ by ${percent}, aim: at most 5)`,
    unit: "a second, one at a time",
    floor: "one Argon2id hash of the same parameters",
    aim: null,
    rounds: unknown.map((ms, i) => ({ ours: perSecond(ms), floor: perSecond(bare[i] ?? ms) })),
  };
}
