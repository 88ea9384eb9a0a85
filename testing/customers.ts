import { signIn } from "./accounts.ts";
import { newOrganization } from "./organizations.ts";
import { ended, newSimulation } from "./simulations.ts";
import { stack, type TestStack } from "./stack.ts";
import { HEADER, KPI, uploadedRun } from "./training-runs.ts";
import type { Receiver } from "./webhook-receiver.ts";
import { delivery, newDelivery, newWebhook, RETRY_IN_AN_HOUR } from "./webhooks.ts";

/** An organization with a bit of everything: a completed run, an upload, a delivery that waits for its next attempt, an invitation. */
export async function newCustomer(
  receiver: Receiver,
  { baseUrl, databaseUrl }: Pick<TestStack, "baseUrl" | "databaseUrl"> = stack(),
) {
  const organization = await newOrganization({ baseUrl });
  const { id, call } = organization;
  const person = await signIn({ organizationId: id, baseUrl, databaseUrl });
  const email = `${crypto.randomUUID()}@example.com`;
  await person.call("POST", "/v1/organization/invitations", { body: { email } });
  const simulation = await newSimulation(call, { generate_insights: true });
  await ended(call, simulation);
  const training = (await uploadedRun(call, `${HEADER}\nall,${KPI},40\n`)).id;
  receiver.behave(`/${id}`, RETRY_IN_AN_HOUR);
  const webhook = await newWebhook(call, `${receiver.url}/${id}`, { events: ["webhook.test"] });
  const deliveryId = await newDelivery(call, webhook.id);
  await delivery(call, deliveryId, ({ attempts }) => attempts[0]?.response_status === 503);
  return {
    ...organization,
    person,
    /** A training run with its file. */
    training,
    /** It waits for its next attempt. */
    deliveryId,
    simulation,
  };
}
