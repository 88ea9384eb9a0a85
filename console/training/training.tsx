import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { DataOf, ItemOf } from "../api/calls.ts";
import { useChange, useChangeOf, useList, useRead } from "../api/queries.ts";
import { Act, Dialog } from "../components/dialog.tsx";
import { Form, TextField } from "../components/form.tsx";
import { count, decimal, pct, Time, timeFact } from "../components/format.tsx";
import { Button, Facts, Loaded, Page, Section } from "../components/page.tsx";
import { Badge, CopyButton } from "../components/status.tsx";
import { type Columns, DataTable, ListTable } from "../components/table.tsx";

/** The list reads all its pages anew, so it does so half as often as a run's page. */
const [LIST_MS, RUN_MS] = [4_000, 2_000];

const COLUMNS: Columns<ItemOf<"listTraining">> = {
  Name: ({ training_id: id, workflow_name }) => (
    <Link to="/training/$id" params={{ id }}>{workflow_name}</Link>
  ),
  State: ({ status }) => <Badge status={status.toLowerCase()} />,
  File: ({ upload_received }) => upload_received ? "received" : "none",
  Created: ({ created_at }) => <Time at={created_at} />,
  Ended: ({ completed_at }) => <Time at={completed_at} />,
};

/** The organization's training runs, the newest first. */
export function TrainingPage() {
  const list = useList("listTraining", {}, {
    refetchInterval: (runs) => runs.some(({ status }) => status === "RUNNING") ? LIST_MS : false,
  });
  const newRun = (
    <Dialog title="Start a training run" trigger={<Button className="primary">Start a training run</Button>}>
      {() => <NewRun />}
    </Dialog>
  );
  return (
    <Page title="Training runs" actions={newRun}>
      <ListTable
        list={list}
        caption="Training runs"
        columns={COLUMNS}
        rowId={({ training_id }) => training_id}
        empty="No training runs yet"
      >
        <p>
          A training run compares what the service predicts with a survey of your own: a CSV of what people
          answered, by segment. Its results are a preview and change no verdict.
        </p>
      </ListTable>
    </Page>
  );
}

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const LISTS = ["listTraining", "showTraining"] as const;

/** Makes a run, uploads its file where the page may, starts it and goes to its page. */
function NewRun() {
  const navigate = useNavigate();
  const file = useRef<HTMLInputElement>(null);
  const [elsewhere, setElsewhere] = useState<{ readonly id: string; readonly url: string } | null>(null);
  const create = useChange("createTrainingUpload", {}, LISTS);
  const start = useChangeOf((id: string) => ({ operation: "startTraining" as const, args: { id } }), LISTS);
  const goTo = (id: string) => navigate({ to: "/training/$id", params: { id } });
  const begin = async (
    { workflow_name, description }: Readonly<Record<"workflow_name" | "description", string>>,
  ) => {
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
    await goTo(training_id);
  };
  if (elsewhere !== null) return <Elsewhere {...elsewhere} onDone={() => goTo(elsewhere.id)} />;
  return (
    <Form defaults={{ workflow_name: "", description: "" }} submit="Start" onSubmit={begin}>
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
        <Button onClick={onDone}>To the run</Button>
      </p>
    </>
  );
}

const route = getRouteApi("/training/$id");

/** A training run, and once it has ended how far the predictions were off. */
export function TrainingRunPage() {
  const { id } = route.useParams();
  const run = useRead("showTraining", { id }, {
    refetchInterval: (data) => data?.status === "RUNNING" ? RUN_MS : false,
  });
  return (
    <Page title={run.data?.workflow_name ?? "Training run"}>
      <Loaded query={run} what="the training run">
        {(data) => (
          <>
            {data.failure_message === null ? null : <p className="notice error">{data.failure_message}</p>}
            <Facts
              facts={{
                State: <Badge status={data.status.toLowerCase()} />,
                Description: data.description,
                File: data.upload_received ? "received" : "none",
                Created: timeFact(data.created_at),
                Started: timeFact(data.started_at),
                Ended: timeFact(data.completed_at),
              }}
            />
            {data.status === "QUEUED" && (
              <Act
                call={["startTraining", { id: data.training_id }, LISTS]}
                label={data.upload_received ? "Start" : "Start without a file"}
                className="primary"
              />
            )}
            {data.results_available ? <Results id={id} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const BASES = {
  uploaded_file: "Computed from the uploaded file.",
  mock: "Made up: there was no file.",
  none: "The run failed, so there are no figures.",
} as const;

const SEGMENT_COLUMNS: Columns<DataOf<"trainingResults">["by_segment"][number]> = {
  Segment: ({ segment }) => segment,
  MAPE: { figure: ({ mape }) => pct(mape) },
  "Error, points": { figure: ({ mae_points }) => mae_points === null ? "–" : decimal(mae_points) },
  Rows: { figure: ({ observations }) => count(observations) },
  "Under 5 %": { figure: ({ small_actuals }) => count(small_actuals) },
};

function Results({ id }: { readonly id: string }) {
  const results = useRead("trainingResults", { id });
  return (
    <Section title="Results">
      <Loaded query={results} what="the results">
        {({ basis, mape, mae_points, smape, by_segment, disclaimer }) => (
          <>
            <p className={basis === "uploaded_file" ? undefined : "notice warning"}>{BASES[basis]}</p>
            <Facts
              facts={{
                "Mean absolute error": mae_points === null ? null : `${decimal(mae_points)} points`,
                MAPE: mape === null ? null : pct(mape),
                sMAPE: smape === null ? null : pct(smape),
              }}
            />
            {by_segment.length === 0 ? null : (
              <DataTable
                caption="By segment"
                rows={by_segment}
                rowId={({ segment }) => segment}
                columns={SEGMENT_COLUMNS}
              />
            )}
            <p className="notice disclaimer">{disclaimer}</p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
