import { type DataOf, path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { interval, pct } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Facts, Section } from "../components/page.tsx";

const ANSWERS = ["yes", "maybe", "no"] as const;

/** The verdict of a completed simulation, with what may be claimed about it. */
export function Verdict({ simulation: { id } }: { readonly simulation: DataOf<"showSimulation"> }) {
  const results = useRead("simulationResults", path`/v1/simulations/${id}/results`, { agents: false }, {
    staleTime: Infinity,
  });
  return (
    <Section title="Verdict">
      <Loaded query={results} what="the verdict">
        {({ data: { verdict, calibration_boundary } }) => (
          <>
            <Facts
              facts={ANSWERS.map((answer) => [
                answer,
                `${pct(verdict[`${answer}_pct`])}, 95 % interval ${interval(verdict.interval_pct?.[answer])}`,
              ])}
            />
            <p>{calibration_boundary.disclaimer}</p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
