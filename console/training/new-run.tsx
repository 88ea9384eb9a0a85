import { useRef, useState } from "react";
import { path } from "../api/calls.ts";
import { useChange, useChangeOf } from "../api/queries.ts";
import { Form, TextField } from "../components/form.tsx";
import { CopyButton } from "../components/status.tsx";

interface Named {
  workflow_name: string;
  description: string;
}

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const LISTS = ["listTraining", "showTraining"] as const;

/** The call that starts a queued run. */
export const startOf = (id: string) =>
  ["startTraining", "POST", path`/v1/training/${id}/start`, LISTS] as const;

/** Makes a run, uploads its file where the page may, and starts it. */
export function NewRun({ onStarted }: { readonly onStarted: (id: string) => Promise<unknown> }) {
  const file = useRef<HTMLInputElement>(null);
  const [elsewhere, setElsewhere] = useState<{ readonly id: string; readonly url: string } | null>(null);
  const create = useChange("createTrainingUpload", "POST", path`/v1/training/uploads`, LISTS);
  const start = useChangeOf((id: string) => {
    const [operation, method, path] = startOf(id);
    return { operation, method, path };
  }, LISTS);
  const begin = async ({ workflow_name, description }: Named) => {
    const csv = file.current?.files?.[0];
    if (csv !== undefined && csv.size > MAX_FILE_BYTES) throw new Error("The file is over 25 MiB.");
    const { training_id, upload_url } = await create.mutateAsync({
      workflow_name,
      ...(description === "" ? {} : { description }),
      ...(csv === undefined || csv.size === 0 ? {} : { file_bytes: csv.size }),
    });
    if (csv !== undefined) {
      // The page may call its own origin alone: an object store's URL is for the command line.
      if (new URL(upload_url).origin !== location.origin) {
        return setElsewhere({ id: training_id, url: upload_url });
      }
      const stored = await fetch(upload_url, {
        method: "PUT",
        headers: { "Content-Type": "text/csv" },
        body: csv,
      });
      if (!stored.ok) throw new Error(`The file was refused with ${stored.status}: ${await stored.text()}`);
    }
    await start.mutateAsync(training_id);
    await onStarted(training_id);
  };
  if (elsewhere !== null) return <Elsewhere {...elsewhere} onDone={() => onStarted(elsewhere.id)} />;
  return (
    <Form<Named>
      defaults={{ workflow_name: "", description: "" }}
      submit="Start"
      onSubmit={begin}
    >
      <TextField name="workflow_name" label="Name" required maxLength={120} />
      <TextField name="description" label="Description" maxLength={1_000} />
      <label className="field">
        Calibration file
        <input ref={file} type="file" accept=".csv,text/csv" />
        <span className="hint">
          CSV with the header{" "}
          <code>segment,question,observed_yes_pct[,n]</code>, at most 25 MiB. Without a file the results are
          made up.
        </span>
      </label>
    </Form>
  );
}

/** Files of an object store are put there by a command. */
function Elsewhere({ url, onDone }: { readonly url: string; readonly onDone: () => unknown }) {
  const command = `curl -T calibration.csv -H "Content-Type: text/csv" '${url}'`;
  return (
    <>
      <p>The file goes to your object store, within 15 minutes; then start the run on its page.</p>
      <pre tabIndex={0} aria-label="The upload"><code>{command}</code></pre>
      <p className="actions">
        <CopyButton text={command} what="the upload" />
        <button type="button" onClick={onDone}>To the run</button>
      </p>
    </>
  );
}
