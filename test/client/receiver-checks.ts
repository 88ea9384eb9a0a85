import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { startChild } from "#dev/machine/child.ts";
import { WaitAborted, waitFor } from "#dev/machine/wait.ts";
import { newWebhookSecret, sign } from "#shared/webhooks/secrets.ts";

/** An example receiver of `docs/webhooks/` in a process of its own. */
export interface RunningReceiver {
  readonly url: string;
  /** Its output so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

const [current, former] = [newWebhookSecret(), newWebhookSecret()];

/** Starts a receiver on a free port and waits until it listens. */
export async function start(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<RunningReceiver> {
  const folder = mkdtempSync(join(tmpdir(), "receiver-"));
  const child = await startChild({
    name: command,
    command,
    args,
    env: { ...process.env, PORT: "0", WEBHOOK_SECRET: `${current},${former}`, ...env },
    logFile: join(folder, "output.log"),
  });
  const output = () => child.lastLines(10_000);
  const url = await waitFor("the receiver to listen", () => {
    if (!child.alive()) throw new WaitAborted(`The receiver ended before it listened:\n${output()}`);
    return /listening on (http:\S+)/.exec(output())?.[1];
  }, { everyMs: 5 });
  const stop = async () => {
    await child.stop();
    rmSync(folder, { recursive: true });
  };
  return { url, output, stop };
}

/** Declares the specs that every example receiver must pass. @param receiver returns the running one. */
export function itReceivesWebhooks(receiver: () => RunningReceiver): void {
  let count = 0;
  const event = (type: string, data: Record<string, unknown>) => {
    count += 1;
    return JSON.stringify({ id: `evt_${count}`, type, created: now(), data });
  };
  const post = async (body: string, signature: string | null, method = "POST") => {
    const headers = signature === null ? {} : { "X-Service-Signature": signature };
    const response = await fetch(`${receiver().url}/hooks`, {
      method,
      headers,
      ...(method === "POST" ? { body } : {}),
    });
    await response.body?.cancel();
    return response.status;
  };
  const printed = async (line: RegExp) => {
    await waitFor(String(line), () => line.test(receiver().output()) || undefined, { everyMs: 5 });
  };

  it("accepts each type of event with 204", async () => {
    for (
      const [type, data, line] of [
        [
          "simulation.completed",
          { results_url: "https://a.test/r" },
          /evt_1 results are at https:\/\/a\.test\/r/,
        ],
        ["simulation.failed", { failure_message: "It stopped." }, /evt_2 failed: It stopped\./],
        ["simulation.insights.completed", { insights_status: "completed" }, /evt_3 insights are completed/],
        ["simulation.insights.failed", { insights_status: "failed" }, /evt_4 insights are failed/],
        ["webhook.test", { message: "Grüße, 你好" }, /evt_5 test: Grüße, 你好/],
      ] as const
    ) {
      const body = event(type, data);
      assert.equal(await post(body, sign(current, now(), body)), 204, type);
      await printed(line);
    }
  });

  it("accepts an unknown type of event", async () => {
    const body = event("simulation.renamed", {});
    assert.equal(await post(body, sign(current, now(), body)), 204);
  });

  it("acts once on an event that is sent again, with a fresh signature", async () => {
    const body = event("webhook.test", { message: "again" });
    for (const age of [0, 1, 2]) assert.equal(await post(body, sign(current, now() - age, body)), 204);
    const after = event("webhook.test", { message: "afterwards" });
    assert.equal(await post(after, sign(current, now(), after)), 204);
    await printed(/test: afterwards/);
    assert.equal(receiver().output().match(/test: again/g)?.length, 1);
  });

  it("accepts the former secret during a rotation, and several signatures", async () => {
    const body = event("webhook.test", { message: "rotation" });
    assert.equal(await post(body, sign(former, now(), body)), 204);
    const time = now();
    const own = sign(current, time, body).split(",")[1];
    assert.equal(await post(body, `t=${time},v1=${"0".repeat(64)},${own},v2=unknown`), 204);
  });

  it("accepts signatures of up to five minutes, and refuses older ones and those from the future", async () => {
    const body = event("webhook.test", { message: "age" });
    for (const age of [290, -290]) {
      assert.equal(await post(body, sign(current, now() - age, body)), 204, `${age}`);
    }
    assert.equal(await post(body, sign(current, now() - 302, body)), 400);
    await printed(/refused: timestamp_too_old/);
    assert.equal(await post(body, sign(current, now() + 310, body)), 400);
    await printed(/refused: timestamp_in_future/);
  });

  it("refuses a changed body, secret, timestamp or signature", async () => {
    const body = event("webhook.test", { message: "pay 10" });
    const signature = sign(current, now(), body);
    assert.equal(await post(body.replace("10", "99"), signature), 400);
    assert.equal(await post(body, sign(newWebhookSecret(), now(), body)), 400);
    assert.equal(await post(body, signature.replace(/t=\d+/, `t=${now() + 1}`)), 400);
    assert.equal(await post(body, signature.slice(0, -1)), 400);
    await printed(/refused: signature_mismatch/);
    assert.doesNotMatch(receiver().output(), /pay/);
  });

  it("refuses a missing signature and a malformed one", async () => {
    const body = event("webhook.test", { message: "unsigned" });
    const [time, mac] = sign(current, now(), body).split(",");
    for (
      const signature of [
        null,
        "",
        "nonsense",
        `${time}`,
        `${mac}`,
        `${time},v1=`,
        `${time},v1=é`,
        `t=x,${mac}`,
        `${time},${time},${mac}`,
      ]
    ) {
      assert.equal(await post(body, signature), 400, `${signature}`);
    }
    assert.doesNotMatch(receiver().output(), /unsigned/);
  });

  it("refuses with 400 what is signed and is no event", async () => {
    const data = { message: "no event" };
    const whole = { id: "evt_0", type: "webhook.test", created: now(), data };
    for (
      const body of [
        "",
        "no JSON",
        "null",
        "[]",
        '"evt_0"',
        "{}",
        "[".repeat(100_000),
        ...Object.keys(whole).map((name) => JSON.stringify({ ...whole, [name]: undefined })),
        ...Object.keys(whole).map((name) => JSON.stringify({ ...whole, [name]: [name] })),
        ...Object.keys(whole).map((name) => JSON.stringify({ ...whole, [name]: null })),
      ]
    ) {
      assert.equal(await post(body, sign(current, now(), body)), 400, body.slice(0, 100));
    }
    const body = event("webhook.test", { message: "after them" });
    assert.equal(await post(body, sign(current, now(), body)), 204);
    await printed(/after them/);
    assert.doesNotMatch(receiver().output(), /no event/);
  });

  it("refuses other methods, and bodies over a mebibyte", async () => {
    assert.ok([405, 501].includes(await post("", null, "GET")));
    const body = event("webhook.test", { message: "x".repeat(1024 * 1024) });
    const status = await post(body, sign(current, now(), body)).catch(() => "closed");
    assert.ok(status === 413 || status === "closed", `${status}`);
    const small = event("webhook.test", { message: "still here" });
    assert.equal(await post(small, sign(current, now(), small)), 204);
  });
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
