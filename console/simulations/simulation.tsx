import { ServiceError } from "#client/index.ts";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { Act, Dialog, Menu } from "../components/dialog.tsx";
import { Button, ErrorNotice, Loaded, Page } from "../components/page.tsx";
import { Badge, CopyButton } from "../components/status.tsx";
import { hasEnded, RunFailure, RunProgress, type Simulation, titleOf, useRun } from "./run.tsx";
import { SimulationFacts, Verdict } from "./verdict.tsx";

const route = getRouteApi("/simulations/$id");
/** What shows a simulation. */
const CHANGES = ["showSimulation", "listSimulations"] as const;

/** One simulation, from the queue to its verdict. */
export function SimulationPage() {
  const { id } = route.useParams();
  // Another simulation is another page: nothing of the former one stays.
  return <Run key={id} id={id} />;
}

function Run({ id }: { readonly id: string }) {
  const { read, waiting } = useRun(id);
  if (read.data === undefined) {
    const isUnknown = read.error instanceof ServiceError &&
      (read.error.status === 404 || read.error.status === 400);
    return isUnknown
      ? (
        <Page title="There is no such simulation">
          <ErrorNotice error={read.error}>
            <p>
              The address may be mistyped, or it belongs to another organization than the one that you are
              signed in to.
            </p>
          </ErrorNotice>
          <Link to="/simulations" search={{}}>Your organization's simulations</Link>
        </Page>
      )
      : (
        <Page title="Simulation">
          <Loaded query={read} what="the simulation">{() => null}</Loaded>
        </Page>
      );
  }
  const simulation = read.data;
  const { status, question } = simulation;
  const title = titleOf(simulation);
  const cancel = (
    <Act
      call={["cancelSimulation", { id }, CHANGES]}
      label="Cancel"
      className="danger"
      title="Cancel this simulation?"
      consequence="It ends at once, as failed and without a verdict. Its agents stay counted against the month's quota."
      confirm="Cancel the simulation"
    />
  );
  return (
    <Page title={title} isQuestion actions={<Actions simulation={simulation} />}>
      {question === null || question === title ? null : <blockquote>{question}</blockquote>}
      {hasEnded(simulation) ? null : <ErrorNotice error={waiting.error} retry={() => waiting.refetch()} />}
      {status === "completed" ? <Verdict simulation={simulation} /> : (
        <>
          {status === "failed"
            ? <RunFailure simulation={simulation} />
            : <RunProgress simulation={simulation} actions={cancel} />}
          <SimulationFacts simulation={simulation} />
        </>
      )}
    </Page>
  );
}

function Actions({ simulation: { id, status, shared } }: { readonly simulation: Simulation }) {
  const again = <Link to="/" search={{ again: id }} className="button small">Ask again</Link>;
  if (status !== "completed") {
    return (
      <>
        <Badge status={status} />
        {status === "failed" ? null : again}
      </>
    );
  }
  return (
    <>
      <Share id={id} isShared={shared} />
      <Menu of="the verdict">
        {again}
        <Link className="button small" to="/compare" search={{ a: id }}>Compare</Link>
        <Button small onClick={() => print()}>Print</Button>
      </Menu>
    </>
  );
}

/** Gives the read-only link to a verdict, and ends it. Its button says whether there is one. */
function Share({ id, isShared }: { readonly id: string; readonly isShared: boolean }) {
  /** Undefined until it is asked for, null once it is ended. */
  const [url, setUrl] = useState<string | null>();
  return (
    <Dialog title="Share this verdict" trigger={<Button small>{isShared ? "Shared" : "Share"}</Button>}>
      {() => (
        <>
          {url === null ? <p role="status">The link is ended.</p> : null}
          <p>Whoever has the link sees the verdict, and neither respondents nor anything else of yours.</p>
          {url
            ? (
              <p className="actions">
                <a href={url}>Read-only link</a> <CopyButton text={url} what="the link" />{" "}
                <Act
                  call={["endSimulationShare", { id }, CHANGES]}
                  label="End the link"
                  className="small danger"
                  onDone={() => setUrl(null)}
                />
              </p>
            )
            : (
              <Act
                call={["shareSimulation", { id }, CHANGES]}
                label={isShared ? "Show the link" : "Make the link"}
                className="primary"
                onDone={(share) => setUrl(share.url)}
              />
            )}
        </>
      )}
    </Dialog>
  );
}
