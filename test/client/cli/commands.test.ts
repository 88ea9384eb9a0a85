import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, newSimulation, QUESTION } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";
import { newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

const MAIN = join(ROOT, "client/cli/main.ts");
const RUNTIMES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Node: ["node", "--import", "tsx", MAIN],
  Deno: [process.execPath, "run", "--no-prompt", "--allow-all", MAIN],
};

describe("The command line", function () {
  this.timeout(120_000);
  let own: TestOrganization;
  let folder: string;
  before(async () => {
    own = await newOrganization();
    folder = mkdtempSync(join(tmpdir(), "command-line-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const start = (
    args: readonly string[],
    env: Record<string, string> = {},
    runtime = "Deno",
    cwd = ROOT,
  ) => {
    const [command, ...before] = RUNTIMES[runtime]!;
    return execa(command, [...before, ...args], {
      cwd,
      env: {
        SIMULATION_SERVICE_URL: stack().baseUrl,
        SIMULATION_SERVICE_API_KEY: own.call.key,
        XDG_STATE_HOME: folder,
        ...env,
      },
      stdin: "ignore",
      reject: false,
      all: true,
    });
  };

  for (const runtime of Object.keys(RUNTIMES)) {
    it(`asks and prints the verdict on ${runtime}`, async () => {
      const args = [
        "ask",
        QUESTION,
        "--agents",
        "200",
        "--workflow",
        "product-purchase-intent",
        "--seed",
        "3",
        "--audience",
        "age=18-24,age=25-34, sex=female",
      ];
      const { stdout, stderr, exitCode } = await start(args, {}, runtime);
      assert.equal(exitCode, 0, stderr);
      assert.match(stdout, /^ {2}“Would you buy this oat drink/);
      assert.match(stdout, /^ {2}yes +\d+\.\d % {2}█/m);
      assert.match(stdout, /200 agents answered, weighted to their population/);
      assert.match(stderr, /asking 200 agents of product-purchase-intent, simulation [0-9a-f-]{36}/);
      const { data: [latest] } = await own.call("GET", "/v1/simulations?limit=1");
      assert.deepEqual(latest.audience, { age: ["18-24", "25-34"], sex: ["female"] });
      assert.match(stderr, /completed, 200 of 200 agents/);
    });
  }

  it("asks by a methodology that the service chooses, and prints JSON alone on stdout", async () => {
    const { stdout, exitCode } = await start(["ask", QUESTION, "--agents", "50", "--json"]);
    assert.equal(exitCode, 0);
    const { verdict, customer_question, agents } = JSON.parse(stdout);
    assert.deepEqual([verdict.total, customer_question, agents], [50, QUESTION, undefined]);
  });

  it("watches a simulation until it ends, and exits with 1 when it failed", async () => {
    const id = await newSimulation(own.call);
    const { stdout, exitCode } = await start(["watch", id]);
    assert.deepEqual([exitCode, /^completed; its results are at http/.test(stdout)], [0, true]);
    // A cancel can come too late.
    const cancelled = await eventually("a simulation to be cancelled before its end", async () => {
      const large = await newSimulation(own.call, { agent_count: 10_000 });
      await own.call("POST", `/v1/simulations/${large}/cancel`);
      return (await ended(own.call, large)).status === "failed" ? large : undefined;
    });
    const failed = await start(["watch", cancelled, "--json"]);
    assert.deepEqual([JSON.parse(failed.stdout).status, failed.exitCode], ["failed", 1]);
    assert.match(failed.stderr, /The simulation failed \(cancelled\)/);
  });

  it("exits with 3 when a simulation goes on for longer than --timeout, and says how to wait on", async () => {
    const slow = await startReceiver();
    const running = { id: "s1", status: "running", agents_completed: 3, agent_count: 10 };
    const body = JSON.stringify({ data: running, error: null, meta: { request_id: "r" } });
    slow.behave("/v1/simulations/s1", { status: 200, headers: { "Content-Type": "application/json" }, body });
    const { stderr, exitCode } = await start(["watch", "s1", "--timeout", "1"], {
      SIMULATION_SERVICE_URL: slow.url,
    });
    await slow.close();
    assert.equal(exitCode, 3, stderr);
    assert.match(stderr, /^simulation-service watch s1 goes on waiting\n.*did not end within 1000 ms/m);
  });

  it("explains itself", async () => {
    const [help, none, ...each] = await Promise.all(
      [["--help"], [], ["ask", "--help"], ["watch", "--help"], ["listen", "-h"]].map((args) => start(args)),
    );
    assert.match(help!.stdout, /SIMULATION_SERVICE_API_KEY/);
    assert.deepEqual([help!.exitCode, none!.exitCode, none!.stdout], [0, 2, ""]);
    for (const { stdout, exitCode } of each) {
      assert.match(stdout, /^simulation-service (ask|watch|listen) .*\n\n {2}--/);
      assert.equal(exitCode, 0);
    }
  });

  it("exits with 2 for a wrong command line, and says what it should be", async () => {
    const wrong: readonly [string[], RegExp, Record<string, string>?][] = [
      [["asks"], /There is no command asks: use ask, watch, listen/],
      [["ask"], /exactly one argument/],
      [["ask", "Would", "you?"], /quotes/],
      [["ask", QUESTION, "--agents", "many"], /--agents takes a whole number from 1 to 10000, not many/],
      [["ask", QUESTION, "--colour"], /--colour/],
      [["ask", QUESTION, "--audience", "women"], /--audience takes dimension=segment/],
      [["listen"], /--forward http:\/\/localhost/],
      [["listen", "--forward", "localhost:1"], /--forward http:\/\/localhost/],
      [["listen", "--forward", "http://localhost:1", "--after", "nope"], /--after takes the id .*, not nope/],
      [["watch", "x"], /SIMULATION_SERVICE_URL: .*give the service's URL/, { SIMULATION_SERVICE_URL: "x" }],
    ];
    await Promise.all(wrong.map(async ([args, message, env]) => {
      const { stderr, stdout, exitCode } = await start(args, env);
      assert.match(stderr, message);
      assert.deepEqual([exitCode, stdout], [2, ""], stderr);
    }));
  });

  it("takes the key of the service that dev runs in the folder where none is set, and says what to set where none runs", async () => {
    const id = await newSimulation(own.call);
    const without = { SIMULATION_SERVICE_API_KEY: "", SIMULATION_SERVICE_URL: "" };
    const nothing = await start(["watch", id], without, "Deno", folder);
    assert.match(nothing.stderr, /Set SIMULATION_SERVICE_API_KEY/);
    assert.equal(nothing.exitCode, 2);
    const project = mkdtempSync(join(folder, "project-"));
    mkdirSync(join(project, ".dev"));
    const environment = { api_key: own.call.key, base_url: stack().baseUrl };
    writeFileSync(join(project, ".dev/env.json"), JSON.stringify(environment));
    const watched = await start(["watch", id], without, "Deno", project);
    assert.equal(watched.exitCode, 0, watched.stderr);
    const other = await start(["watch", id], { SIMULATION_SERVICE_API_KEY: "sk_wrong" }, "Deno", project);
    assert.match(other.stderr, /SIMULATION_SERVICE_API_KEY is no key of this service/);
  });

  it("exits with 1 for a refusal and with 3 without an answer, and says what to do", async () => {
    const sandbox = await newOrganization({ plan_tier: "sandbox" });
    const [plan, id, key, away] = await Promise.all([
      start(["ask", QUESTION, "--agents", "501"], { SIMULATION_SERVICE_API_KEY: sandbox.call.key }),
      start(["watch", "7"]),
      start(["watch", crypto.randomUUID()], { SIMULATION_SERVICE_API_KEY: "sk_wrong" }),
      start(["watch", crypto.randomUUID(), "--timeout", "3"], {
        SIMULATION_SERVICE_URL: "http://127.0.0.1:9",
      }),
    ]);
    assert.match(plan.stderr, /agent_count_exceeds_plan, request [\w-]+\)\nAsk with --agents 500 or fewer/);
    // One fault is told once.
    assert.match(
      id.stderr,
      /^showSimulation: \/path\/id must be a UUID \(validation_error, request [\w-]+\)$/,
    );
    assert.match(away.stderr, /Is SIMULATION_SERVICE_URL right/);
    assert.match(key.stderr, /SIMULATION_SERVICE_API_KEY is no key of this service/);
    assert.deepEqual([plan.exitCode, id.exitCode, key.exitCode, away.exitCode], [1, 1, 1, 3], away.stderr);
  });

  describe("listen", () => {
    let receiver: Receiver;
    before(async () => {
      receiver = await startReceiver();
    });
    after(() => receiver.close());

    const listen = (args: readonly string[]): Running => {
      // Deno's fetch repeats a request whose connection was reset.
      const command = start(["listen", ...args], {}, "Node");
      let output = "";
      command.all.on("data", (chunk) => output += String(chunk));
      return {
        output: () => output,
        stop: async (signal) => {
          process.kill(command.pid!, signal);
          return (await command).exitCode;
        },
      };
    };

    it("forwards each event once, signed, over its restarts", async () => {
      // A refused command line leaves no position behind.
      const unknown = `evt_${crypto.randomUUID()}`;
      const { exitCode } = await start(["listen", "--forward", receiver.url, "--after", unknown]);
      assert.equal(exitCode, 2);
      const silent = await newWebhook(own.call, "https://hooks.example.com/a", { enabled: false });
      await newDelivery(own.call, silent.id);
      const args = ["--forward", `${receiver.url}/hooks`, "--type", "simulation.failed,webhook.test"];
      receiver.behave("/hooks", 500, "reset", 204, 204);
      const first = listen(args);
      const secret = await printed(first, /signed with (whsec_[A-Za-z0-9+/]{43}=)/);
      await newDelivery(own.call, silent.id);
      await newDelivery(own.call, silent.id);
      await printed(first, /webhook.test {2}(500) in \d+ ms: trying again/);
      const [refused, , accepted, second] = await receiver.until("/hooks", 4);
      const event = await verifyWebhook(
        accepted!.body,
        String(accepted!.headers["x-service-signature"]),
        secret,
      );
      assert.equal(event.type, "webhook.test");
      assert.deepEqual([refused!.event.id, accepted!.headers["content-type"]], [
        event.id,
        "application/json",
      ]);
      assert.notEqual(second!.event.id, event.id);
      await printed(first, new RegExp(`${event.id} {2}webhook.test {2}(204) in \\d+ ms, attempt 3`));
      await printed(first, new RegExp(`(${second!.event.id}) {2}webhook.test {2}204`));
      assert.equal(await first.stop("SIGINT"), 130);

      // What came while no listener ran comes now, in order, under the same secret.
      const missed = [await newDelivery(own.call, silent.id), await newDelivery(own.call, silent.id)];
      receiver.behave("/hooks", 204);
      const again = listen(args);
      assert.equal(await printed(again, /signed with (whsec_[A-Za-z0-9+/]{43}=)/), secret);
      const received = (await receiver.until("/hooks", 6)).slice(4).map((each) => each.event.id);
      const sent = await Promise.all(missed.map((id) => own.call("GET", `/v1/deliveries/${id}`)));
      assert.deepEqual(received, sent.map(({ data }) => data.event_id));
      await printed(again, new RegExp(`(${received[1]})`));
      assert.equal(await again.stop("SIGTERM"), 130);
    });

    it("leaves out an event that fails five times, says so and goes on", async () => {
      const { id } = await newWebhook(own.call, "https://hooks.example.com/b", { enabled: false });
      receiver.behave("/bad", 500, 302, "reset", 503, 404, 204);
      const state = join(folder, "bad.json");
      const listening = listen([
        "--forward",
        `${receiver.url}/bad`,
        "--type",
        "webhook.test",
        "--state",
        state,
      ]);
      await printed(listening, /(whsec_)/);
      await newDelivery(own.call, id);
      await newDelivery(own.call, id);
      await printed(listening, /(404) in \d+ ms, attempt 5: left out\n.*204 in/);
      const ids = receiver.at("/bad").map(({ event }) => event.id);
      assert.deepEqual([ids.length, new Set(ids.slice(0, 5)).size, ids[5] === ids[0]], [6, 1, false]);
      await listening.stop("SIGINT");
      assert.equal(JSON.parse(readFileSync(state, "utf8")).after, ids[5]);
    });

    it("keeps its state in a file for its owner alone, and refuses another file", async () => {
      const state = join(folder, "deep/state.json");
      const secret = "whsec_mine";
      const listening = listen(["--forward", receiver.url, "--state", state, "--secret", secret]);
      await printed(listening, /signed with (whsec_mine)/);
      assert.equal(JSON.parse(readFileSync(state, "utf8")).secret, secret);
      assert.equal(statSync(state).mode & 0o777, 0o600);
      await listening.stop("SIGINT");
      const { exitCode, stderr } = await start(["listen", "--forward", receiver.url, "--state", MAIN]);
      assert.deepEqual([exitCode, /holds no state of listen/.test(stderr)], [2, true]);
    });
  });
});

/** A command that runs, and what it has printed so far. */
interface Running {
  readonly output: () => string;
  /** Sends a signal by the process's id: Deno reports a child that its own `kill` ended as signalled, whatever its exit code. */
  stop(signal: "SIGINT" | "SIGTERM"): Promise<number | undefined>;
}

/** The first group of what a command prints, once it does. */
function printed({ output }: Running, pattern: RegExp): Promise<string> {
  return eventually(`the command to print ${pattern}`, () => Promise.resolve(pattern.exec(output())?.[1]));
}
