import type { Static } from "typebox";
import { enqueue } from "#db/outbox/outbox.ts";
import { holdPending } from "#db/webhooks/disable.ts";
import { lockWebhook, updateWebhook } from "#db/webhooks/webhooks.ts";
import { releaseStart } from "#temporal/webhook-operations.ts";
import { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { MASK, webhookResource } from "./serialize.ts";
import {
  defineRoute,
  type HandlerResult,
  type RouteRequest,
  type WriteTransaction,
} from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { ChangeWebhook, Webhook } from "./schema.ts";
import { checkHeaders, checkTarget } from "./check-endpoint.ts";
import { webhookNotFound } from "./read.ts";

type Change = Static<typeof ChangeWebhook>;

const change = (method: "PATCH" | "POST", operationId: string) =>
  defineRoute({
    method,
    path: "/v1/webhooks/{webhook_id}",
    operationId,
    summary: method === "PATCH"
      ? "Change a subscription"
      : "Change a subscription, where PATCH cannot be sent",
    description: "Only what is named changes. Disabling it holds pending deliveries; enabling releases them.",
    tag: "Webhooks",
    access: { scope: "webhooks:write" },
    params: strictObject({ webhook_id: Id }),
    body: ChangeWebhook,
    responses: { 200: { description: "The subscription as it is now", data: Webhook } },
    errors: ["not_found"],
    write: ({ params, body, services }, tx) => applyChange(params.webhook_id, body, services, tx),
  });

export const changeWebhook = change("PATCH", "changeWebhook");
export const changeWebhookByPost = change("POST", "changeWebhookByPost");

async function applyChange(
  id: string,
  { custom_headers, ...change }: Change,
  { config }: RouteRequest<unknown, unknown, unknown>["services"],
  tx: WriteTransaction,
): Promise<HandlerResult> {
  if (change.url !== undefined) checkTarget(change.url, "/url", config);
  const secrets = new WebhookSecrets(config.keyring);
  const before = await lockWebhook(tx, id);
  if (before === null) throw webhookNotFound();
  if (custom_headers === undefined && Object.keys(change).length === 0) {
    return { status: 200, data: webhookResource(before, secrets) };
  }

  const wanted = { ...before, ...change };
  if (custom_headers !== undefined) {
    const kept = secrets.openHeaders(id, before.custom_headers);
    const headers = unmasked(custom_headers, kept);
    checkHeaders(headers);
    wanted.custom_headers = secrets.sealHeaders(id, headers);
  }
  if (wanted.enabled !== before.enabled) wanted.disabled_reason = null;
  const after = await updateWebhook(tx, wanted);
  if (before.enabled && !after.enabled) await holdPending(tx, id);
  if (!before.enabled && after.enabled) {
    const release = releaseStart({ id, organization_id: tx.organizationId });
    tx.send(await enqueue(tx, tx.organizationId, release));
  }
  return { status: 200, data: webhookResource(after, secrets) };
}

/** Values that come back as they were shown keep what they stand for. */
function unmasked(
  headers: Readonly<Record<string, string>>,
  kept: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === MASK ? kept[name] ?? value : value]),
  );
}
