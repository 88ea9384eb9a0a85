import { useParams } from "@tanstack/react-router";
import { path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { Loaded } from "../components/notices.tsx";
import { Page } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { Verdict } from "./verdict.tsx";

/** A simulation. */
export function SimulationPage() {
  const { id } = useParams({ from: "/simulations/$id" });
  const simulation = useRead("showSimulation", path`/v1/simulations/${id}`);
  return (
    <Page title="Simulation">
      <Loaded query={{ ...simulation, data: simulation.data?.data }} what="the simulation">
        {(shown) =>
          shown.status === "completed" ? <Verdict simulation={shown} /> : <Badge status={shown.status} />}
      </Loaded>
    </Page>
  );
}
