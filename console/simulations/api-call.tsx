import { BASE_URL, type Operation, placeOf } from "../api/calls.ts";
import { CopyButton } from "../components/status.tsx";

/** A call of the API; without a body it reads. */
interface ApiCall {
  readonly operation: Operation;
  readonly args: Readonly<Record<string, string | boolean>>;
  readonly body?: object;
}

/** What the page does, as a call of the API. The key stays in the reader's environment, and no secret is shown. */
export function ApiCallExample({ call }: { readonly call: ApiCall }) {
  const command = curlOf(call);
  return (
    <details className="api-call no-print">
      <summary>This as an API call</summary>
      <pre tabIndex={0} aria-label="The call in curl"><code>{command}</code></pre>
      <CopyButton text={command} what="the call in curl" />
      <p className="hint">
        Make a key under “API keys” and keep it in SIMULATION_API_KEY: it is no part of the call.
      </p>
    </details>
  );
}

function curlOf({ operation, args, body }: ApiCall): string {
  const { path, query } = placeOf(operation, args);
  const parameters = new URLSearchParams(query as Record<string, string>).toString();
  const lines = [
    `curl ${quoted(`${BASE_URL}${path}${parameters === "" ? "" : `?${parameters}`}`)}`,
    `  -H "Authorization: Bearer $SIMULATION_API_KEY"`,
    ...(body === undefined ? [] : [
      `  -H "Idempotency-Key: a-question-of-the-console-$(date +%s%N)"`,
      `  -H "Content-Type: application/json"`,
      `  -d ${quoted(JSON.stringify(body, withoutSecrets, 2))}`,
    ]),
  ];
  return lines.join(" \\\n");
}

/** Of a callback URL the person and the query are left out: both may hold a secret. */
function withoutSecrets(name: string, value: unknown): unknown {
  const url = name === "callback_url" && typeof value === "string" ? URL.parse(value) : null;
  return url === null ? value : `${url.origin}${url.pathname}`;
}

/** A word of the shell that means itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
