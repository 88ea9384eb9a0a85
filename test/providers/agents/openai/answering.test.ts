import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { LLMock } from "@copilotkit/aimock";
import { type AgentChunk, runDigest } from "#engine/sampling/chunks.ts";
import { EngineError } from "#providers/agents/errors.ts";
import type { OpenAiCompatibleAgents } from "#providers/agents/openai/openai-agents.ts";
import { MemoryAnswerStore } from "#providers/agents/answer-store.ts";
import { type ChatRequest, personIn, respond, stopMock } from "#testing/stub-server.ts";
import { engineAt, modelRun, ReusingStore } from "./model-run.ts";

const AGENTS = 300;

describe("agents answered by a model server", () => {
  let mock: LLMock;

  before(async () => {
    mock = new LLMock({ port: 0, journalMaxEntries: 0 });
    mock.on(
      { endpoint: "chat", responseFormat: "json_schema" },
      (request) => ({ content: respond(request as never) }),
    );
    await mock.start();
  });
  after(() => stopMock(mock));
  beforeEach(() => mock.clearRequests());
  afterEach(() => mock.clearChaos());

  const url = () => `${mock.url}/v1`;
  /** Complete requests: an aborted one may arrive late and without a body. */
  const received = () =>
    mock.getRequests().map(({ body }) => body as unknown as ChatRequest | null).filter((body) =>
      body !== null
    );
  /** Requests about agents; the probe's is about a glass of water. */
  const agentRequests = () =>
    received().filter(({ messages }) => !messages[1]!.content.includes("glass of water"));

  async function inChunks(
    engine: OpenAiCompatibleAgents,
    { run, io }: ReturnType<typeof modelRun>,
    size: number,
    parallel: number,
  ): Promise<AgentChunk[]> {
    const chunks: AgentChunk[] = [];
    let next = 0;
    await Promise.all(Array.from({ length: parallel }, async () => {
      while (next < io.agents) {
        const first = next;
        next += size;
        chunks.push(await engine.answer(run, first, Math.min(size, io.agents - first), io));
      }
    }));
    return chunks;
  }

  it("get answers by the described person's shares, each agent drawn on its own", async () => {
    const setup = modelRun(2_000);
    const chunk = await engineAt(url()).answer(setup.run, 0, 2_000, setup.io);
    const sex = setup.run.dimensions.findIndex(({ name }) => name === "sex");
    const share = (segment: number) => {
      const people = Array.from(
        chunk.answer,
        (answer, k) => ({ answer, sex: chunk.segment[sex * 2_000 + k] }),
      )
        .filter((agent) => agent.sex === segment);
      return people.filter(({ answer }) => answer === 0).length / people.length;
    };
    // The respondent says yes for 60–68 % of women and 30–38 % of men; 3 standard errors of 1,000 agents are 5 points.
    assert.ok(Math.abs(share(0) - 0.64) < 0.05, `${share(0)}`);
    assert.ok(Math.abs(share(1) - 0.34) < 0.05, `${share(1)}`);
    const same = new Map<string, Set<number>>();
    chunk.answer.forEach((answer, k) => {
      const who = setup.run.dimensions.slice(0, setup.run.reported).map((_, d) =>
        chunk.segment[d * 2_000 + k]
      ).join();
      same.set(who, (same.get(who) ?? new Set()).add(answer));
    });
    assert.ok([...same.values()].some((answers) => answers.size > 1), "agents of one persona never differ");
  });

  it("take one call for each distinct persona, also across concurrent chunks", async () => {
    const setup = modelRun(AGENTS);
    await inChunks(engineAt(url()), setup, 20, 5);
    const people = agentRequests().map((request) => personIn(request));
    assert.equal(new Set(people).size, people.length);
    assert.equal(people.length, setup.store.responses.size);
    assert.ok(people.length < AGENTS);
  });

  it("are the same whatever the chunks, from stored responses or from new calls", async () => {
    const whole = modelRun(AGENTS);
    const digest = runDigest(await inChunks(engineAt(url()), whole, AGENTS, 1));
    const before = agentRequests().length;
    for (const [size, parallel] of [[1, 1], [7, 3], [200, 2]] as const) {
      assert.equal(runDigest(await inChunks(engineAt(url()), whole, size, parallel)), digest);
    }
    assert.equal(agentRequests().length, before, "a stored response was requested again");
    assert.equal(runDigest(await inChunks(engineAt(url()), modelRun(AGENTS), 50, 2)), digest);
  });

  it("of a shorter run are a prefix of a longer run's", async () => {
    const [short, long] = [modelRun(40), modelRun(AGENTS)];
    const [prefix, chunk] = [
      await engineAt(url()).answer(short.run, 0, 40, short.io),
      await engineAt(url()).answer(long.run, 0, AGENTS, long.io),
    ];
    const reasonsOf = (of: AgentChunk) => Array.from(of.reason.slice(0, 40), (place) => of.reasons[place]);
    assert.deepEqual(prefix.answer, chunk.answer.slice(0, 40));
    assert.deepEqual(reasonsOf(prefix), reasonsOf(chunk));
  });

  it("are completed after a kill without repeating a stored call", async () => {
    const digest = runDigest(await inChunks(engineAt(url()), modelRun(AGENTS), AGENTS, 1));
    mock.clearRequests();

    const store = new MemoryAnswerStore();
    const kill = new AbortController();
    const stored = store.put.bind(store);
    store.put = async (response) => {
      const storedResponse = await stored(response);
      if (store.responses.size >= 100) kill.abort(new Error("killed"));
      return storedResponse;
    };
    const first = modelRun(AGENTS, { store, signal: kill.signal });
    await assert.rejects(inChunks(engineAt(url()), first, 60, 3), /killed/);
    const storedPersonas = new Set([...store.responses.values()].map(({ persona }) => persona));
    assert.ok(storedPersonas.size >= 100 && storedPersonas.size < 250, `${storedPersonas.size}`);

    mock.clearRequests();
    const second = modelRun(AGENTS, { store });
    assert.equal(runDigest(await inChunks(engineAt(url()), second, 45, 2)), digest);
    const again = agentRequests().map((request) =>
      createHash("sha256").update(personIn(request)).digest("hex")
    );
    assert.deepEqual(
      again.filter((persona) => storedPersonas.has(persona)),
      [],
      "a stored answer was requested again",
    );
    assert.equal(new Set(again).size, store.responses.size - storedPersonas.size);
    assert.equal(received().length, again.length, "the recorded capabilities were probed again");
  });

  it("are the same through rate limits, server errors, broken bodies and disconnects", async () => {
    const digest = runDigest(await inChunks(engineAt(url()), modelRun(AGENTS), AGENTS, 1));
    // A request gives up after four answers that break off, which 300 personas meet once in a thousand runs.
    mock.setChaos({ rateLimitRate: 0.12, dropRate: 0.05, malformedRate: 0.02, disconnectRate: 0.02 });
    mock.clearRequests();
    const setup = modelRun(AGENTS);
    assert.equal(runDigest(await inChunks(engineAt(url()), setup, 100, 3)), digest);
    assert.ok(mock.getRequests().length > setup.store.responses.size * 1.1, "no fault was injected");
  });

  it("are the same for two workers that call for one persona: the first stored response counts", async () => {
    const setup = modelRun(AGENTS);
    const [a, b] = await Promise.all(
      [0, 1].map(() => engineAt(url()).answer(setup.run, 0, AGENTS, setup.io)),
    );
    assert.equal(runDigest([a!]), runDigest([b!]));
    assert.ok(agentRequests().length > setup.store.responses.size);
  });

  it("take no call for a response that another worker has stored since the chunk began", async () => {
    const setup = modelRun(AGENTS);
    const digest = runDigest([await engineAt(url()).answer(setup.run, 0, AGENTS, setup.io)]);
    mock.clearRequests();
    const getMany = setup.store.getMany.bind(setup.store);
    // The chunk reads the store as it was before the other worker's responses.
    setup.store.getMany = (keys) => keys.length > 1 ? Promise.resolve(new Map()) : getMany(keys);
    assert.equal(runDigest([await engineAt(url()).answer(setup.run, 0, AGENTS, setup.io)]), digest);
    assert.equal(received().length, 0);
  });

  it("reuse an earlier run's responses at no cost", async () => {
    const earlier = modelRun(AGENTS);
    const digest = runDigest([await engineAt(url()).answer(earlier.run, 0, AGENTS, earlier.io)]);
    mock.clearRequests();

    const reusing = modelRun(AGENTS, { store: new ReusingStore(earlier.store) });
    assert.equal(runDigest([await engineAt(url()).answer(reusing.run, 0, AGENTS, reusing.io)]), digest);
    assert.equal(mock.getRequests().length, 0);
    assert.ok([...reusing.store.responses.values()].every(({ reused, calls }) => reused && calls === 0));
    assert.deepEqual(await reusing.store.spent(), { prompt: 0, cached: 0, completion: 0, reasoning: 0 });
  });

  it("do not reuse an earlier run's failures", async () => {
    const earlier = modelRun(40);
    await engineAt(url()).answer(earlier.run, 0, 40, earlier.io);
    const [key] = earlier.store.responses.keys();
    const broken = { ...earlier.store.responses.get(key!)!, status: 400, raw: "{}" };
    earlier.store.responses.set(key!, broken);
    mock.clearRequests();
    const reusing = modelRun(40, { store: new ReusingStore(earlier.store) });
    await engineAt(url()).answer(reusing.run, 0, 40, reusing.io);
    assert.equal(agentRequests().length, 1);
    assert.deepEqual([reusing.store.responses.get(key!)?.status, reusing.store.responses.get(key!)?.reused], [
      200,
      false,
    ]);
  });

  it("have more personas with the same segments when there are replicates", async () => {
    const one = modelRun(AGENTS);
    const three = modelRun(AGENTS);
    await engineAt(url()).answer(one.run, 0, AGENTS, one.io);
    await engineAt(url(), { replicates: 3 }).answer(three.run, 0, AGENTS, three.io);
    assert.ok(three.store.responses.size > one.store.responses.size);
    assert.deepEqual(
      new Set([...three.store.responses.values()].map(({ replicate }) => replicate)),
      new Set([0, 1, 2]),
    );
  });

  it("have the order in which each persona read the options recorded", async () => {
    const setup = modelRun(60);
    await engineAt(url()).answer(setup.run, 0, 60, setup.io);
    const orders = agentRequests().map(({ messages }) =>
      [...messages[1]!.content.matchAll(/^- "(\w+)": /gm)].map(([, option]) => option).join()
    );
    const recorded = [...setup.store.responses.values()].map(({ options }) => options);
    assert.deepEqual(orders.sort(), recorded.sort());
    assert.ok(new Set(recorded).size > 3);
  });

  it("wait for a server that is down instead of coming from another engine, and lose no response", async () => {
    const setup = modelRun(AGENTS);
    const put = setup.store.put.bind(setup.store);
    setup.store.put = (response) => {
      if (setup.store.responses.size >= 50) mock.setChaos({ dropRate: 1 });
      return put(response);
    };
    await assert.rejects(engineAt(url()).answer(setup.run, 0, AGENTS, setup.io), (error) => {
      assert.ok(error instanceof EngineError);
      assert.deepEqual([error.name, error.code, error.retryable], [
        "EngineUnavailable",
        "engine_unavailable",
        true,
      ]);
      return true;
    });
    const storedCount = setup.store.responses.size;
    assert.ok(storedCount >= 50 && storedCount < 250);
    setup.store.put = put;
    mock.clearChaos();
    mock.clearRequests();
    await engineAt(url()).answer(setup.run, 0, AGENTS, setup.io);
    assert.equal(agentRequests().length, setup.store.responses.size - storedCount);
  });
});
