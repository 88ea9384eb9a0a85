import { useState } from "react";
import { Button } from "./page.tsx";

/** What a state means for its reader: green is health alone, amber made-up or broken. The word stands in the colour. */
const TONES: Readonly<Record<string, "good" | "bad" | "amber" | "busy" | "quiet">> = {
  succeeded: "good",
  operational: "good",
  failed: "bad",
  outage: "bad",
  revoked: "bad",
  expired: "bad",
  queued: "busy",
  running: "busy",
  pending: "busy",
  degraded: "amber",
  "made-up": "amber",
};

/** A state as a word on its colour. */
export function Badge({ status, label }: { readonly status: string; readonly label?: string }) {
  return <span className={`badge ${TONES[status] ?? "quiet"}`}>{label ?? status.replaceAll("_", " ")}</span>;
}

/** Copies a text; says that it did. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Cannot copy here: select the text");
    }
    setTimeout(() => setSaid(""), 3_000);
  };
  return (
    <>
      <Button small onClick={copy} aria-label={`Copy ${what}`}>Copy</Button>
      <span role="status" className="said">{said}</span>
    </>
  );
}

/** A text that programs read, with the button that copies it. */
export function CopiedCode({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span>
      <code>{text}</code> <CopyButton text={text} what={what} />
    </span>
  );
}

/** A secret, shown once. */
export function SecretOnce({ secret, what }: { readonly secret: string; readonly what: string }) {
  return (
    <div className="notice">
      <p role="status">This is {what}. It is shown here and never again: put it where your secrets are.</p>
      <p className="secret">
        <code>{secret}</code> <CopyButton text={secret} what={what} />
      </p>
    </div>
  );
}

/** How far something is, 0 to 100. */
export function Progress({ value, label }: { readonly value: number; readonly label: string }) {
  return (
    <div className="progress">
      <progress max={100} value={value} aria-label={label} />
      <span>{Math.floor(value)} %</span>
    </div>
  );
}

/** An id, shortened to its end, whole on hover and for the clipboard. */
export function Id({ id }: { readonly id: string }) {
  return <code title={id} className="id">…{id.slice(-12)}</code>;
}

/** Opens a run in the Temporal UI: its step, its retries and why, what can be sent to it. */
export function TemporalLink({ url, what }: { readonly url: string; readonly what: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={`${what} in the Temporal UI, opens a new tab`}>
      Temporal ↗
    </a>
  );
}
