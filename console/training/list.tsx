import { Link, useNavigate } from "@tanstack/react-router";
import { type ItemOf, path } from "../api/calls.ts";
import { useList } from "../api/queries.ts";
import { Dialog } from "../components/dialog.tsx";
import { Time } from "../components/format.tsx";
import { Page } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Column, ListTable } from "../components/table.tsx";
import { NewRun } from "./new-run.tsx";

type TrainingRun = ItemOf<"listTraining">;

const REFRESH_MS = 4_000;

const COLUMNS: readonly Column<TrainingRun>[] = [
  {
    header: "Name",
    cell: ({ training_id: id, workflow_name }) => (
      <Link to="/training/$id" params={{ id }}>{workflow_name}</Link>
    ),
  },
  { header: "State", cell: ({ status }) => <Badge status={status.toLowerCase()} /> },
  { header: "File", cell: ({ upload_received }) => upload_received ? "received" : "none" },
  { header: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
  { header: "Ended", cell: ({ completed_at }) => <Time at={completed_at} /> },
];

/** The organization's training runs, the newest first. */
export function TrainingPage() {
  const list = useList("listTraining", path`/v1/training`, {}, {
    refetchInterval: (runs) => runs.some(({ status }) => status === "RUNNING") ? REFRESH_MS : false,
  });
  return (
    <Page title="Training runs" actions={<NewRunDialog />}>
      <ListTable
        list={list}
        what="the training runs"
        caption="Training runs"
        columns={COLUMNS}
        rowId={({ training_id }) => training_id}
       empty="No training runs yet">
        <p>
          A training run compares what the service predicts with a survey of your own: a CSV of what people
          answered, by segment. Its results are a preview and change no verdict.
        </p>
      </ListTable>
    </Page>
  );
}

function NewRunDialog() {
  const navigate = useNavigate();
  return (
    <Dialog
      title="Start a training run"
      trigger={<button type="button" className="primary">Start a training run</button>}
    >
      {(close) => (
        <NewRun
          onStarted={async (id) => {
            close();
            await navigate({ to: "/training/$id", params: { id } });
          }}
        />
      )}
    </Dialog>
  );
}
