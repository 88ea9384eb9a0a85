import assert from "node:assert/strict";
import { freePort } from "#dev/services/service.ts";
import { signIn } from "#test/support/accounts.ts";
import { callerWith } from "#test/support/caller.ts";
import { eventually } from "#test/support/eventually.ts";
import { type OwnService, startOwnService } from "#test/support/own-service.ts";
import { startSmtpServer, type TestSmtpServer, tokenIn } from "#test/support/smtp-server.ts";

describe("The workflow of a mail", function () {
  this.timeout(120_000);
  let service: OwnService;
  let smtp: TestSmtpServer | undefined;
  after(async () => {
    await service?.stop();
    await smtp?.close();
  });

  it("tries again while the mail server is down, and one link of it works", async () => {
    const port = await freePort();
    service = await startOwnService({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "us@example.com" });
    const { client } = service.operator;
    const { email, organizationId } = await signIn({
      baseUrl: service.api.baseUrl,
      databaseUrl: service.databaseUrl,
    });
    const post = (path: string, body: object) =>
      callerWith(null, service.api.baseUrl)("POST", `/v1/auth/password/${path}`, { body });
    assert.equal((await post("reset/request", { email })).status, 200);
    const workflowId = await eventually("the workflow", async () => {
      const query = `WorkflowType = "accountMail" AND OrganizationId = "${organizationId}"`;
      return (await Array.fromAsync(client.workflow.list({ query })))[0]?.workflowId;
    });
    await eventually("a second attempt", async () => {
      const { raw } = await client.workflow.getHandle(workflowId).describe();
      const [pending] = raw.pendingActivities ?? [];
      return (pending?.attempt ?? 0) >= 2 || undefined;
    });
    smtp = await startSmtpServer(port);
    const token = tokenIn(await smtp.mailTo(email));
    assert.equal(await service.operator.closed(workflowId), "COMPLETED");
    assert.equal((await post("reset/confirm", { token, password: "correct horse battery" })).status, 200);
    await smtp.mailTo(email, 2);
    assert.equal(smtp.mails.length, 2);
  });
});
