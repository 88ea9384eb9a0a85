import { path } from "../api/calls.ts";
import { useChange } from "../api/queries.ts";
import { Dialog } from "../components/dialog.tsx";
import { ErrorNotice } from "../components/notices.tsx";
import { CopyButton } from "../components/status.tsx";

/** A link that is given or ended changes what these show. */
const CHANGES = ["showSimulation", "listSimulations"] as const;

/** Gives the read-only link to a verdict, and ends it. Its button says whether there is one. */
export function Share({ id, isShared }: { readonly id: string; readonly isShared: boolean }) {
  const share = useChange("shareSimulation", "POST", path`/v1/simulations/${id}/share`, CHANGES);
  const end = useChange("endSimulationShare", "DELETE", path`/v1/simulations/${id}/share`, CHANGES);
  // The one takes back what the other said.
  const give = () => share.mutate(undefined, { onSuccess: end.reset });
  const revoke = () => end.mutate(undefined, { onSuccess: share.reset });
  const url = share.data?.url;
  const error = share.error ?? end.error;
  const trigger = <button type="button" className="small">{isShared ? "Shared" : "Share"}</button>;
  return (
    <Dialog title="Share this verdict" trigger={trigger}>
      {() => (
        <>
          <ErrorNotice error={error} />
          {end.isSuccess ? <p role="status">The link is ended.</p> : null}
          <p>Whoever has the link sees the verdict, and neither respondents nor anything else of yours.</p>
          {url === undefined
            ? (
              <button type="button" className="primary" onClick={give}>
                {isShared ? "Show the link" : "Make the link"}
              </button>
            )
            : (
              <p className="actions">
                <a href={url}>Read-only link</a> <CopyButton text={url} what="the link" />{" "}
                <button type="button" className="small danger" onClick={revoke}>
                  End the link
                </button>
              </p>
            )}
        </>
      )}
    </Dialog>
  );
}
