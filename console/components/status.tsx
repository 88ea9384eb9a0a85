import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, ErrorNotice } from "./page.tsx";

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

export const toneOf = (status: string) => TONES[status] ?? "quiet";

/** A state as a word on its colour. */
export function Badge({ status, label }: { readonly status: string; readonly label?: string }) {
  return <span className={`badge ${toneOf(status)}`}>{label ?? status.replaceAll("_", " ")}</span>;
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

/** Saves a file that the page makes or reads; says what went wrong beside it. */
export function DownloadButton({ label, what, file, content }: {
  readonly label: string;
  /** What is downloaded, for screen readers: several buttons of a page have one label. */
  readonly what?: string;
  readonly file: string;
  /** Makes or reads the file. */
  readonly content: () => Promise<Blob>;
}) {
  const { mutate, isPending, error } = useMutation({ mutationFn: async () => save(await content(), file) });
  return (
    <>
      <Button
        small
        disabled={isPending}
        onClick={() => mutate()}
        aria-label={what === undefined ? label : `${label}: ${what}`}
      >
        {isPending ? "One moment …" : label}
      </Button>
      <ErrorNotice error={error} />
    </>
  );
}

/** The file's URL must outlive the click: some browsers begin to read it later. */
const READ_WITHIN_MS = 60_000;

function save(content: Blob, file: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
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
