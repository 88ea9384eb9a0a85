import { ServiceError } from "#client/index.ts";
import { useState } from "react";
import type { DataOf, ItemOf } from "../api/calls.ts";
import { useChange, useKeyNames, useList, useRead } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { Choice } from "../components/filters.tsx";
import { ago, count, money, Time } from "../components/format.tsx";
import { Button, ErrorNotice, Facts, Loaded, Page, Section } from "../components/page.tsx";
import { type Columns, DataTable } from "../components/table.tsx";
import { useIsOwner } from "../organizations/people.tsx";

type Usage = DataOf<"showUsage">;

/** What the month has used of what the plan allows, and the way to the billing provider. */
export function UsagePage() {
  const usage = useRead("showUsage", {});
  return (
    <Page title="Usage and plan">
      <Loaded query={usage} what="the usage">
        {(data) => (
          <>
            <Facts
              facts={{
                Plan: <strong>{data.plan_tier}</strong>,
                "Agents of one simulation": `at most ${count(data.agent_count_ceiling)}`,
                Requests: `${count(data.rate_limit_per_minute)} a minute of each key and each person`,
                "Simulations of all months": count(data.simulations_lifetime),
              }}
            />
            <Month usage={data} />
          </>
        )}
      </Loaded>
      <Days />
      <Purchases />
      <Billing />
    </Page>
  );
}

/** The day on which the month's meters begin anew, in UTC as they do: "Dec 1". */
function resetOf(end: string): string {
  return new Date(end).toLocaleDateString(undefined, { month: "short", day: "numeric", timeZone: "UTC" });
}

function Month({ usage }: { readonly usage: Usage }) {
  const { end } = usage.period;
  return (
    <Section title="This month">
      <p>
        <strong>Resets {resetOf(end)}</strong>,{" "}
        {ago(end)}: months are those of UTC. A simulation counts with all its agents when it is accepted; one
        that could not start is given back.
      </p>
      <Meter
        label="Simulations"
        used={usage.simulations_this_period}
        limit={usage.simulations_limit}
      />
      <Meter
        label="Agents of these simulations"
        used={usage.agent_runs_this_period}
        limit={usage.agent_runs_limit}
      />
      <Meter
        label="Cost of Readings"
        used={usage.reading_cost_usd_this_period}
        limit={usage.reading_ceiling_usd}
        show={money}
        note={`${
          count(usage.readings_this_period)
        } Readings were started and did not fail; one that still runs is in the number, not yet in the cost.`}
      />
    </Section>
  );
}

/** A meter with the same in words. */
function Meter({ label, used, limit, show = count, note }: {
  readonly label: string;
  readonly used: number;
  /** Null: none. */
  readonly limit: number | null;
  readonly show?: (value: number) => string;
  readonly note?: string;
}) {
  const words = limit === null
    ? `${show(used)} used; your plan sets no limit`
    : `${show(used)} of ${show(limit)} used, ${used < limit ? show(limit - used) : "nothing"} left`;
  return (
    <div className="meter" role="group" aria-label={label}>
      <h3>{label}</h3>
      {limit === null ? null : (
        <meter
          aria-label={label}
          aria-valuetext={words}
          min={0}
          max={Math.max(limit, Number.MIN_VALUE)}
          low={limit * 0.8}
          high={limit * 0.95}
          optimum={0}
          value={Math.min(used, limit)}
        />
      )}
      <p>{words}.</p>
      {note === undefined ? null : <p className="soft">{note}</p>}
    </div>
  );
}

/** The billing provider's portal, in this window. */
function Billing() {
  const isOwner = useIsOwner();
  const open = useChange("openBillingPortal", {});
  const press = () => open.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) });
  const { error } = open;
  const isUnknown = error instanceof ServiceError && error.code === "billing_disabled";
  return (
    <Section title="Billing">
      <p>
        Invoices, the means of payment, and changes of the subscription are in the billing provider's portal.
      </p>
      {isOwner
        ? (
          <p>
            <Button disabled={open.isPending} onClick={press}>
              {open.isPending ? "One moment …" : "Open the billing portal"}
            </Button>
          </p>
        )
        : <p className="soft">Owners of the organization open it.</p>}
      <ErrorNotice error={error} />
      {isUnknown && (
        <p className="notice">
          The portal shows what was bought for this organization, and nothing was bought yet. Pay with your
          own address: the mailed link, or your yes on this page, makes the purchase the organization's and
          opens the portal. Plans by contract are set by the people who operate the service.
        </p>
      )}
    </Section>
  );
}

type Entry = ItemOf<"showDailyUsage">;

/** What each key, and people, asked for by day. */
function Days() {
  const [days, setDays] = useState(30);
  const usage = useRead("showDailyUsage", { days });
  const keys = useKeyNames();
  const by = ({ key_id }: Entry) => key_id === null ? "people, in the console" : keys.get(key_id) ?? key_id;
  const columns: Columns<Entry> = {
    "Day (UTC)": ({ date }) => date,
    By: by,
    Simulations: { figure: ({ simulations }) => count(simulations) },
    Agents: { figure: ({ agent_runs }) => count(agent_runs) },
  };
  return (
    <Section
      title="By day and key"
      actions={
        <Choice
          label="Show "
          value={days}
          options={[7, 30, 90].map((each) => [each, `${each} days`])}
          onChange={setDays}
        />
      }
    >
      <Loaded query={usage} what="the days">
        {(entries) => (
          <DataTable
            caption="Usage by day and key"
            columns={columns}
            rows={entries}
            rowId={({ date, key_id }) => `${date} ${key_id}`}
            empty="Nothing was asked in these days"
          >
            <p>Each day has a line for every key, and one for people, that asked something.</p>
          </DataTable>
        )}
      </Loaded>
    </Section>
  );
}

/** The purchases that were made with the address of who looks, and wait for a yes. Nothing where there are none. */
function Purchases() {
  const { data } = useList("listPurchases", {});
  const waiting = data?.filter(({ claimed_at }) => claimed_at === null) ?? [];
  if (waiting.length === 0) return null;
  return (
    <Section title="Did you buy this?">
      <p>
        Somebody paid with your address. If it was you, say yes: the purchase then counts for this
        organization, and its bill appears in the billing portal. If it was not, do nothing: it changes
        nothing, and is forgotten after 90 days.
      </p>
      <ul>
        {waiting.map(({ id, email, plan_tier, completed_at }) => (
          <li key={id}>
            {plan_tier === null ? "A plan that is not paid yet" : (
              <>
                The plan <strong>{plan_tier}</strong>
              </>
            )}, bought with {email} <Time at={completed_at} />{" "}
            <Act
              call={["claimPurchase", { purchase_id: id }, CHANGES]}
              label="Yes, it was me"
              className="small"
              title="Take this purchase for your organization?"
              consequence="Its subscription counts for the organization's plan, which it never lowers; owners see its bill in the billing portal."
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const CHANGES = ["listPurchases", "showUsage", "showOrganization", "showMe", "listAudit"] as const;
