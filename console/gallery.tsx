import type { Chart } from "./charts/draw.ts";
import { Figure } from "./charts/plot.tsx";
import { Act, Dialog, Menu } from "./components/dialog.tsx";
import { interval, pct, signedPoints, Time } from "./components/format.tsx";
import { Frame } from "./components/frame.tsx";
import { Button, EmptyState, ErrorNotice, Facts, Loading, Page, Section } from "./components/page.tsx";
import { Badge, CopyButton, Progress } from "./components/status.tsx";
import { DataTable } from "./components/table.tsx";

/** What pages are made of, on one page that `deno task console` shows and no build has. */
export default function Gallery() {
  return (
    <Frame>
      <Page title="Components" actions={<Button className="primary">Primary action</Button>}>
        <Section title="Text">
          <p className="question">A question is set in 18 px.</p>
          <p className="headline">A headline in 28 px.</p>
          <p>
            Prose is at most 68 characters wide, since eyes lose the next line where the way back to its
            beginning is long.
          </p>
          <p className="hint">
            A hint. {signedPoints(EXAMPLE.difference_pct)}, {interval(EXAMPLE.interval_pct)},{" "}
            <Time at="2026-11-24T12:00:00Z" />.
          </p>
        </Section>
        <Section title="States: green is health alone, amber made-up or broken">
          <p className="actions">
            {["completed", "running", "operational", "degraded", "made-up", "failed"].map((status) => (
              <Badge key={status} status={status} />
            ))}
          </p>
        </Section>
        <Section title="Buttons, menus and dialogs">
          <div className="actions">
            <Button>Button</Button>
            <Button small>Small</Button>
            <Button className="danger">Danger</Button>
            <Button disabled>Disabled</Button>
            <CopyButton text="text" what="a text" />
            <Menu of="an example">
              <Button small>First</Button>
              <Button small>Second</Button>
            </Menu>
            <Dialog title="A dialog" trigger={<Button>Dialog</Button>}>
              {() => <p>Its content.</p>}
            </Dialog>
            <Act
              call={["deleteWebhook", "DELETE", "/v1/webhooks/none"]}
              label="Delete"
              className="danger"
              title="Delete it?"
              consequence="It is gone."
            />
          </div>
        </Section>
        <Section title="Notices">
          <p className="notice">Something to know.</p>
          <p className="notice warning">Something made up or broken.</p>
          <ErrorNotice error={new Error("It could not be read.")} retry={() => {}} />
          <Loading what="an example" />
          <Progress value={40} label="An example" />
          <EmptyState title="Nothing yet">
            <p>What would stand here, and how to get there.</p>
          </EmptyState>
        </Section>
        <Section title="Facts">
          <Facts facts={[["Seed", <code key="seed">7</code>], ["Respondents", "1,000"]]} />
        </Section>
        <Section title="Table">{TABLE}</Section>
        <Section title="Figures">
          <Figure
            title="Shares"
            description="yes, maybe, no"
            chart={INTERVALS}
            name="shares"
            notes={[]}
            legend={["Dot: simulated respondents. Bar: people. Diamond: the public."]}
            table={TABLE}
          />
          <Figure title="Counts" description="1, 2, 3" chart={BARS} name="counts" notes={[]} />
        </Section>
      </Page>
    </Frame>
  );
}

/** Made-up numbers, under the names of the figures that the formatters are for. */
const EXAMPLE = { difference_pct: -9, interval_pct: [12.4, 87.2] };
const INTERVALS: Chart = {
  kind: "intervals",
  domain: [0, 100],
  unit: " %",
  line: { at: 50, label: "half" },
  rows: ([["yes", 70, [60, 80]], ["maybe", 40, [32, 50]], ["no", 10, [4, 20]]] as const).map((
    [label, share, interval_pct],
  ) => ({
    label,
    text: `${pct(share)} (${interval(interval_pct)})`,
    value: share,
    interval: interval_pct,
    colour: `--${label}`,
    beside: share + 4,
    isDim: label === "no",
  })),
};
const BARS: Chart = {
  kind: "bars",
  xLabel: "respondents",
  rows: [1, 2, 3].map((step) => ({ label: `${step}`, value: 10 * step, text: `${10 * step}` })),
};
const TABLE = (
  <DataTable
    caption="A table"
    columns={[
      { header: "Name", cell: ({ name }) => name, sortBy: ({ name }) => name },
      { header: "Share", cell: ({ share }) => pct(share), sortBy: ({ share }) => share, isNumber: true },
    ]}
    rows={[{ name: "South", share: 41 }, { name: "West", share: 0.2 }]}
    rowId={({ name }) => name}
  />
);
