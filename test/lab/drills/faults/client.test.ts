import assert from "node:assert/strict";
import { DrillClient } from "#lab/drills/client.ts";
import { randomOf } from "#lab/command.ts";
import { callerWith } from "#testing/caller.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

const PATH = "/v1/organization/somewhere-else";

function answer(status: number, error: string | null) {
  const meta = {
    request_id: "r",
    ...(error === null ? {} : { message: "m" }),
    ...(status >= 500 ? { correlation_id: "c" } : {}),
  };
  return {
    status,
    headers: { "X-Request-Id": "r", "Content-Type": "application/json" },
    body: JSON.stringify({ data: error === null ? {} : null, error, meta }),
  };
}

describe("the client of the drill with faults", () => {
  let api: Receiver;
  before(async () => {
    api = await startReceiver();
  });
  after(() => api.close());

  const client = (seconds = 20) => {
    const until = Date.now() + seconds * 1000;
    return new DrillClient(randomOf(1, "client"), () => until);
  };
  const send = (by: DrillClient, path: string) => by.send(callerWith("sk", api.url), "POST", path);

  it("repeats under one Idempotency-Key what got no answer, a 5xx, a 429 or a conflict", async () => {
    const path = `${PATH}/1`;
    const refusals = [
      ...[answer(503, "service_unavailable"), answer(429, "rate_limit_exceeded")],
      ...[answer(409, "idempotency_conflict"), answer(202, null)],
    ];
    api.behave(path, "reset", ...refusals);
    const by = client();
    assert.equal((await send(by, path))?.status, 202);
    const keys = api.at(path).map(({ headers }) => headers["idempotency-key"]);
    assert.ok(keys.length >= 5);
    assert.equal(new Set(keys).size, 1);
    assert.deepEqual(by.findings, []);
    assert.equal(by.answers.get("503 service_unavailable"), 1);
  });

  it("records an answer that is not documented, and goes on", async () => {
    const path = `${PATH}/2`;
    const page = { status: 502, body: "<html>Bad gateway</html>" };
    const nameless = answer(500, "internal_error");
    api.behave(
      path,
      page,
      { ...nameless, body: nameless.body.replace("correlation_id", "other") },
      answer(202, null),
    );
    const by = client();
    assert.equal((await send(by, path))?.status, 202);
    assert.deepEqual(by.findings.map(({ kind }) => kind), ["undocumented", "undocumented"]);
  });

  it("gives up when time is up, and at a refusal that no repetition cures", async () => {
    api.behave(`${PATH}/3`, answer(503, "service_unavailable"));
    assert.equal(await send(client(0), `${PATH}/3`), null);
    api.behave(`${PATH}/4`, answer(403, "forbidden"));
    await assert.rejects(send(client(), `${PATH}/4`), /403 forbidden/);
  });
});
