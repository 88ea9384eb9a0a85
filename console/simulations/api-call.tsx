import { Tabs } from "radix-ui";
import { BASE_URL, placeOf } from "../api/calls.ts";
import { CopyButton } from "../components/status.tsx";

/** The client's own methods for what the console shows as calls. */
const METHODS = {
  createSimulation: "create",
  autoSimulation: "auto",
  createSimulations: "batch",
  simulationResults: "results",
} as const;

/** A call of the API; without a body it reads. */
interface ApiCall {
  readonly operation: keyof typeof METHODS;
  readonly args: Readonly<Record<string, string | boolean>>;
  readonly body?: object;
}

/** Where it goes. */
function urlOf({ operation, args }: ApiCall): string {
  const { path, query } = placeOf(operation, args);
  const parameters = new URLSearchParams(query as Record<string, string>).toString();
  return `${BASE_URL}${path}${parameters === "" ? "" : `?${parameters}`}`;
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

function curlOf(call: ApiCall): string {
  const { body } = call;
  const lines = [
    `curl ${quoted(urlOf(call))}`,
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

function typeScriptOf({ operation, args: { id, ...query }, body }: ApiCall): string {
  const given = (body === undefined ? [id, query] : [body]).map((each) => JSON.stringify(each, null, 2));
  return `import { SimulationService } from "@simulation-service/client";

const service = new SimulationService({
  baseUrl: ${JSON.stringify(BASE_URL)},
  apiKey: process.env.SIMULATION_API_KEY,
});
const answer = await service.simulations.${METHODS[operation]}(${given.join(", ")});
console.log(answer);`;
}

/** With no more than Python's own library. */
function pythonOf(call: ApiCall): string {
  const { body } = call;
  const headers = [
    `"Authorization": f"Bearer {os.environ['SIMULATION_API_KEY']}"`,
    ...(body === undefined
      ? []
      : [`"Idempotency-Key": str(uuid.uuid4())`, `"Content-Type": "application/json"`]),
  ];
  const data = body === undefined ? "" : `\n    data=json.dumps(${literal(body)}).encode(),`;
  return `import json, os, urllib.request${body === undefined ? "" : ", uuid"}

call = urllib.request.Request(
    ${JSON.stringify(urlOf(call))},
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
