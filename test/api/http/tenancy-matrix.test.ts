import assert from "node:assert/strict";
import { ROUTES } from "#api/routes.ts";
import { newEmail, type Person, signIn, withSessions } from "#testing/accounts.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import type { Caller, Reply } from "#testing/caller.ts";
import { newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, newSimulation, newTrainingRun } from "#testing/simulations.ts";
import { endedDelivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

type Resource =
  | "simulation"
  | "otherSimulation"
  | "ended"
  | "training"
  | "webhook"
  | "delivery"
  | "event"
  | "ownKey"
  | "key"
  | "member"
  | "invitation"
  | "purchase"
  | "session";

/** What a route's path names, in the order of its parameters, and a valid body where it has one. */
interface Fixture {
  readonly ids: readonly Resource[];
  readonly body?: object;
}

/** By operationId: every route with a parameter whose rows belong to an organization. */
const FIXTURES: Readonly<Record<string, Fixture>> = {
  showSimulation: { ids: ["simulation"] },
  simulationResults: { ids: ["simulation"] },
  cancelSimulation: { ids: ["simulation"] },
  changeSimulation: { ids: ["simulation"], body: { name: "Another one" } },
  deleteSimulation: { ids: ["ended"] },
  showDisclosure: { ids: ["simulation"] },
  shareSimulation: { ids: ["simulation"] },
  endSimulationShare: { ids: ["simulation"] },
  deleteTraining: { ids: ["training"] },
  compareSimulations: { ids: ["simulation", "otherSimulation"] },
  showInsights: { ids: ["simulation"] },
  generateInsights: { ids: ["simulation"] },
  startTraining: { ids: ["training"] },
  showTraining: { ids: ["training"] },
  trainingResults: { ids: ["training"] },
  showWebhook: { ids: ["webhook"] },
  changeWebhook: { ids: ["webhook"], body: { description: "Another one" } },
  changeWebhookByPost: { ids: ["webhook"], body: { description: "Another one" } },
  deleteWebhook: { ids: ["webhook"] },
  rotateWebhookSecret: { ids: ["webhook"] },
  testWebhook: { ids: ["webhook"] },
  recoverWebhook: { ids: ["webhook"], body: { since: new Date(Date.now() - 60_000).toISOString() } },
  listWebhookDeliveries: { ids: ["webhook"] },
  retryWebhookDelivery: { ids: ["webhook", "delivery"] },
  showDelivery: { ids: ["delivery"] },
  listDeliveryAttempts: { ids: ["delivery"] },
  retryDelivery: { ids: ["delivery"] },
  showEvent: { ids: ["event"] },
  // The owner's key rotates itself, and works on for the other routes.
  rotateApiKey: { ids: ["ownKey"], body: { grace_period_seconds: 86_400 } },
  deleteApiKey: { ids: ["key"] },
  removeMember: { ids: ["member"] },
  changeMember: { ids: ["member"], body: { role: "owner" } },
  deleteInvitation: { ids: ["invitation"] },
  claimPurchase: { ids: ["purchase"] },
  endSession: { ids: ["session"] },
};

/** Routes whose parameter names no organization's row: the catalogue is everybody's. */
const SHARED = ["showWorkflow"];

/** Asks every route for another organization's rows of the right kind. */
describe("Tenancy, route by route:", () => {
  let own: TestOrganization;
  let owner: TestOrganization;
  let receiver: Receiver;
  /** People of the two organizations, for the routes that take no key. */
  let ownPerson: Person;
  let owningPerson: Person;
  let simulation: string;
  let otherSimulation: string;
  before(async () => {
    [own, owner, receiver] = await Promise.all([newOrganization(), newOrganization(), startReceiver()]);
    [ownPerson, owningPerson] = await Promise.all([
      signIn({ organizationId: own.id }),
      signIn({ organizationId: owner.id }),
    ]);
    [simulation, otherSimulation] = await Promise.all([newSimulation(owner.call), newSimulation(owner.call)]);
    await Promise.all([ended(owner.call, simulation), ended(owner.call, otherSimulation)]);
  });
  after(() => receiver.close());

  /** Rows of the owner, new ones for each route but the simulations, so that a route that changes one disturbs no other. */
  async function idsOf({ ids }: Fixture): Promise<Record<Resource, string>> {
    const training = ids.includes("training") ? (await newTrainingRun(owner.call)).id : "";
    const subscribed = ids.includes("webhook") || ids.includes("delivery");
    const webhook = subscribed ? (await newWebhook(owner.call, `${receiver.url}/ok`)).id : "";
    const delivery = ids.includes("delivery") ? await newDelivery(owner.call, webhook) : "";
    if (delivery !== "") await endedDelivery(owner.call, delivery);
    const { data: [event] } = await owner.call("GET", `/v1/events?simulation_id=${simulation}`);
    const { call, organizationId, userId } = owningPerson;
    const newSession = () =>
      withSessions((sessions) =>
        sessions.open({ user_id: userId, generation: 0, method: "password", user_agent: null })
      );
    const made = async (resource: Resource, make: () => Promise<string>) =>
      ids.includes(resource) ? await make() : "";
    return {
      simulation,
      otherSimulation,
      ended: await made("ended", async () => {
        const id = await newSimulation(owner.call);
        await ended(owner.call, id);
        return id;
      }),
      training,
      webhook,
      delivery,
      event: event.id,
      ownKey: owner.keyId,
      key: await made("key", async () => (await newKey(organizationId)).id),
      member: await made("member", async () => (await signIn({ organizationId })).userId),
      invitation: await made(
        "invitation",
        async () =>
          (await call("POST", "/v1/organization/invitations", { body: { email: newEmail() } })).data.id,
      ),
      purchase: await made("purchase", async () => {
        const provider = new BillingProvider();
        const customer_details = { email: owningPerson.email, name: "Ada" };
        await provider.deliver(provider.checkout(provider.newCustomer(), { customer_details }));
        return (await call("GET", "/v1/billing/purchases")).data[0].id;
      }),
      session: await made("session", async () => (await newSession()).token.split(".", 1).join("")),
    };
  }

  const comparable = ({ status, error, meta: { request_id: _, rate_limit: __, ...meta } }: Reply) => ({
    status,
    error,
    meta,
  });

  for (const { method, path, operationId, routeScope, access } of ROUTES) {
    if (!path.includes("{") || routeScope !== "organization" || SHARED.includes(operationId)) continue;
    it(`${operationId} answers 404 for another organization's row, as for none, and serves the owner`, async () => {
      const fixture = FIXTURES[operationId];
      assert.ok(fixture, `${operationId} has no fixture: name the rows that ${path} needs, and a valid body`);
      const rows = await idsOf(fixture);
      const request = (call: Caller, id: (resource: Resource) => string) => {
        const ids = fixture.ids.map(id);
        const target = path.replaceAll(/\{\w+\}/g, () => ids.shift() ?? "");
        return call(method, target, fixture.body === undefined ? {} : { body: fixture.body });
      };
      const [stranger, serving] = access === "person"
        ? [ownPerson.call, owningPerson.call]
        : [own.call, owner.call];
      const foreign = await request(stranger, (resource) => rows[resource]);
      const missing = await request(stranger, () => crypto.randomUUID());
      assert.deepEqual(comparable(foreign), comparable(missing));
      assert.equal(foreign.status, 404, foreign.error ?? "");
      const served = await request(serving, (resource) => rows[resource]);
      assert.notEqual(
        served.status,
        404,
        "the fixture's own rows must be found, or the 404 above proves nothing",
      );
      assert.notEqual(served.status, 400, JSON.stringify(served.meta));
    });
  }

  it("has a fixture for no route that is gone", () => {
    const operations = new Set<string>(ROUTES.map(({ operationId }) => operationId));
    const gone = [...Object.keys(FIXTURES), ...SHARED].filter((operation) => !operations.has(operation));
    assert.deepEqual(gone, []);
  });
});
