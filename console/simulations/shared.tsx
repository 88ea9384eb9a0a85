import { ServiceError } from "#client/index.ts";
import type { DataOf } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { count, Time } from "../components/format.tsx";
import { Frame } from "../components/frame.tsx";
import { ErrorNotice, Loaded, Page, Section } from "../components/page.tsx";
import { Method } from "./method.tsx";
import { Dimension, dimensionsOf } from "./segments.tsx";
import { Statement } from "./verdict.tsx";

type Shared = DataOf<"showShared">;

const NO_TEST: ReadonlySet<string> = new Set();

/** A verdict as whoever has its link sees it: read-only, without agents and without the console. */
export default function SharedPage({ token }: { readonly token: string }) {
  const shared = useRead("showShared", { token });
  const isEnded = shared.error instanceof ServiceError && shared.error.status === 404;
  return (
    <Frame>
      <Page title={isEnded ? "This link shows nothing" : "A verdict of simulated respondents"}>
        {isEnded
          ? (
            <ErrorNotice error={shared.error}>
              <p>Whoever sent it has ended it, or it is mistyped.</p>
            </ErrorNotice>
          )
          : (
            <Loaded query={shared} what="the verdict">
              {(data) => <SharedVerdict data={data} />}
            </Loaded>
          )}
      </Page>
    </Frame>
  );
}

function SharedVerdict({ data }: { readonly data: Shared }) {
  const results = { ...data, simulation_id: "shared" };
  const dimensions = dimensionsOf(results);
  return (
    <>
      <p className="question">“{results.customer_question}”</p>
      <Statement results={results} />
      <p className="soft">
        {count(results.agent_count)} simulated respondents, <Time at={results.completed_at} />.
      </p>
      {dimensions.length === 0 ? null : (
        <Section title="Groups">
          <div className="grid charts">
            {dimensions.map((dimension) => (
              <Dimension
                key={dimension}
                {...{ results, dimension, answer: "yes", passed: NO_TEST, order: "natural" }}
              />
            ))}
          </div>
        </Section>
      )}
      <Method results={results} />
    </>
  );
}
