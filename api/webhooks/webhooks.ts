import { isDeepStrictEqual } from "node:util";
import Type from "typebox";
import { findDelivery, pageOfDeliveries } from "#db/deliveries/deliveries.ts";
import { resetEndpoint } from "#db/deliveries/endpoints.ts";
import { recordEventFor } from "#db/deliveries/events.ts";
import { countMissed } from "#db/deliveries/retries.ts";
import { holdNew, holdPending, settleLater } from "#db/deliveries/subscription-state.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import {
  deleteWebhook as deleteSubscription,
  findCallbackSecret,
  findWebhook,
  insertWebhook,
  lockWebhook,
  MAX_COUNTED,
  MAX_WEBHOOKS,
  pageOfWebhooks,
  replaceCallbackSecret,
  replaceSecret,
  statsOfWebhooks,
  updateWebhook,
  type WebhookRow,
} from "#db/webhooks/webhooks.ts";
import type { Config } from "#shared/config.ts";
import { fieldError, foundOr } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { webhookTestData } from "#shared/webhooks/events.ts";
import { newWebhookSecret, openHeaders, PLACES } from "#shared/webhooks/secrets.ts";
import { recoverMissedStart } from "#temporal/webhook-operations.ts";
import { countJob, deliveryFilters, Matched, PACE, retryAll } from "../deliveries/deliveries.ts";
import { Delivery, deliveryResource, ListedDelivery } from "../deliveries/schema.ts";
import { countHourly } from "../http/access.ts";
import { defineRoute, NO_STORE, type RouteRequest, withScope } from "../http/define-route.ts";
import { boolean, Id, integer, listFilters, namedObject, text, Timestamp } from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { checkTarget } from "../http/validator.ts";
import { limitReached } from "../organizations/organization.ts";
import {
  CallbackSecret,
  CallbackSecretState,
  ChangedMeta,
  ChangeWebhook,
  checkHeaders,
  CreateWebhook,
  DeletedWebhook,
  MASK,
  TestMeta,
  Webhook,
  WebhookWithSecret,
} from "./schema.ts";

/** A subscription without its secret; its custom headers' values are masked. */
function webhookResource(row: WebhookRow, { keyring }: Config) {
  const names = Object.keys(openHeaders(keyring, row.id, row.custom_headers));
  return { ...row, custom_headers: Object.fromEntries(names.map((name) => [name, MASK])) };
}

const foundWebhook = foundOr("There is no such webhook subscription.");

/** Fails before anything is counted. @throws ApiError 404 without the subscription */
async function assertWebhook(
  { params: { webhook_id }, inTransaction }: RouteRequest<{ readonly webhook_id: string }>,
): Promise<void> {
  foundWebhook(await inTransaction((tx) => findWebhook(tx, webhook_id)));
}

export const listWebhooks = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(Webhook, { enabled: Type.Optional(Type.Boolean()), metadata: listFilters.metadata }),
  endpoint: "GET /v1/webhooks",
  read: (request) => answerRows(request, pageOfWebhooks, webhookResource),
});

export const showWebhook = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  endpoint: "GET /v1/webhooks/{webhook_id}",
  responses: { 200: { description: "The subscription", data: Webhook } },
  read: async ({ params, inTransaction, services }) => {
    const row = foundWebhook(await inTransaction((tx) => findWebhook(tx, params.webhook_id)));
    return { data: webhookResource(row, services.config) };
  },
});

export const showCallbackSecret = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  endpoint: "GET /v1/callback-secret",
  responses: { 200: { description: "Whether there is one", data: CallbackSecretState } },
  read: async ({ inTransaction }) => {
    const secret = await inTransaction(findCallbackSecret);
    return { data: { exists: secret !== null, updated_at: secret?.updated_at } };
  },
});

export const listWebhookDeliveries = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(ListedDelivery, deliveryFilters),
  endpoint: "GET /v1/webhooks/{webhook_id}/deliveries",
  read: (request) => {
    const { webhook_id } = request.params;
    return answerRows(request, async (tx, filters, page) => {
      foundWebhook(await findWebhook(tx, webhook_id));
      return await pageOfDeliveries(tx, { ...filters, webhook_id }, page);
    }, deliveryResource);
  },
});

const WebhookHour = namedObject("WebhookHour", {
  webhook_id: Id,
  at: Type.String({ ...Timestamp, description: "The hour's beginning, UTC" }),
  succeeded: integer("Deliveries of the hour that succeeded"),
  failed: integer(
    "Those that failed, and pending ones whose attempts so far failed; those without an attempt are in neither",
  ),
  is_partial: boolean(
    `Older deliveries are not counted: of each state and type the newest ${MAX_COUNTED} are`,
  ),
});

export const listWebhookStats = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  endpoint: "GET /v1/webhook-stats",
  responses: { 200: { description: "The hours of all subscriptions", data: Type.Array(WebhookHour) } },
  read: async ({ inTransaction }) => ({ data: await inTransaction(statsOfWebhooks) }),
});

export const changeWebhook = defineChange("PATCH");
export const changeWebhookByPost = defineChange("POST");

export const deleteWebhook = defineRoute({
  ...withScope("Webhooks", "webhooks:write"),
  endpoint: "DELETE /v1/webhooks/{webhook_id}",
  responses: { 200: { description: "Deleted", data: DeletedWebhook } },
  write: async ({ params: { webhook_id } }, tx) => {
    foundWebhook(await deleteSubscription(tx, webhook_id) || null);
    await tx.record("webhook.delete", webhook_id);
    return { data: { id: webhook_id, deleted: true } };
  },
});

export const testWebhook = defineRoute({
  ...withScope("Webhooks", "webhooks:write"),
  endpoint: "POST /v1/webhooks/{webhook_id}/test",
  responses: { 202: { description: "The delivery", data: Delivery, headers: ["Location"], meta: TestMeta } },
  prepare: async (request) => {
    await assertWebhook(request);
    await countHourly(request.services.limiter, "webhook-tests", request.identity);
  },
  write: async ({ params: { webhook_id }, services: { config } }, tx) => {
    const webhook = foundWebhook(await lockWebhook(tx, webhook_id, "SHARE"));
    const [created] = await recordEventFor(tx, {
      organizationId: tx.organizationId,
      type: "webhook.test",
      simulationId: null,
      data: webhookTestData(webhook_id),
    }, [{ webhook_id, url: webhook.url }]);
    if (created === undefined) throw new Error("The test's delivery was not written");
    if (!webhook.enabled) await holdNew(tx, created.id);
    const delivery = await findDelivery(tx, created.id);
    if (delivery === null) throw new Error("The test's delivery cannot be read back");
    return {
      data: deliveryResource(delivery, config),
      headers: { Location: `${config.baseUrl}/v1/deliveries/${created.id}` },
      meta: webhook.enabled
        ? {}
        : { delivery_note: "The subscription is disabled: the delivery is held until it is enabled." },
    };
  },
});

const OLD_SECRET = "The old secret is invalid at once, for pending retries too.";

export const rotateWebhookSecret = defineRoute({
  ...withScope("Webhooks", "webhooks:write"),
  endpoint: "POST /v1/webhooks/{webhook_id}/rotate-secret",
  description: OLD_SECRET,
  headers: NO_STORE,
  responses: { 201: { description: "The new secret", data: WebhookWithSecret } },
  write: async ({ params: { webhook_id }, services: { config } }, tx) => {
    const secret = newWebhookSecret();
    const sealed = config.keyring.encrypt(secret, PLACES.secret(webhook_id));
    const row = foundWebhook(await replaceSecret(tx, webhook_id, sealed));
    await tx.record("webhook.rotate_secret", webhook_id);
    return { data: { ...webhookResource(row, config), secret } };
  },
});

export const rotateCallbackSecret = defineRoute({
  ...withScope("Webhooks", "webhooks:write"),
  endpoint: "POST /v1/callback-secret",
  description: OLD_SECRET,
  headers: NO_STORE,
  responses: { 201: { description: "The new secret", data: CallbackSecret } },
  write: async ({ services: { config } }, tx) => {
    const secret = newWebhookSecret();
    const place = PLACES.callbackSecret(tx.organizationId);
    await replaceCallbackSecret(tx, config.keyring.encrypt(secret, place));
    await tx.record("callback_secret.rotate", tx.organizationId);
    return { data: { secret } };
  },
});

function defineChange(method: "PATCH" | "POST") {
  return defineRoute({
    ...withScope("Webhooks", "webhooks:write"),
    endpoint: `${method} /v1/webhooks/{webhook_id}` as const,
    description:
      "Changes only the fields that are sent; `metadata` is replaced as a whole. Disabling holds pending deliveries, enabling releases them. A `url` of another origin " +
      "drops the custom headers that are not sent again, and `meta.dropped_headers` names them.",
    body: ChangeWebhook,
    nulls: "clear",
    responses: { 200: { description: "The subscription as it is now", data: Webhook, meta: ChangedMeta } },
    write: async ({ params: { webhook_id: id }, body, services: { config } }, tx) => {
      const { custom_headers: given, metadata, ...fields } = body;
      const custom_headers = given === null ? {} : given;
      if (fields.url !== undefined) checkTarget(fields.url, "/url", config);
      const before = foundWebhook(await lockWebhook(tx, id));
      const changed = {
        ...before,
        ...fields,
        ...(metadata === undefined ? {} : { metadata: metadata ?? {} }),
      };
      if (custom_headers === undefined && isDeepStrictEqual(changed, before)) {
        return { data: webhookResource(before, config) };
      }
      // Headers often hold credentials of the endpoint: another origin gets those alone that its customer sends again.
      const isMoved = new URL(before.url).origin !== new URL(changed.url).origin;
      const headers = custom_headers ?? (isMoved ? {} : undefined);
      const sentAgain = new Set(Object.keys(headers ?? {}).map((name) => name.toLowerCase()));
      const dropped = isMoved
        ? Object.keys(openHeaders(config.keyring, id, before.custom_headers))
          .filter((name) => !sentAgain.has(name.toLowerCase()))
        : [];
      if (headers !== undefined) {
        checkHeaders(headers);
        changed.custom_headers = config.keyring.encrypt(JSON.stringify(headers), PLACES.headers(id));
      }
      if (changed.enabled !== before.enabled) changed.disabled_reason = null;
      const after = await updateWebhook(tx, changed);
      await tx.record("webhook.update", id, { fields: Object.keys(body) });
      // What the change means for the pending deliveries.
      const subscription = { id, organization_id: tx.organizationId };
      const isEnabled = after.enabled && !before.enabled;
      if (before.enabled && !after.enabled) await holdPending(tx, subscription);
      else if (isEnabled || before.url !== after.url) await resetEndpoint(tx, id);
      if (isEnabled) await settleLater(tx, subscription);
      const meta = dropped.length > 0 ? { dropped_headers: dropped } : {};
      return { data: webhookResource(after, config), meta };
    },
  });
}

export const createWebhook = defineRoute({
  ...withScope("Webhooks", "webhooks:write"),
  endpoint: "POST /v1/webhooks",
  description:
    `\`secret\` is shown here and never again. An organization has at most ${MAX_WEBHOOKS} subscriptions.`,
  headers: NO_STORE,
  idempotencyKey: "required",
  body: CreateWebhook,
  responses: { 201: { description: "Created", data: WebhookWithSecret, headers: ["Location"] } },
  errors: ["limit_reached"],
  write: async ({ body, services: { config } }, tx) => {
    const headers = body.custom_headers ?? {};
    checkTarget(body.url, "/url", config);
    checkHeaders(headers);
    const id = newId();
    const secret = newWebhookSecret();
    const row = await insertWebhook(tx, {
      id,
      url: body.url,
      events: body.events,
      description: body.description ?? null,
      custom_headers: config.keyring.encrypt(JSON.stringify(headers), PLACES.headers(id)),
      enabled: body.enabled ?? true,
      metadata: body.metadata ?? {},
      secret: config.keyring.encrypt(secret, PLACES.secret(id)),
    });
    if (row === null) {
      throw limitReached(
        MAX_WEBHOOKS,
        `At most ${MAX_WEBHOOKS} subscriptions are allowed; delete one first.`,
      );
    }
    await tx.record("webhook.create", id);
    return {
      data: { ...webhookResource(row, config), secret },
      headers: { Location: `${config.baseUrl}/v1/webhooks/${id}` },
    };
  },
});

const MAX_RECOVERED_DAYS = 90;
const DAY_MS = 86_400_000;

export const recoverWebhook = defineRoute({
  ...withScope("Webhooks", "webhooks:write"),
  endpoint: "POST /v1/webhooks/{webhook_id}/recover",
  description:
    "Sends again the deliveries that failed since then, and the events that the subscription would have got and has no delivery of, such as " +
    "those of a time in which it was disabled, and none from before it was created: at most 5,000 of these a call, 10 a second. `matched` counts " +
    `them among the newest 10,000 events. Runs as a durable job. A second call sends nothing twice. ${PACE}`,
  body: namedObject("RecoverWebhook", {
    since: text("ISO 8601, at most 90 days ago", { format: "date-time" }),
  }),
  responses: { 202: { description: "Accepted", data: Matched } },
  prepare: async (request) => {
    const { body, identity, services: { limiter, now } } = request;
    const age = now().getTime() - new Date(body.since).getTime();
    if (age < 0 || age > MAX_RECOVERED_DAYS * DAY_MS) {
      throw fieldError("/since", `must be a time of the last ${MAX_RECOVERED_DAYS} days`);
    }
    await assertWebhook(request);
    await countJob(limiter, identity.organizationId);
  },
  write: async ({ params: { webhook_id }, body }, tx) => {
    const webhook = foundWebhook(await lockWebhook(tx, webhook_id, "SHARE"));
    const since = new Date(Math.max(new Date(body.since).getTime(), webhook.created_at.getTime()));
    const failed = await retryAll(tx, { webhook_id, status: "failed", created_after: since.toISOString() });
    const { missed, more } = await countMissed(tx, webhook, since);
    if (missed > 0 || more) {
      const subscription = { id: webhook_id, organization_id: tx.organizationId };
      await enqueue(tx, tx.organizationId, recoverMissedStart(subscription, since, newId()));
    }
    await tx.record("webhook.recover", webhook_id);
    return { data: { matched: failed + missed } };
  },
});
