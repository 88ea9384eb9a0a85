import { spawn } from "node:child_process";
import { setMaxListeners } from "node:events";
import process from "node:process";
import { createSender, type Sender } from "#providers/webhooks/sender.ts";
import { newWebhookSecret, sign } from "#shared/webhooks/secrets.ts";
import { type Measurement, quantile } from "./measure.ts";

const BODY = new TextEncoder().encode(JSON.stringify({
  id: "evt_0197f7a0-0000-7000-8000-000000000001",
  type: "simulation.completed",
  created: 1767225600,
  data: {
    simulation_id: "0197f7a0-0000-7000-8000-000000000002",
    workflow_id: "product-purchase-intent",
    status: "completed",
    agent_count: 1000,
    results_url: "https://api.example.com/v1/simulations/0197f7a0-0000-7000-8000-000000000002/results",
    completed_at: "2026-01-01T00:00:00.000Z",
    failure_code: null,
    failure_message: null,
  },
}));
const SECRET = newWebhookSecret();
const HANGING_TARGETS = 1_000;

/** Answers 204 on `/`, and never on `/hang`. Listens on all of 127.0.0.0/8, so that every address is a target of its own. */
const RECEIVER = `
  const http = require("node:http");
  const server = http.createServer((request, response) => {
    request.resume();
    if (request.url === "/hang") return;
    request.on("end", () => response.writeHead(204).end());
  });
  server.requestTimeout = 0;
  server.listen({ port: 0, host: "0.0.0.0", backlog: 4096 }, () => process.send(server.address().port));
`;

/**
 * Prints what one process can deliver without database and workflows: signing, sender and loopback HTTP. The
 * receiver runs in a process of its own, on the same cores.
 */
export async function measureSender(): Promise<Measurement[]> {
  const receiver = spawn("node", ["-e", RECEIVER], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  try {
    const port = await new Promise<number>((resolve) =>
      receiver.once("message", (message) => resolve(Number(message)))
    );
    await isolation(port);
    await throughput(port);
    return [];
  } finally {
    receiver.kill();
  }
}

async function throughput(port: number): Promise<void> {
  console.log("targets  in flight  connections  deliveries/s    p50 ms    p99 ms");
  for (const [targets, inFlight] of [[1, 1], [1, 10], [10, 100], [100, 100]] as const) {
    for (const idleConnections of [256, 0]) {
      const sender = createSender({ allowLoopback: true, limits: { idleConnections } });
      const { rate, p50, p99 } = await run(sender, port, { targets, inFlight, deliveries: 3_000 });
      sender.close();
      const connections = idleConnections > 0 ? "reused" : "fresh";
      const columns = [
        rate.toFixed(0).padStart(14),
        p50.toFixed(1).padStart(10),
        p99.toFixed(1).padStart(10),
      ];
      console.log(
        `${String(targets).padStart(7)}${String(inFlight).padStart(11)}${connections.padStart(13)}${
          columns.join("")
        }`,
      );
    }
  }
}

/** Measures one target's deliveries alone, then beside a thousand other targets that hang. */
async function isolation(port: number): Promise<void> {
  const sender = createSender({ allowLoopback: true });
  const load = { targets: 1, inFlight: 1, deliveries: 500 };
  await run(sender, port, load);
  const alone = await run(sender, port, load);
  const before = memory();

  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  let ended = 0;
  const hanging = Array.from({ length: HANGING_TARGETS }, async (_, index) => {
    const url = `http://127.1.${index >> 8}.${index & 255}:${port}/hang`;
    try {
      await sender.send({ url, headers: {}, body: BODY, signal: abort.signal });
    } catch {
      // Aborted below.
    }
    ended += 1;
  });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const beside = await run(sender, port, load);
  const during = memory();
  if (ended > 0) throw new Error(`${ended} of the targets did not hang`);
  abort.abort();
  await Promise.all(hanging);
  sender.close();
  console.log(`alone: ${latency(alone)}`);
  console.log(`beside ${HANGING_TARGETS} targets that hang: ${latency(beside)}`);
  console.log(`memory of the process: ${before.toFixed(0)} MB alone, ${during.toFixed(0)} MB beside them`);
}

function latency({ p50, p99 }: { p50: number; p99: number }): string {
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
}

interface Load {
  readonly targets: number;
  readonly inFlight: number;
  readonly deliveries: number;
}

async function run(sender: Sender, port: number, { targets, inFlight, deliveries }: Load) {
  const latencies: number[] = [];
  let next = 0;
  const begin = performance.now();
  await Promise.all(Array.from({ length: inFlight }, async () => {
    while (next < deliveries) {
      const url = `http://127.0.1.${1 + next++ % targets}:${port}/`;
      const started = performance.now();
      const signature = sign(SECRET, Math.floor(Date.now() / 1000), BODY);
      const headers = { "X-Service-Signature": signature };
      const result = await sender.send({ url, headers, body: BODY });
      if (result.kind !== "response" || result.status !== 204) throw new Error(JSON.stringify(result));
      latencies.push(performance.now() - started);
    }
  }));
  const seconds = (performance.now() - begin) / 1_000;
  return { rate: deliveries / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

function memory(): number {
  return process.memoryUsage().rss / 1e6;
}
