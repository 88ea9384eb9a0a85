/**
 * A complete webhook receiver on Node's http module. It runs on Node 22.18+ and Deno as it stands:
 *
 *     WEBHOOK_SECRET=whsec_… PORT=8000 node receiver.ts
 *
 * Put a proxy that speaks TLS in front: deliveries go to https:// URLs only.
 */
import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage } from "node:http";
import process from "node:process";
// As a package: import { verifyWebhook, … } from "@simulation-service/client/verify-webhook";
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "../../client/verify-webhook.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const REMEMBERED_EVENTS = 10_000;

// While a rotation is rolled out: WEBHOOK_SECRET=new,old
const secrets = (process.env.WEBHOOK_SECRET ?? "").split(",").filter((secret) => secret !== "");
if (secrets.length === 0) throw new Error("Set WEBHOOK_SECRET to the subscription's signing secret");

// Ids of events that were taken. In production: a table with a unique index on the id, written in the
// transaction that records the work to do, so that a crash neither loses an event nor does it twice.
const taken = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    if (request.method !== "POST") return void response.writeHead(405, { allow: "POST" }).end();
    const body = await readBody(request);
    if (body === null) return void response.writeHead(413, { connection: "close" }).end();
    const header = request.headers["x-service-signature"];
    const event = await verifyWebhook(body, typeof header === "string" ? header : null, secrets);
    const isNew = !taken.has(event.id);
    remember(event.id);
    // Answer first, work afterwards: an answer that takes longer than 15 seconds counts as a failure and is sent again.
    response.writeHead(204).end();
    if (isNew) setImmediate(() => handle(event));
  } catch (error) {
    const refused = error instanceof WebhookVerificationError;
    console.error(refused ? `refused: ${error.code}` : error);
    response.writeHead(refused ? 400 : 500).end();
  }
});

function handle(event: WebhookEvent): void {
  switch (event.type) {
    case "simulation.completed":
      return console.log(`${event.id} results are at ${event.data.results_url}`);
    case "simulation.failed":
      return console.log(`${event.id} failed: ${event.data.failure_message}`);
    case "simulation.insights.completed":
    case "simulation.insights.failed":
      return console.log(`${event.id} insights are ${event.data.insights_status}`);
    case "training.completed":
    case "training.failed":
      return console.log(`${event.id} training ${event.data.training_id} is ${event.data.status}`);
    case "webhook.test":
      return console.log(`${event.id} test: ${event.data.message}`);
    default:
      // A type that is newer than this receiver.
  }
}

function remember(id: string): void {
  taken.add(id);
  const [oldest] = taken;
  if (taken.size > REMEMBERED_EVENTS && oldest !== undefined) taken.delete(oldest);
}

/** The raw bytes, which are what is signed, or null when there are too many. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

server.listen(Number(process.env.PORT ?? 8000), "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`listening on http://127.0.0.1:${address?.port}`);
});
