import { signIn } from "#testing/accounts.ts";
import { ask } from "#testing/stack.ts";
import { newOrganization } from "#testing/organizations.ts";
import { startSmtpServer } from "#testing/smtp-server.ts";
import { startTestStack } from "#testing/start-stack.ts";
import { startReceiver } from "#testing/webhooks.ts";
import { grantsOf, type Ground, startControl } from "./grants.ts";

/** Every organization gets these figures: what is refused is refused for its data. */
const GENEROUS = `plan_tier = 'enterprise', requests_per_minute = 1000000, agent_count_ceiling = 10000,
   simulations_per_month = 1000000, agent_runs_per_month = 100000000, reading_ceiling_usd = 100000`;
const RESTORED_EVERY_MS = 2_000;

export type FuzzStack = Awaited<ReturnType<typeof startFuzzStack>>;

/** Starts the whole service on real servers, and makes who calls it. */
export async function startFuzzStack() {
  const [receiver, mail] = await Promise.all([startReceiver(), startSmtpServer()]);
  const control = await startControl();
  const test = await startTestStack({
    settings: () =>
      Promise.resolve({
        SMTP_URL: mail.url,
        MAIL_FROM: "drill@example.com",
        MAIL_DIR: "",
        BILLING_API_KEY: "sk_test_of_the_drill",
        BILLING_API_URL: control.url,
      }),
  });
  const { baseUrl, operatorKey } = test.stack;
  const organization = await newOrganization({ plan_tier: "enterprise" });
  // A generated change of an organization may be one of these.
  const restore = () => ask(`UPDATE organizations SET ${GENEROUS}`).catch(() => {});
  await restore();
  const restoring = setInterval(restore, RESTORED_EVERY_MS);
  const ground: Ground = {
    baseUrl,
    organization,
    receiver,
    session: (await signIn({ planTier: "enterprise" })).token,
    mailTo: (address) => mail.mailTo(address),
  };
  control.grants = grantsOf(ground);
  return {
    ...ground,
    operatorKey,
    control,
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
