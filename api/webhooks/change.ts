import type { Static } from "typebox";
import { findDelivery } from "#db/deliveries/deliveries.ts";
import { recordEventFor } from "#db/deliveries/events.ts";
import type { OrganizationTransaction } from "#db/database.ts";
import { resetEndpoint } from "#db/deliveries/endpoints.ts";
import { holdNew, holdPending, settleLater } from "#db/deliveries/settle.ts";
import type { OutboxRow } from "#db/outbox/outbox.ts";
import {
  deleteWebhook,
  lockWebhook,
  replaceCallbackSecret,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
} from "#db/webhooks/webhooks.ts";
import type { Config } from "#shared/config.ts";
import { webhookTestData } from "#shared/webhooks/events.ts";
import { newWebhookSecret, WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { Delivery } from "../deliveries/schema.ts";
import { deliveryResource } from "../deliveries/serialize.ts";
import { defineRoute, NO_STORE, type OrganizationWriteTransaction } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import type { HandlerResult } from "../http/response.ts";
import {
  CallbackSecret,
  ChangeWebhook,
  checkHeaders,
  checkTarget,
  DeletedWebhook,
  Webhook,
  WebhookWithSecret,
} from "./schema.ts";
import { webhookNotFound, webhookResource } from "./serialize.ts";

export const changeWebhook = defineChange("PATCH", "changeWebhook", "Change a subscription");
export const changeWebhookByPost = defineChange(
  "POST",
  "changeWebhookByPost",
  "Change a subscription, where PATCH cannot be sent",
);

export const removeWebhook = defineRoute({
  method: "DELETE",
  path: "/v1/webhooks/{webhook_id}",
  operationId: "deleteWebhook",
  summary: "Delete a subscription",
  description: "Cancels its pending deliveries. Its deliveries stay listed under `/v1/deliveries`.",
  tag: "Webhooks",
  fence: "organization",
  access: { scope: "webhooks:write" },
  params: strictObject({ webhook_id: Id }),
  responses: { 200: { description: "Deleted", data: DeletedWebhook } },
  errors: ["not_found"],
  write: async ({ params: { webhook_id } }, tx) => {
    const commands = await deleteWebhook(tx, webhook_id);
    if (commands === null) throw webhookNotFound();
    for (const command of commands) tx.dispatchAfterCommit(command);
    return { status: 200, data: { id: webhook_id, deleted: true } };
  },
});

export const testWebhook = defineRoute({
  method: "POST",
  path: "/v1/webhooks/{webhook_id}/test",
  operationId: "testWebhook",
  summary: "Send a test event",
  description:
    "Sends `webhook.test` to this subscription alone, whatever its `events`. A disabled subscription holds the delivery until it is enabled.",
  tag: "Webhooks",
  fence: "organization",
  access: { scope: "webhooks:write" },
  params: strictObject({ webhook_id: Id }),
  responses: { 202: { description: "The delivery", data: Delivery, headers: ["Location"] } },
  errors: ["not_found"],
  write: async ({ params: { webhook_id }, identity, services: { config } }, tx) => {
    const webhook = await lockWebhook(tx, webhook_id, "SHARE");
    if (webhook === null) throw webhookNotFound();
    const [created] = await recordEventFor(tx, {
      organizationId: tx.organizationId,
      organizationName: identity.organizationName,
      type: "webhook.test",
      simulationId: null,
      data: webhookTestData(webhook_id),
    }, [{ webhook_id, url: webhook.url }]);
    if (created === undefined) throw new Error("The test's delivery was not written");
    if (!webhook.enabled) await holdNew(tx, created.id);
    const delivery = await findDelivery(tx, created.id);
    if (delivery === null) throw new Error("The test's delivery cannot be read back");
    if (created.outbox !== null) tx.dispatchAfterCommit(created.outbox);
    return {
      status: 202,
      data: deliveryResource(delivery, config),
      headers: { Location: `${config.baseUrl}/v1/deliveries/${created.id}` },
    };
  },
});

const OLD_SECRET = "The old secret is invalid at once, for pending retries too.";

export const rotateWebhookSecret = defineRoute({
  method: "POST",
  path: "/v1/webhooks/{webhook_id}/rotate-secret",
  operationId: "rotateWebhookSecret",
  summary: "Give a subscription a new secret",
  description: OLD_SECRET,
  tag: "Webhooks",
  headers: NO_STORE,
  fence: "organization",
  access: { scope: "webhooks:write" },
  params: strictObject({ webhook_id: Id }),
  responses: { 201: { description: "The new secret", data: WebhookWithSecret } },
  errors: ["not_found"],
  write: async ({ params: { webhook_id }, services }, tx) => {
    const secrets = new WebhookSecrets(services.config.keyring);
    const secret = newWebhookSecret();
    const row = await replaceSecret(tx, webhook_id, secrets.sealSecret(webhook_id, secret));
    if (row === null) throw webhookNotFound();
    return { status: 201, data: { ...webhookResource(row, secrets), secret } };
  },
});

export const rotateCallbackSecret = defineRoute({
  method: "POST",
  path: "/v1/callback-secret",
  operationId: "rotateCallbackSecret",
  summary: "Get a new secret for deliveries to callback URLs",
  description: OLD_SECRET,
  tag: "Webhooks",
  headers: NO_STORE,
  fence: "organization",
  access: { scope: "webhooks:write" },
  responses: { 201: { description: "The new secret", data: CallbackSecret } },
  write: async ({ services }, tx) => {
    const secrets = new WebhookSecrets(services.config.keyring);
    const secret = newWebhookSecret();
    await replaceCallbackSecret(tx, secrets.sealCallbackSecret(tx.organizationId, secret));
    return { status: 201, data: { secret } };
  },
});

function defineChange(method: "PATCH" | "POST", operationId: string, summary: string) {
  return defineRoute({
    method,
    path: "/v1/webhooks/{webhook_id}",
    operationId,
    summary,
    description:
      "Changes only the fields that are sent; `metadata` is replaced as a whole. Disabling holds pending deliveries, enabling releases them. A `url` of another origin " +
      "drops the custom headers that are not sent again.",
    tag: "Webhooks",
    fence: "organization",
    access: { scope: "webhooks:write" },
    params: strictObject({ webhook_id: Id }),
    body: ChangeWebhook,
    nulls: "clear",
    responses: { 200: { description: "The subscription as it is now", data: Webhook } },
    errors: ["not_found"],
    write: ({ params, body, services: { config } }, tx) => applyChange(params.webhook_id, body, config, tx),
  });
}

async function applyChange(
  id: string,
  { custom_headers, metadata, ...fields }: Static<typeof ChangeWebhook>,
  config: Config,
  tx: OrganizationWriteTransaction,
): Promise<HandlerResult> {
  if (fields.url !== undefined) checkTarget(fields.url, "/url", config);
  const secrets = new WebhookSecrets(config.keyring);
  const before = await lockWebhook(tx, id);
  if (before === null) throw webhookNotFound();
  if (custom_headers === undefined && metadata === undefined && Object.keys(fields).length === 0) {
    return { status: 200, data: webhookResource(before, secrets) };
  }

  const changed = { ...before, ...fields, ...(metadata === undefined ? {} : { metadata: metadata ?? {} }) };
  // Headers often hold credentials of the endpoint: another origin gets those alone that its customer sends again.
  const headers = custom_headers ?? (isSameOrigin(before.url, changed.url) ? undefined : {});
  if (headers !== undefined) {
    checkHeaders(headers);
    changed.custom_headers = secrets.sealHeaders(id, headers);
  }
  if (changed.enabled !== before.enabled) changed.disabled_reason = null;
  const after = await updateWebhook(tx, changed);
  for (const command of await followChange(tx, before, after)) tx.dispatchAfterCommit(command);
  return { status: 200, data: webhookResource(after, secrets) };
}

/** What a change means for the pending deliveries. @returns the commands to dispatch. */
async function followChange(
  tx: OrganizationTransaction,
  before: WebhookRow,
  after: WebhookRow,
): Promise<OutboxRow[]> {
  const subscription = { id: after.id, organization_id: tx.organizationId };
  if (before.enabled && !after.enabled) {
    const settle = await holdPending(tx, subscription);
    return settle === null ? [] : [settle];
  }
  const isOther = before.url !== after.url || before.enabled !== after.enabled;
  const woken = isOther ? await resetEndpoint(tx, after.id) : [];
  return before.enabled === after.enabled ? woken : [...woken, await settleLater(tx, subscription)];
}

function isSameOrigin(url: string, other: string): boolean {
  return new URL(url).origin === new URL(other).origin;
}
