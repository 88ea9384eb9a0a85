/** Opens a run in the Temporal UI: its step, its retries and why, what can be sent to it. */
export function TemporalLink({ url, what }: { readonly url: string; readonly what: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={`${what} in the Temporal UI, opens a new tab`}>
      Temporal ↗
    </a>
  );
}
