import { MAX_API_KEYS } from "#db/organizations/api-keys.ts";
import { MAX_WEBHOOKS } from "#db/webhooks/webhooks.ts";
import { signIn } from "#testing/accounts.ts";
import type { Caller } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { newOrganization } from "#testing/organizations.ts";
import { startSmtpServer } from "#testing/smtp-server.ts";
import { startTestStack } from "#testing/start-stack.ts";
import { startReceiver } from "#testing/webhooks.ts";

/** Every organization gets these figures: what is refused is refused for its data. */
const GENEROUS = `plan_tier = 'enterprise', requests_per_minute = 1000000, agent_count_ceiling = 10000,
   simulations_per_month = 1000000, agent_runs_per_month = 100000000, reading_ceiling_usd = 100000`;
const RESTORED_EVERY_MS = 2_000;
/** They would end the session or the organization of all other cases, or find no room for one more mail: each gets a session of its own. */
const WITH_OWN_SESSION = [
  ...["logOut", "endAllSessions", "endSession"],
  ...["deleteOrganization", "createInvitation", "removeMember"],
];
/** What a case may make until it ends: it has eight steps, and two run at once. */
const STEPS = 16;

export type FuzzStack = Awaited<ReturnType<typeof startFuzzStack>>;

/** Starts the whole service on real servers, and makes who calls it. */
export async function startFuzzStack() {
  const [receiver, mail] = await Promise.all([startReceiver(), startSmtpServer()]);
  const test = await startTestStack({
    settings: {
      ...mail.settings,
      BILLING_API_KEY: "sk_test_of_the_drill",
      BILLING_API_URL: receiver.url,
    },
  });
  const { baseUrl, operatorKey } = test.stack;
  const organization = await newOrganization({ plan_tier: "enterprise" });
  // A generated change of an organization may be one of these.
  const restore = () => ask(`UPDATE organizations SET ${GENEROUS}`).catch(() => {});
  await restore();
  const restoring = setInterval(restore, RESTORED_EVERY_MS);
  const person = await signIn({ planTier: "enterprise" });
  const ownSession = async () => ({ session: (await signIn({ planTier: "enterprise" })).token });
  /** What is done for a call of some operations before it: `lab/drills/fuzz/hooks.py` takes the session of the answer. */
  const preparations: Readonly<Record<string, () => Promise<object>>> = {
    ...Object.fromEntries(WITH_OWN_SESSION.map((operation) => [operation, ownSession])),
    createWebhook: () => makeRoom(organization.call, "/v1/webhooks", MAX_WEBHOOKS),
    createApiKey: () => makeRoom(person.call, "/v1/api-keys", MAX_API_KEYS),
  };
  /** What could not be prepared, and why. */
  const faults = new Set<string>();
  const control = await startReceiver(async ({ path }) => {
    const operation = path.slice(1);
    try {
      return { status: 200, body: JSON.stringify(await preparations[operation]?.() ?? {}) };
    } catch (error) {
      faults.add(`${operation}: ${(error as Error).message}`);
      return { status: 200, body: "{}" };
    }
  });
  return {
    ...{ baseUrl, organization, operatorKey, faults },
    /** The token of the session that the people's part calls with. */
    session: person.token,
    /** What the hooks of Schemathesis read. */
    hooks: {
      FUZZ_CONTROL: control.url,
      FUZZ_RECEIVER: receiver.url,
      FUZZ_SESSION: person.token,
      FUZZ_PREPARED: Object.keys(preparations).join(","),
    },
    /** Ends a maintenance that the operators' part has left. */
    async endMaintenance(): Promise<void> {
      await fetch(`${baseUrl}/v1/admin/maintenance`, {
        method: "DELETE",
        headers: { Authorization: `Bearer ${operatorKey}` },
      });
    },
    async stop(failed: boolean): Promise<void> {
      clearInterval(restoring);
      await test.stop({ keepLogs: failed });
      await Promise.all([control.close(), receiver.close(), mail.close()]);
    },
  };
}

/** Deletes the oldest of a bounded list, so that there is room for those of the running cases. */
async function makeRoom(call: Caller, path: string, most: number): Promise<object> {
  const { data } = await call("GET", `${path}?limit=100`);
  const active = (data as { readonly id: string; readonly revoked_at?: string | null }[])
    .filter(({ revoked_at = null }) => revoked_at === null);
  for (const { id } of active.slice(Math.max(1, most - STEPS))) await call("DELETE", `${path}/${id}`);
  return {};
}
