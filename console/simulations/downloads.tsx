import { service } from "../api/calls.ts";
import { DownloadButton, textFile } from "../components/download.tsx";
import { Section } from "../components/page.tsx";
import type { Results } from "./conclusions.ts";

/** The results as files. Pictures have their own buttons. */
export function Downloads({ results: { simulation_id: id } }: { readonly results: Results }) {
  const csv = async (table: "agents" | "segments") =>
    textFile(await service.simulations.resultsCsv(id, { table }), "text/csv");
  return (
    <Section title="Download">
      <p className="hint">
        The CSV files are the API's own: UTF-8, a header row, formulas defused, and every row says that it is
        synthetic. JSON holds the verdict, the segments, the Reading and every agent.
      </p>
      <p className="actions">
        <DownloadButton
          label="Agents as CSV"
          file={`simulation-${id}-agents.csv`}
          content={() => csv("agents")}
        />
        <DownloadButton
          label="Segments as CSV"
          file={`simulation-${id}-segments.csv`}
          content={() => csv("segments")}
        />
        <DownloadButton
          label="Everything as JSON"
          file={`simulation-${id}.json`}
          content={async () =>
            textFile(JSON.stringify(await service.simulations.results(id), null, 2), "application/json")}
        />
      </p>
    </Section>
  );
}
