import { useQuery } from "@tanstack/react-query";
import { Tabs } from "radix-ui";
import { Loaded } from "../components/notices.tsx";
import { CopyButton } from "../components/status.tsx";

/** The receivers of `docs/webhooks/`, which the test suite runs; loaded when somebody looks at one. */
const SOURCES = import.meta.glob<string>("../../docs/webhooks/receiver.*", {
  query: "?raw",
  import: "default",
});

const LANGUAGES = [
  { name: "TypeScript", file: "receiver.ts", run: "node receiver.ts" },
  { name: "Python", file: "receiver.py", run: "python3 receiver.py" },
  { name: "Go", file: "receiver.go", run: "go run receiver.go" },
] as const;
type Language = (typeof LANGUAGES)[number];

/**
 * A receiver that verifies this webhook's signature, in three languages, and a signed request to try it with.
 *
 * @param secret where it is known: right after it was made
 */
export function ReceiverExample(
  { webhookId, secret }: { readonly webhookId: string; readonly secret: string | null },
) {
  return (
    <>
      <p>
        A complete receiver, on nothing but the language's standard library or the service's client. It
        verifies the signature over the raw bytes, refuses what is older than five minutes, and acts once on
        each event.
      </p>
      <Tabs.Root defaultValue="TypeScript" className="tabs">
        <Tabs.List aria-label="Language of the example">
          {LANGUAGES.map(({ name }) => <Tabs.Trigger key={name} value={name}>{name}</Tabs.Trigger>)}
        </Tabs.List>
        {LANGUAGES.map((language) => (
          <Tabs.Content key={language.name} value={language.name}>
            <Example language={language} secret={secret} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {secret === null
        ? (
          <p className="soft">
            The secret is not shown again. Right after a rotation this place shows a signed request to try the
            receiver with.
          </p>
        )
        : <SignedRequest webhookId={webhookId} secret={secret} />}
    </>
  );
}

function Example({ language: { name, file, run }, secret }: {
  readonly language: Language;
  readonly secret: string | null;
}) {
  const source = useQuery({ queryKey: ["receiver", file], queryFn: () => read(file), staleTime: Infinity });
  const command = `WEBHOOK_SECRET=${secret ?? "whsec_…"} PORT=8000 ${run}`;
  return (
    <>
      {name === "TypeScript" ? <pre>npm install @simulation-service/client</pre> : null}
      <pre aria-label={`Command for ${name}`}>{command}</pre>
      <Loaded query={source} what="the example">
        {(text) => (
          <>
            <p>
              <code>{file}</code> <CopyButton text={text} what={file} />
            </p>
            <pre tabIndex={0} aria-label={file}>{text}</pre>
          </>
        )}
      </Loaded>
    </>
  );
}

/** An example's text. In the project it imports the client from its sources, elsewhere from the package. */
async function read(file: string): Promise<string> {
  const text = await SOURCES[`../../docs/webhooks/${file}`]?.();
  if (text === undefined) throw new Error(`This build of the console lacks ${file}.`);
  return text.replace(/^\/\/ As a package: .*\n/m, "")
    .replace("../../client/verify-webhook.ts", "@simulation-service/client/verify-webhook");
}

/** A test event as the service would send it now, signed with the secret: for a receiver on one's own machine. */
function SignedRequest({ webhookId, secret }: { readonly webhookId: string; readonly secret: string }) {
  const request = useQuery({
    queryKey: ["signed", webhookId, secret],
    queryFn: () => signedRequest(webhookId, secret),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Loaded query={request} what="a signed request">
      {({ body, signature }) => {
        const command =
          `curl -i http://127.0.0.1:8000 -H 'Content-Type: application/json' -H 'X-Service-Signature: ${signature}' -d '${body}'`;
        return (
          <>
            <p>
              Try it on your machine: this request is signed with the secret above, and good for five minutes.
              The receiver answers 204; change a byte, and it answers 400.
            </p>
            <pre tabIndex={0} aria-label="A signed request">{command}</pre>
            <CopyButton text={command} what="the signed request" />
          </>
        );
      }}
    </Loaded>
  );
}

const ENCODER = new TextEncoder();

/** The body has no single quote, so that it stands between two of them in a shell. */
async function signedRequest(
  webhookId: string,
  secret: string,
): Promise<{ readonly body: string; readonly signature: string }> {
  const now = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    type: "webhook.test",
    created: now,
    data: { webhook_id: webhookId, message: "This is a test: your endpoint receives events." },
  });
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", ENCODER.encode(secret), hmac, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, ENCODER.encode(`${now}.${body}`)));
  const hex = Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { body, signature: `t=${now},v1=${hex}` };
}
