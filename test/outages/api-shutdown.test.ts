import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import process from "node:process";
import { callerWith } from "#testing/caller.ts";
import { eventually } from "#testing/times.ts";
import { startApi, startRedis, startTcpProxy } from "#testing/processes.ts";
import { ended, simulationBody } from "#testing/simulations.ts";
import { exitsInTime, SHUTDOWN_LIMIT_MS } from "./shutdown.ts";
import { stack } from "#testing/stack.ts";

type Api = Awaited<ReturnType<typeof startApi>>;

/** Starts a create and sends the first part of its body. `finish` sends the rest and resolves with the response as text. */
async function startedCreate(api: Api): Promise<{ finish(): Promise<string> }> {
  const { hostname, port } = new URL(api.baseUrl);
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  let text = "";
  socket.on("data", (data) => text += data);
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  await new Promise((resolve) => socket.once("connect", resolve));
  const body = JSON.stringify(simulationBody());
  const head = [
    "POST /v1/simulations HTTP/1.1",
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${stack().apiKey}`,
    `Idempotency-Key: ${crypto.randomUUID()}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 10)}`);
  return {
    async finish() {
      socket.write(body.slice(10));
      await closed;
      return text;
    },
  };
}

/** Sends a GET on the agent's one connection. */
function getOn(agent: Agent, url: string): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { agent, headers: { Authorization: `Bearer ${stack().apiKey}` } },
      (response) => {
        response.resume();
        response.on(
          "end",
          () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
        );
      },
    );
    call.on("error", reject);
    call.end();
  });
}

describe("An API that gets SIGTERM", function () {
  this.timeout(60_000);

  it("is unready at once, answers open and new requests while it drains, and exits with 0", async () => {
    const api = await startApi({ DRAIN_SECONDS: "2" });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    assert.deepEqual(await getOn(agent, `${api.baseUrl}/v1/simulations`), {
      status: 200,
      connection: "keep-alive",
    });
    const openCreate = await startedCreate(api);
    await eventually("the create to be open", async () => {
      const { status } = await getOn(agent, `${api.baseUrl}/livez`);
      return status === 200 || undefined;
    });

    const began = performance.now();
    process.kill(api.pid, "SIGTERM");
    const unready = await eventually("the API to be unready", async () => {
      const response = await fetch(`${api.baseUrl}/readyz`);
      return response.status === 503 ? await response.text() : undefined;
    });
    assert.equal(unready, "draining\n");
    assert.ok(performance.now() - began < 1_000);
    assert.equal((await fetch(`${api.baseUrl}/livez`)).status, 200);

    // An open connection is served, and closed by the response.
    assert.deepEqual(await getOn(agent, `${api.baseUrl}/v1/simulations`), {
      status: 200,
      connection: "close",
    });
    assert.equal((await callerWith(stack().apiKey, api.baseUrl)("GET", "/v1/simulations")).status, 200);

    // The second part of the body comes when the server accepts no new connections.
    await eventually("the API to refuse connections", async () => {
      return await fetch(`${api.baseUrl}/livez`).then(() => undefined, () => true);
    });
    const answer = await openCreate.finish();
    assert.match(answer, /^HTTP\/1\.1 202 /);
    assert.match(answer, /\r\nconnection: close\r\n/i);
    assert.ok(await exitsInTime(api, began) < 10_000);
    agent.destroy();
  });

  it("does not wait for idle connections", async () => {
    const api = await startApi();
    const agents = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    await Promise.all(agents.map((agent) => getOn(agent, `${api.baseUrl}/v1/simulations`)));
    const began = performance.now();
    process.kill(api.pid, "SIGTERM");
    assert.ok(await exitsInTime(api, began) < 5_000);
    for (const agent of agents) agent.destroy();
  });

  it("loses no simulation that it answered 202", async () => {
    const api = await startApi();
    const call = callerWith(stack().apiKey, api.baseUrl);
    const accepted: string[] = [];
    const callers = Array.from({ length: 8 }, async () => {
      for (;;) {
        const reply = await call("POST", "/v1/simulations", { body: simulationBody({ agent_count: 1 }) })
          .catch(() => null);
        if (reply === null) return;
        assert.equal(reply.status, 202);
        accepted.push(reply.data.id);
      }
    });
    await eventually("some to be accepted", () => Promise.resolve(accepted.length > 20 || undefined));
    const began = performance.now();
    process.kill(api.pid, "SIGTERM");
    await Promise.all(callers);
    await exitsInTime(api, began);
    const shared = callerWith(stack().apiKey);
    for (const id of accepted) assert.equal((await ended(shared, id)).status, "completed");
  });

  it("exits at once at a second signal", async () => {
    const api = await startApi({ DRAIN_SECONDS: "10" });
    process.kill(api.pid, "SIGTERM");
    await eventually(
      "the API to drain",
      async () => (await fetch(`${api.baseUrl}/readyz`)).status === 503 || undefined,
    );
    const began = performance.now();
    process.kill(api.pid, "SIGINT");
    assert.equal(await api.exited, "exit code 1");
    assert.ok(performance.now() - began < 2_000);
  });

  it("cuts off a request whose body never arrives, in time", async () => {
    const api = await startApi();
    await startedCreate(api);
    const began = performance.now();
    process.kill(api.pid, "SIGTERM");
    await exitsInTime(api, began);
  });

  it("ends in time while Postgres, Redis and Temporal hang", async () => {
    const database = new URL(stack().databaseUrl);
    const [toPostgres, toTemporal, redis] = await Promise.all([
      startTcpProxy({ port: Number(database.port) }),
      startTcpProxy({ port: Number(stack().temporalAddress.split(":")[1]) }),
      startRedis(),
    ]);
    database.port = `${toPostgres.port}`;
    const api = await startApi({
      DATABASE_URL: database.href,
      REDIS_URL: redis.url,
      TEMPORAL_ADDRESS: `127.0.0.1:${toTemporal.port}`,
    });
    toTemporal.set("hold");
    const call = callerWith(stack().apiKey, api.baseUrl);
    // The outbox holds its start until Temporal answers.
    const accepted = await call("POST", "/v1/simulations", { body: simulationBody() });
    assert.equal(accepted.status, 202);
    toPostgres.set("hold");
    process.kill(redis.pid, "SIGSTOP");
    const began = performance.now();
    process.kill(api.pid, "SIGTERM");
    await api.exited;
    assert.ok(performance.now() - began < SHUTDOWN_LIMIT_MS, `it took ${performance.now() - began} ms`);
    process.kill(redis.pid, "SIGCONT");
    await Promise.all([toPostgres.close(), toTemporal.close(), redis.stop()]);
    assert.equal((await ended(callerWith(stack().apiKey), accepted.data.id)).status, "completed");
  });
});
