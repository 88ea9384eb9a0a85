import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { verifyWebhook, type WebhookEvent, type WebhookVerificationCode } from "#client/verify-webhook.ts";
import { WebhookVerificationError } from "#client/verify-webhook.ts";
import { EVENT_TYPES } from "#shared/webhooks/events.ts";
import { sign } from "#shared/webhooks/secrets.ts";

const SECRET = "whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
const SIGNED_AT = 1767225600;
const now = new Date(SIGNED_AT * 1000);
const test: WebhookEvent = {
  id: "evt_0197f7a0-0000-7000-8000-000000000001",
  type: "webhook.test",
  created: SIGNED_AT,
  data: { webhook_id: "0197f7a0-0000-7000-8000-000000000002", message: "Grüße" },
};
const body = JSON.stringify(test);
const header = sign(SECRET, SIGNED_AT, body);

async function refusal(attempt: Promise<unknown>): Promise<WebhookVerificationCode | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError && error instanceof Error, String(error));
    assert.equal(error.name, "WebhookVerificationError");
    return error.code;
  }
}

/** Has each type of the client's events, and none besides, or it does not compile. */
const CLIENT_TYPES: Readonly<Record<WebhookEvent["type"], true>> = {
  "simulation.completed": true,
  "simulation.failed": true,
  "simulation.insights.completed": true,
  "simulation.insights.failed": true,
  "training.completed": true,
  "training.failed": true,
  "webhook.test": true,
};

describe("verifyWebhook", () => {
  it("knows every type of event that the service sends", () => {
    assert.deepEqual(Object.keys(CLIENT_TYPES), EVENT_TYPES);
  });

  it("returns the event that the service signed, from text, bytes or a buffer", async () => {
    const bytes = new TextEncoder().encode(body);
    for (const raw of [body, bytes, bytes.buffer]) {
      assert.deepEqual(await verifyWebhook(raw, header, SECRET, { now }), test);
    }
  });

  it("accepts every body, secret and time that were signed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1 }),
        fc.string({ unit: "grapheme" }),
        fc.nat(2 ** 31),
        async (secret, message, at) => {
          const raw = JSON.stringify({ ...test, data: { message } });
          const event = await verifyWebhook(raw, sign(secret, at, raw), secret, { now: new Date(at * 1000) });
          assert.equal(event.type === "webhook.test" && event.data.message, message);
        },
      ),
    );
  });

  it("refuses a body with any byte changed", async () => {
    const bytes = new TextEncoder().encode(body);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (position, change) => {
          const changed = bytes.map((byte, index) => index === position ? byte ^ change : byte);
          assert.equal(await refusal(verifyWebhook(changed, header, SECRET, { now })), "signature_mismatch");
        },
      ),
    );
  });

  it("refuses another secret, another time, and a body that was serialized again", async () => {
    for (
      const attempt of [
        verifyWebhook(body, header, `${SECRET}x`, { now }),
        verifyWebhook(body, header, SECRET.slice("whsec_".length), { now }),
        verifyWebhook(body, header.replace(`t=${SIGNED_AT}`, `t=${SIGNED_AT + 1}`), SECRET, { now }),
        verifyWebhook(JSON.stringify(test, null, 1), header, SECRET, { now }),
      ]
    ) assert.equal(await refusal(attempt), "signature_mismatch");
  });

  it("accepts signatures up to five minutes old or ahead, or up to the given tolerance", async () => {
    const at = (seconds: number, toleranceSeconds?: number) =>
      refusal(verifyWebhook(body, header, SECRET, {
        now: new Date((SIGNED_AT + seconds) * 1000),
        ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      }));
    assert.equal(await at(300), null);
    assert.equal(await at(301), "timestamp_too_old");
    assert.equal(await at(-300), null);
    assert.equal(await at(-301), "timestamp_in_future");
    assert.equal(await at(61, 60), "timestamp_too_old");
    assert.equal(await at(3600, 3600), null);
  });

  it("reads the present from the clock where none is given", async () => {
    const seconds = Math.floor(Date.now() / 1000);
    assert.equal((await verifyWebhook(body, sign(SECRET, seconds, body), SECRET)).id, test.id);
    assert.equal(await refusal(verifyWebhook(body, header, SECRET)), "timestamp_too_old");
  });

  it("does not reveal the age of a delivery that it does not trust", async () => {
    const late = new Date((SIGNED_AT + 3600) * 1000);
    assert.equal(
      await refusal(verifyWebhook(`${body} `, header, SECRET, { now: late })),
      "signature_mismatch",
    );
  });

  it("accepts when one of several signatures matches one of several secrets", async () => {
    const other = sign("whsec_other", SIGNED_AT, body).split(",")[1];
    const [time, own] = header.split(",");
    for (
      const each of [`${time},${other},${own}`, `${own}, ${time},${other}`, `${time},v2=new,v1=x,${own},v0=`]
    ) {
      assert.equal((await verifyWebhook(body, each, SECRET, { now })).id, test.id, each);
    }
    assert.equal((await verifyWebhook(body, header, ["whsec_new", SECRET], { now })).id, test.id);
    assert.equal(
      await refusal(verifyWebhook(body, header, ["whsec_new", "whsec_old"], { now })),
      "signature_mismatch",
    );
  });

  it("distinguishes a missing header from a malformed one", async () => {
    for (const missing of [null, undefined, ""]) {
      assert.equal(await refusal(verifyWebhook(body, missing, SECRET, { now })), "signature_missing");
    }
    const [time, own] = header.split(",");
    for (
      const malformed of [
        "x",
        time,
        own,
        `${time},v1=`,
        `${time},v1=${"a".repeat(63)}`,
        `${time},${own?.toUpperCase()}`,
        `t=,${own}`,
        `t=1e9,${own}`,
        `t=-1,${own}`,
        `t= ${SIGNED_AT},${own}`,
        `${time},${time},${own}`,
        `${time};${own}`,
        ",".repeat(10_000),
      ]
    ) {
      assert.equal(
        await refusal(verifyWebhook(body, malformed, SECRET, { now })),
        "signature_malformed",
        malformed,
      );
    }
  });

  it("refuses a signed body that is no event", async () => {
    for (
      const raw of [
        "",
        "null",
        "[]",
        "{}",
        '{"id":"evt_1"}',
        '{"id":1,"type":"webhook.test"}',
        "not json",
        "\u0000",
      ]
    ) {
      const attempt = verifyWebhook(raw, sign(SECRET, SIGNED_AT, raw), SECRET, { now });
      assert.equal(await refusal(attempt), "body_malformed", raw);
    }
    const invalid = new Uint8Array([0x22, 0xff, 0x22]);
    assert.equal(
      await refusal(verifyWebhook(invalid, sign(SECRET, SIGNED_AT, invalid), SECRET, { now })),
      "body_malformed",
    );
  });

  it("throws a TypeError at a receiver's own mistake", async () => {
    for (const secret of ["", [], [SECRET, ""]]) {
      await assert.rejects(verifyWebhook(body, header, secret, { now }), TypeError);
    }
    await assert.rejects(verifyWebhook(test as unknown as string, header, SECRET, { now }), TypeError);
  });

  it("types the data by the event's type", () => {
    const read = (event: WebhookEvent): string | number => {
      switch (event.type) {
        case "simulation.completed":
          return event.data.results_url;
        case "simulation.failed":
          return event.data.failure_code;
        case "simulation.insights.completed":
          return event.data.block_status.across_runs;
        case "simulation.insights.failed":
          return event.data.error_message;
        case "training.completed":
        case "training.failed":
          return event.data.workflow_name;
        case "webhook.test":
          return event.data.message;
      }
    };
    assert.equal(read(test), "Grüße");
  });

  it("imports nothing, so that it can be copied as it is", () => {
    const source = readFileSync(new URL("../../client/verify-webhook.ts", import.meta.url), "utf8");
    assert.doesNotMatch(source, /^(import|export .* from) /m);
  });
});
