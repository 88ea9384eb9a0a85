import { getRouteApi } from "@tanstack/react-router";
import { type DataOf, path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { count, decimal, pct, timeFact } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Facts, Page, Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { DataTable } from "../components/table.tsx";
import { startOf } from "./new-run.tsx";

type TrainingRun = DataOf<"showTraining">;

const route = getRouteApi("/training/$id");
const REFRESH_MS = 2_000;

/** A training run, and once it has ended how far the predictions were off. */
export function TrainingRunPage() {
  const { id } = route.useParams();
  const run = useRead("showTraining", path`/v1/training/${id}`, {}, {
    refetchInterval: (data) => data?.status === "RUNNING" ? REFRESH_MS : false,
  });
  return (
    <Page title={run.data?.workflow_name ?? "Training run"}>
      <Loaded query={run} what="the training run">
        {(data) => (
          <>
            <State run={data} />
            {data.results_available ? <Results id={id} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function State({ run }: { readonly run: TrainingRun }) {
  return (
    <>
      {run.failure_message === null ? null : <p className="notice error">{run.failure_message}</p>}
      <Facts
        facts={[
          ["State", <Badge key="state" status={run.status.toLowerCase()} />],
          ["Description", run.description],
          ["File", run.upload_received ? "received" : "none"],
          ["Created", timeFact(run.created_at)],
          ["Started", timeFact(run.started_at)],
          ["Ended", timeFact(run.completed_at)],
        ]}
      />
      {run.status === "QUEUED" && (
        <Act
          call={startOf(run.training_id)}
          label={run.upload_received ? "Start" : "Start without a file"}
          className="primary"
        />
      )}
    </>
  );
}

const BASES = {
  uploaded_file: "Computed from the uploaded file.",
  mock: "Made up: there was no file.",
  none: "The run failed, so there are no figures.",
} as const;

function Results({ id }: { readonly id: string }) {
  const results = useRead("trainingResults", path`/v1/training/${id}/results`);
  return (
    <Section title="Results">
      <Loaded query={results} what="the results">
        {({ basis, mape, mae_points, smape, by_segment, disclaimer }) => (
          <>
            <p className={basis === "uploaded_file" ? undefined : "notice warning"}>{BASES[basis]}</p>
            <Facts
              facts={[
                ["Mean absolute error", mae_points === null ? null : `${decimal(mae_points)} points`],
                ["MAPE", mape === null ? null : pct(mape)],
                ["sMAPE", smape === null ? null : pct(smape)],
              ]}
            />
            {by_segment.length === 0 ? null : (
              <DataTable
                caption="By segment"
                rows={by_segment}
                rowId={({ segment }) => segment}
                columns={[
                  { header: "Segment", cell: ({ segment }) => segment },
                  { header: "MAPE", isNumber: true, cell: (row) => pct(row.mape) },
                  {
                    header: "Error, points",
                    isNumber: true,
                    cell: (row) => row.mae_points === null ? "–" : decimal(row.mae_points),
                  },
                  { header: "Rows", isNumber: true, cell: ({ observations }) => count(observations) },
                  { header: "Under 5 %", isNumber: true, cell: ({ small_actuals }) => count(small_actuals) },
                ]}
              />
            )}
            <p className="notice disclaimer">{disclaimer}</p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
