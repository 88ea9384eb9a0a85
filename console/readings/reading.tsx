import { path } from "../api/calls.ts";
import { Act } from "../components/dialog.tsx";
import { money, Time } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { Blocks } from "./blocks.tsx";
import { type Insights, isUnderWay, useInsights } from "./insights.ts";

/** A simulation's Reading in whatever state it is. */
export function Reading({ simulationId }: { readonly simulationId: string }) {
  const insights = useInsights(simulationId);
  return (
    <Section title="Reading">
      <Loaded query={insights} what="the Reading, which takes some seconds">
        {(data) => (
          <>
            <State insights={data} reason={insights.meta?.reason_message} />
            {insights.meta?.generate_url !== undefined && (
              <div className="actions">
                <Act
                  call={["generateInsights", "POST", path`/v1/simulations/${simulationId}/insights/generate`, [
                    "showInsights",
                  ]]}
                  label={data.insights_status === "failed" ? "Generate the Reading again" : "Generate the Reading"}
                  className="primary"
                />
              </div>
            )}
            <Content insights={data} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function State({ insights, reason }: { readonly insights: Insights; readonly reason: string | undefined }) {
  const { insights_status, error_message } = insights;
  if (insights_status === "completed") return null;
  return (
    <p role="status">
      <Badge status={insights_status} /> {isUnderWay(insights)
        ? "It is being written; this page shows it when it is there."
        : reason ?? error_message}
    </p>
  );
}

const WRITTEN_BY: Readonly<Record<string, string>> = {
  computed: "Its texts are computed, without a language model.",
  small: "A small language model wrote its texts from the computed figures, which were checked.",
  mixed:
    "A small language model wrote some of its texts from the computed figures, which were checked; the others are computed.",
};

function Content({ insights }: { readonly insights: Insights }) {
  const { post_hoc, block_status, calibration_boundary, generated_at, cost_usd_estimate } = insights;
  if (post_hoc === null || block_status === null) return null;
  return (
    <>
      {calibration_boundary === null
        ? null
        : (
          <div className="notice" role="note" aria-label="Disclaimer of the Reading">
            <p className="disclaimer">{calibration_boundary.disclaimer}</p>
          </div>
        )}
      <Blocks blocks={post_hoc} states={block_status} />
      <p className="hint">
        {WRITTEN_BY[calibration_boundary?.model_tier ?? "computed"]} Written <Time at={generated_at} />
        {cost_usd_estimate === null ? "" : `, counted as ${money(cost_usd_estimate)} of the month's ceiling`}.
      </p>
    </>
  );
}
