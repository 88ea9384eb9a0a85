import { Client, Connection } from "@temporalio/client";
import { spawn } from "node:child_process";
const server = () =>
  spawn("temporal", ["server", "start-dev", "--headless", "--port", "17233", "--log-level", "error"], {
    stdio: "ignore",
  });
let s = server();
await new Promise((r) => setTimeout(r, 2500));
const client = new Client({ connection: Connection.lazy({ address: "127.0.0.1:17233" }) });
for (let round = 0; round < 4; round++) {
  const n = await Promise.allSettled(
    Array.from(
      { length: 50 },
      (_, i) => client.workflow.start("x", { taskQueue: "q", workflowId: `w${round}-${i}` }),
    ),
  );
  console.log("round", round, n.filter((x) => x.status === "fulfilled").length);
  const more = Array.from(
    { length: 20 },
    (_, i) => client.workflow.start("x", { taskQueue: "q", workflowId: `v${round}-${i}` }),
  );
  const pollers = Array.from(
    { length: 5 },
    (_, i) => client.workflow.getHandle(`w${round}-${i}`).result().catch((e) => String(e).slice(0, 60)),
  );
  await new Promise((r) => setTimeout(r, 5));
  s.kill(Deno.args[0] as "SIGTERM");
  console.log("killed");
  const m = await Promise.allSettled(more);
  console.log("more", m.filter((x) => x.status === "fulfilled").length);
  await new Promise((r) => setTimeout(r, 1500));
  s = server();
  await new Promise((r) => setTimeout(r, 2500));
}
s.kill("SIGKILL");
console.log("survived");
Deno.exit(0);
