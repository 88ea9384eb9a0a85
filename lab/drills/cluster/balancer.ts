import { type Behaviour, type Received, startReceiver } from "#testing/webhooks.ts";

const CHECK_EVERY_MS = 200;
const CHECK_TIMEOUT_MS = 1_500;
/** Headers of one connection, which the next one has of its own. */
const OF_A_CONNECTION = /^(host|connection|content-length|transfer-encoding|keep-alive|accept-encoding)$/;

interface Backend {
  readonly baseUrl: string;
  ready: boolean;
  requests: number;
}

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/**
 * Starts a small HTTP balancer in front of the APIs, as nginx, Envoy or a cloud's is in production. It sends requests in turn to those whose
 * `/readyz` answers 200. A request whose connection breaks, or that is answered 503, goes to another one when it may be repeated: a
 * GET, or one with an Idempotency-Key.
 */
export async function startBalancer() {
  const backends = new Map<string, Backend>();
  let next = 0;
  const pick = (tried: ReadonlySet<Backend>): Backend | undefined => {
    const left = [...backends.values()].filter((backend) => !tried.has(backend));
    const ready = left.filter(({ ready }) => ready);
    // With none ready any may be asked: its own 503 says more than the balancer's.
    const choice = ready.length > 0 ? ready : left;
    return choice[next++ % Math.max(choice.length, 1)];
  };
  const { url } = await startReceiver(async (request) => {
    const repeatable = request.method === "GET" || request.headers["idempotency-key"] !== undefined;
    const tried = new Set<Backend>();
    let answer: Answer = { status: 502 };
    for (let backend = pick(tried); backend !== undefined; backend = pick(tried)) {
      tried.add(backend);
      try {
        answer = await forward(backend, request);
        backend.requests++;
        if (answer.status !== 503) break;
      } catch {
        backend.ready = false;
      }
      if (!repeatable) break;
    }
    return answer;
  });
  setInterval(() => void Promise.all([...backends.values()].map(check)), CHECK_EVERY_MS);
  return {
    baseUrl: url,
    async add(baseUrl: string): Promise<void> {
      const backend = { baseUrl, ready: false, requests: 0 };
      backends.set(baseUrl, backend);
      await check(backend);
    },
    remove: (baseUrl: string) => void backends.delete(baseUrl),
    /** Requests of each API since the last call. */
    takeCounts: () =>
      [...backends.values()].map((backend) => {
        const { requests } = backend;
        backend.requests = 0;
        return requests;
      }),
  };
}

type Answer = Extract<Behaviour, { readonly status: number }>;

async function check(backend: Backend): Promise<void> {
  try {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const response = await fetch(`${backend.baseUrl}/readyz`, { signal });
    await response.body?.cancel();
    backend.ready = response.ok;
  } catch {
    backend.ready = false;
  }
}

async function forward({ baseUrl }: Backend, { method, path, headers, body }: Received): Promise<Answer> {
  const sent = Object.entries(headers).filter(([name, value]) =>
    !OF_A_CONNECTION.test(name) && typeof value === "string"
  ) as [string, string][];
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: [...sent, ["accept-encoding", "identity"]],
    redirect: "manual",
    ...(method === "GET" || body === "" ? {} : { body }),
  });
  const answer = await response.text();
  const kept = [...response.headers].filter(([name]) => !OF_A_CONNECTION.test(name));
  return { status: response.status, headers: Object.fromEntries(kept), body: answer };
}
