import { Tabs } from "radix-ui";
import { BASE_URL } from "../api/calls.ts";
import { CopyButton } from "../components/status.tsx";

/** A call of the API with the client's own method for it; without a body it reads. */
interface ApiCall {
  /** The path with its ids, such as `/v1/simulations/auto`. */
  readonly path: string;
  /** The call of the TypeScript client up to its body, such as `simulations.auto`. */
  readonly method: string;
  /** The client's arguments where they are not the body. */
  readonly args?: readonly unknown[];
  readonly body?: object;
}

/** The call that reads a verdict. */
export function resultsCall(id: string): ApiCall {
  return {
    path: `/v1/simulations/${id}/results?agents=false`,
    method: "simulations.results",
    args: [id, { agents: false }],
  };
}

const LANGUAGES = [["curl", curlOf], ["TypeScript", typeScriptOf], ["Python", pythonOf]] as const;

/** What the page does, as calls of the API. The key stays in the reader's environment, and no secret is shown. */
export function ApiCallExample({ call }: { readonly call: ApiCall }) {
  const shown = withoutSecrets(call);
  return (
    <details className="api-call no-print">
      <summary>This as an API call</summary>
      <Tabs.Root className="tabs" defaultValue="curl">
        <Tabs.List aria-label="Language">
          {LANGUAGES.map(([name]) => <Tabs.Trigger key={name} value={name}>{name}</Tabs.Trigger>)}
        </Tabs.List>
        {LANGUAGES.map(([name, write]) => (
          <Tabs.Content key={name} value={name}>
            <pre tabIndex={0} aria-label={`The call in ${name}`}><code>{write(shown)}</code></pre>
            <CopyButton text={write(shown)} what={`the call in ${name}`} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <p className="hint">
        Make a key under “API keys” and keep it in SIMULATION_API_KEY: it is no part of the call.
      </p>
    </details>
  );
}

/** Of a callback URL the person and the query are left out: both may hold a secret. */
function withoutSecrets(call: ApiCall): ApiCall {
  const text = JSON.stringify(
    call.body,
    (name, value: unknown) => name === "callback_url" ? bareUrl(value) : value,
  );
  return text === undefined ? call : { ...call, body: JSON.parse(text) as object };
}

function bareUrl(value: unknown): unknown {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url === null ? value : `${url.origin}${url.pathname}`;
}

function curlOf({ path, body }: ApiCall): string {
  const lines = [
    `curl ${quoted(`${BASE_URL}${path}`)}`,
    `  -H "Authorization: Bearer $SIMULATION_API_KEY"`,
    ...(body === undefined ? [] : [
      `  -H "Idempotency-Key: a-question-of-the-console-$(date +%s%N)"`,
      `  -H "Content-Type: application/json"`,
      `  -d ${quoted(JSON.stringify(body, null, 2))}`,
    ]),
  ];
  return lines.join(" \\\n");
}

/** A word of the shell that means itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function typeScriptOf({ method, args, body }: ApiCall): string {
  const given = (args ?? [body]).map((each) => JSON.stringify(each, null, 2)).join(", ");
  return `import { SimulationService } from "@simulation-service/client";

const service = new SimulationService({
  baseUrl: ${JSON.stringify(BASE_URL)},
  apiKey: process.env.SIMULATION_API_KEY,
});
const answer = await service.${method}(${given});
console.log(answer);`;
}

/** With no more than Python's own library. */
function pythonOf({ path, body }: ApiCall): string {
  const headers = [
    `"Authorization": f"Bearer {os.environ['SIMULATION_API_KEY']}"`,
    ...(body === undefined
      ? []
      : [`"Idempotency-Key": str(uuid.uuid4())`, `"Content-Type": "application/json"`]),
  ];
  const data = body === undefined ? "" : `\n    data=json.dumps(${literal(body)}).encode(),`;
  return `import json, os, urllib.request${body === undefined ? "" : ", uuid"}

call = urllib.request.Request(
    ${JSON.stringify(`${BASE_URL}${path}`)},
    headers={${headers.join(", ")}},${data}
)
with urllib.request.urlopen(call, timeout=60) as answer:
    print(json.load(answer)["data"])`;
}

/** A JSON value as Python writes it. */
function literal(value: object): string {
  const words: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };
  return JSON.stringify(value, null, 4)
    .replaceAll(/"(?:[^"\\]|\\.)*"|[a-z]+/g, (token) => words[token] ?? token)
    .replaceAll("\n", "\n    ");
}
