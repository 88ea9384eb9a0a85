import assert from "node:assert/strict";
import { newEmail, type Person, signIn } from "#testing/accounts.ts";
import { callerWith } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { startSmtpServer, type TestSmtpServer, tokenIn } from "#testing/smtp-server.ts";
import { newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

/** Mails that workers send, by a mail server that takes, defers and refuses them. */
describe("A mail to an organization's people", function () {
  this.timeout(90_000);
  let smtp: TestSmtpServer;
  let own: OwnService;
  let receiver: Receiver;
  before(async () => {
    [smtp, receiver] = await Promise.all([startSmtpServer(), startReceiver()]);
    own = await startOwnService({ SMTP_URL: smtp.url, MAIL_FROM: "Simulations <no-reply@example.com>" });
  });
  after(async () => {
    await own?.stop();
    await receiver?.close();
    await smtp?.close();
  });
  beforeEach(() => void (smtp.mood = "takes"));

  const newPerson = (organizationId?: string): Promise<Person> =>
    signIn({
      baseUrl: own.api.baseUrl,
      databaseUrl: own.databaseUrl,
      ...(organizationId === undefined ? {} : { organizationId }),
    });
  const handle = (id: string) => own.operator.client.workflow.getHandle(id);

  async function historyOf(id: string): Promise<string> {
    const { events } = await handle(id).fetchHistory();
    const description = await handle(id).describe();
    return JSON.stringify(
      [events, description.raw],
      (_, value) =>
        value instanceof Uint8Array
          ? new TextDecoder().decode(value)
          : typeof value === "bigint"
          ? `${value}`
          : value,
    );
  }

  /** The type of a pending activity's last failure, once it has failed. */
  const failureOf = (id: string) =>
    eventually("the mail to be deferred", async () => {
      const { raw } = await handle(id).describe();
      return raw.pendingActivities?.find(({ lastFailure }) => lastFailure != null)?.lastFailure
        ?.applicationFailureInfo?.type ?? undefined;
    });

  /** A subscription of the organization that an answer of 410 has disabled; returns its notification's id. */
  async function disabledSubscription(person: Person): Promise<string> {
    const path = `/${crypto.randomUUID()}`;
    receiver.behave(path, 410);
    const { id } = await newWebhook(person.call, receiver.url + path);
    await newDelivery(person.call, id);
    return await eventually("the notification to start", async () => {
      const query = `WorkflowType="notifyWebhookDisabled" AND WebhookId="${id}"`;
      for await (const { workflowId } of own.operator.client.workflow.list({ query })) return workflowId;
      return undefined;
    });
  }

  it("says that a subscription was disabled; it waits while the mail server defers it, and Temporal sees no address", async () => {
    const person = await newPerson();
    const colleague = await newPerson(person.organizationId);
    smtp.mood = "defers";
    const notification = await disabledSubscription(person);
    assert.equal(await failureOf(notification), "MailNotSent");
    smtp.mood = "takes";
    for (const { email } of [person, colleague]) {
      const { subject, recipients } = await smtp.mailTo(email);
      assert.deepEqual([subject, recipients], ["A webhook subscription was disabled", [email]]);
    }
    assert.deepEqual(await handle(notification).result(), { outcome: "notified", mails: 2 });
    const history = await historyOf(notification);
    for (const word of [person.email, colleague.email, receiver.url, "disabled your"]) {
      assert.ok(!history.includes(word), word);
    }
  });

  it("is given up where the address is refused for good, and is not sent to who has left", async () => {
    const person = await newPerson();
    const gone = await newPerson(person.organizationId);
    await person.call("DELETE", `/v1/organization/members/${gone.userId}`);
    smtp.mood = "refuses";
    const notification = await disabledSubscription(person);
    assert.deepEqual(await handle(notification).result(), { outcome: "notified", mails: 0 });
    assert.ok(!smtp.mails.some(({ recipients }) => recipients.includes(gone.email)));
  });

  it("that an operator cancels ends as cancelled, not as failed", async () => {
    const person = await newPerson();
    smtp.mood = "defers";
    const notification = await disabledSubscription(person);
    await failureOf(notification);
    await handle(notification).cancel();
    assert.equal(await own.operator.closed(notification), "CANCELLED");
  });

  it("of an invitation has a new link at each attempt, and those that no server took are void", async () => {
    const person = await newPerson();
    const email = newEmail();
    smtp.mood = "defers";
    const { data } = await person.call("POST", "/v1/organization/invitations", { body: { email } });
    const id = `invitation/${data.id}/1`;
    assert.equal(await failureOf(id), "MailNotSent");
    assert.equal((await person.call("GET", "/v1/organization/invitations")).data[0].sent_at, null);
    smtp.mood = "takes";
    const token = tokenIn(await smtp.mailTo(email));
    assert.deepEqual(await handle(id).result(), { outcome: "sent", sent: true });
    const links = await ask(
      "SELECT FROM magic_link_tokens WHERE invitation_id = $1",
      [data.id],
      own.databaseUrl,
    );
    assert.equal(links.length, 1);
    const history = await historyOf(id);
    assert.ok(!history.includes(email) && !history.includes(token));
  });

  it("of an invitation that was revoked meanwhile is not sent", async () => {
    const person = await newPerson();
    const email = newEmail();
    smtp.mood = "defers";
    const { data } = await person.call("POST", "/v1/organization/invitations", { body: { email } });
    await failureOf(`invitation/${data.id}/1`);
    await person.call("DELETE", `/v1/organization/invitations/${data.id}`);
    smtp.mood = "takes";
    assert.deepEqual(await handle(`invitation/${data.id}/1`).result(), { outcome: "not_sent", sent: false });
    assert.ok(!smtp.mails.some(({ recipients }) => recipients.includes(email)));
  });

  it("is tried again while nothing listens where the mail server was, and one link of it works", async () => {
    const person = await newPerson();
    await smtp.close();
    const post = (path: string, body: object) =>
      callerWith(null, own.api.baseUrl)("POST", `/v1/auth/password/${path}`, { body });
    assert.equal((await post("reset/request", { email: person.email })).status, 200);
    const workflowId = await eventually("the workflow", async () => {
      const query = `WorkflowType = "accountMail" AND OrganizationId = "${person.organizationId}"`;
      return (await Array.fromAsync(own.operator.client.workflow.list({ query })))[0]?.workflowId;
    });
    await eventually("a second attempt", async () => {
      const { raw } = await handle(workflowId).describe();
      return (raw.pendingActivities?.[0]?.attempt ?? 0) >= 2 || undefined;
    });
    smtp = await startSmtpServer(Number(new URL(smtp.url).port));
    const token = tokenIn(await smtp.mailTo(person.email));
    assert.equal(await own.operator.closed(workflowId), "COMPLETED");
    assert.equal((await post("reset/confirm", { token, password: "correct horse battery" })).status, 200);
    await smtp.mailTo(person.email, 2);
    assert.equal(smtp.mails.length, 2);
  });
});
