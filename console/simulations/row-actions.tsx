import { Link } from "@tanstack/react-router";
import { type ItemOf, path } from "../api/calls.ts";
import { useChange } from "../api/queries.ts";
import { Act, Dialog } from "../components/dialog.tsx";
import { Form, TextField } from "../components/form.tsx";
import { ErrorNotice } from "../components/notices.tsx";
import { hasEnded, titleOf } from "./run.tsx";

type Simulation = ItemOf<"listSimulations">;

interface Labels {
  name: string;
  /** Separated by commas. */
  tags: string;
}

/** What can be done with a row of the list: its name and tags, and where it is kept. */
export function RowActions({ simulation }: { readonly simulation: Simulation }) {
  const title = simulation.name ?? titleOf(simulation);
  return (
    <Dialog
      title={title}
      trigger={<button type="button" className="small" aria-label={`More of ${title}`}>⋯</button>}
    >
      {(close) => <Actions simulation={simulation} close={close} />}
    </Dialog>
  );
}

function Actions({ simulation, close }: { readonly simulation: Simulation; readonly close: () => void }) {
  const { id, archived } = simulation;
  const lists = ["listSimulations", "showSimulation"] as const;
  const change = useChange("changeSimulation", "PATCH", path`/v1/simulations/${id}`, lists);
  const archive = async () => {
    await change.mutateAsync({ archived: !archived });
    close();
  };
  return (
    <>
      <Form<Labels>
        defaults={{ name: simulation.name ?? "", tags: simulation.tags.join(", ") }}
        submit="Save"
        onSubmit={async ({ name, tags }) => {
          const named = tags.split(",").map((tag) => tag.trim()).filter((tag) => tag !== "");
          await change.mutateAsync({ name: name.trim() || null, tags: [...new Set(named)] });
          close();
        }}
      >
        <TextField name="name" label="Name" maxLength={100} hint="Stands in the list before the question." />
        <TextField name="tags" label="Tags" hint="Separated by commas, at most 20 of 40 characters." />
      </Form>
      {change.variables?.archived === undefined ? null : <ErrorNotice error={change.error} />}
      <p className="actions row-actions">
        <Link to="/" search={{ again: id }} className="button">Ask again</Link>
        <button type="button" onClick={() => void archive().catch(() => {})}>
          {archived ? "Take out of the archive" : "Archive"}
        </button>
        {hasEnded(simulation) && (
          <Act
            call={["deleteSimulation", "DELETE", path`/v1/simulations/${id}`, lists]}
            label="Delete"
            className="danger"
            title="Delete this simulation?"
            consequence="Its agents, verdict, Reading and link end with it. What it counted stays counted."
            confirm="Delete the simulation"
            onDone={close}
          />
        )}
      </p>
    </>
  );
}
