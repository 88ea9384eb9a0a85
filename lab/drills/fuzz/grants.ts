import assert from "node:assert/strict";
import { PasswordHasher } from "#api/accounts/password.ts";
import { MAX_API_KEYS } from "#db/organizations/api-keys.ts";
import { MAX_WEBHOOKS } from "#db/webhooks/webhooks.ts";
import { anonymousCaller, callerWithCookie, newEmail, signIn } from "#testing/accounts.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import type { Caller } from "#testing/caller.ts";
import { ended, HEADER, KPI, newSimulation, startRun, uploadedRun } from "#testing/simulations.ts";
import { delivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";
import type { TestOrganization } from "#testing/organizations.ts";
import { type ReceivedMail, tokenIn } from "#testing/smtp-server.ts";

/** What grants are made from: the service, and who calls it. */
export interface Ground {
  readonly baseUrl: string;
  /** Its key has all scopes. */
  readonly organization: TestOrganization;
  readonly receiver: Receiver;
  /** The token of the session that the people's part calls with. */
  readonly session: string;
  mailTo(address: string): Promise<ReceivedMail>;
}

/** What a case takes instead of what was generated: `lab/drills/fuzz/hooks.py` reads it. */
export interface Grant {
  readonly path?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body of bytes, as text. */
  readonly raw?: string;
  /** A session's token. */
  readonly session?: string;
}

const PASSWORD = "a long password of the drill";
/** The path of the subscription that grants use; no other makes room for it. */
const GRANTED = "/granted";
const FILE = [HEADER, `overall,${KPI},41`, `age=18-24,${KPI},55`].join("\n");

/** What exists for the positive cases of some operations, by operation: made anew for each, or shared where a call does not use it up. */
export function grantsOf(stack: Ground): Readonly<Record<string, () => Promise<Grant>>> {
  const { call } = stack.organization;
  const visitor = anonymousCaller(stack.baseUrl);
  const provider = new BillingProvider(stack.baseUrl);
  const newSession = async () => (await signIn({ planTier: "enterprise" })).token;
  const session = async () => ({ session: await newSession() });
  const withMember = async () => {
    const owner = await signIn();
    const { userId } = await signIn({ organizationId: owner.organizationId });
    return { session: owner.token, path: { user_id: userId } };
  };
  const completed = shared(async () => {
    const ids = await Promise.all([1, 2].map(() => newSimulation(call, { generate_insights: true })));
    await Promise.all(ids.map((id) => ended(call, id)));
    return ids as [string, string];
  });
  const trained = shared(async () => {
    const { id } = await uploadedRun(call, FILE);
    await startRun(call, id, crypto.randomUUID());
    return id;
  });
  const subscription = shared(async () => (await newWebhook(call, `${stack.receiver.url}${GRANTED}`)).id);
  const sent = async () => {
    const id = await newDelivery(call, await subscription());
    await delivery(call, id, ({ status }) => status === "succeeded");
    return id;
  };
  const sentOnce = shared(sent);
  // Large enough to be cancelled before it has completed.
  const large = async () => ({ path: { id: await newSimulation(call, { agent_count: 10_000 }) } });
  const ofCompleted = async () => ({ path: { id: (await completed())[0] } });
  return {
    showInsights: ofCompleted,
    generateInsights: async () => {
      const id = await newSimulation(call, { generate_insights: true });
      await ended(call, id);
      return { path: { id } };
    },
    // A link leads from what is shared to its deletion: each deletes one of its own.
    deleteSimulation: async () => {
      const id = await newSimulation(call);
      await ended(call, id);
      return { path: { id } };
    },
    deleteTraining: async () => ({ path: { id: (await uploadedRun(call, FILE)).id } }),
    deleteWebhook: async () => {
      await makeRoom(call, "/v1/webhooks", MAX_WEBHOOKS);
      return { path: { webhook_id: (await newWebhook(call, stack.receiver.url)).id } };
    },
    cancelSimulation: large,
    adminCancelSimulation: large,
    adminChangeWorkflow: () => Promise.resolve({ path: { workflow_id: "brand-trust" } }),
    simulationResults: ofCompleted,
    showShared: async () => {
      const { data } = await call("POST", `/v1/simulations/${(await completed())[0]}/share`);
      return { path: { token: data.url.split("/").at(-1) } };
    },
    compareSimulations: async () => {
      const [id, other_id] = await completed();
      return { path: { id, other_id } };
    },
    startTraining: async () => ({ path: { id: (await uploadedRun(call, FILE)).id } }),
    showTraining: async () => ({ path: { id: await trained() } }),
    trainingResults: async () => ({ path: { id: await trained() } }),
    retryDelivery: async () => ({ path: { delivery_id: await sentOnce() } }),
    retryWebhookDelivery: async () => ({
      path: { webhook_id: await subscription(), delivery_id: await sentOnce() },
    }),
    adminRetryDelivery: async () => ({ path: { id: await sentOnce() } }),
    logOut: session,
    endAllSessions: session,
    endSession: async () => {
      const token = await newSession();
      return { session: token, path: { session_id: token.split(".", 1).join("") } };
    },
    deleteOrganization: session,
    createInvitation: session,
    createWebhook: () => makeRoom(call, "/v1/webhooks", MAX_WEBHOOKS),
    createApiKey: () =>
      makeRoom(callerWithCookie(stack.session, stack.baseUrl), "/v1/api-keys", MAX_API_KEYS),
    openBillingPortal: async () => {
      const person = await signIn();
      await provider.buy(person, provider.newCustomer());
      return { session: person.token };
    },
    claimPurchase: async () => {
      const person = await signIn();
      const customer_details = { email: person.email, name: "Ada Lovelace" };
      await provider.deliver(provider.checkout(provider.newCustomer(), { customer_details }));
      const [purchase] = (await person.call("GET", "/v1/billing/purchases")).data;
      return { session: person.token, path: { purchase_id: purchase.id } };
    },
    receivePayment: () => {
      const raw = JSON.stringify(provider.updated(provider.newCustomer(), "price_growth"));
      return Promise.resolve({ raw, headers: { "Payments-Signature": provider.timedSignature(raw) } });
    },
    removeMember: withMember,
    changeMember: withMember,
    logIn: async () => {
      const passwordHash = await new PasswordHasher().hash(PASSWORD);
      return { body: { email: (await signIn({ passwordHash })).email, password: PASSWORD } };
    },
    verifyMagicLink: async () => {
      const body = { email: newEmail(), name: "Ada Lovelace", organization_name: "Engines" };
      const { status } = await visitor("POST", "/v1/auth/magic-link/request", { body });
      assert.equal(status, 202);
      return { body: { token: tokenIn(await stack.mailTo(body.email)) } };
    },
    confirmPasswordReset: async () => {
      const { email } = await signIn();
      const { status } = await visitor("POST", "/v1/auth/password/reset/request", { body: { email } });
      assert.equal(status, 200);
      return { body: { token: tokenIn(await stack.mailTo(email)), password: PASSWORD } };
    },
  };
}

/** What a case may make until it ends: it has eight steps, and two run at once. */
const STEPS = 16;

/** Deletes the oldest of a bounded list, so that there is room for those of the running cases. */
async function makeRoom(call: Caller, path: string, most: number): Promise<Grant> {
  const { data } = await call("GET", `${path}?limit=100`) as { data: readonly Bounded[] };
  const active = data.filter(({ revoked_at = null, url = "" }) =>
    revoked_at === null && !url.endsWith(GRANTED)
  );
  for (const { id } of active.slice(Math.max(1, most - STEPS))) await call("DELETE", `${path}/${id}`);
  return {};
}

interface Bounded {
  readonly id: string;
  readonly revoked_at?: string | null;
  readonly url?: string;
}

/** Makes it at the first call, and gives it to every further one. */
function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => made ??= make();
}

/** Starts what gives grants to the hooks, and plays the billing provider's portal. */
export async function startControl() {
  const control = { grants: {} as Readonly<Record<string, () => Promise<Grant>>>, faults: [] as string[] };
  const { url, close } = await startReceiver(async ({ path }) => {
    const operation = path.slice(1);
    if (operation === "v1/billing_portal/sessions") {
      return { status: 200, body: '{"object":"billing_portal.session","url":"https://pay.example/p/1"}' };
    }
    try {
      return { status: 200, body: JSON.stringify(await control.grants[operation]?.() ?? {}) };
    } catch (error) {
      control.faults.push(`${operation}: ${(error as Error).message}`);
      return { status: 200, body: "{}" };
    }
  });
  return Object.assign(control, { url, close });
}
