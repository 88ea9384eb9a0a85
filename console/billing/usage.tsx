import { useState } from "react";
import { ServiceError } from "#client/index.ts";
import { type DataOf, path } from "../api/calls.ts";
import { useChange, useRead } from "../api/queries.ts";
import { ago, count, money } from "../components/format.tsx";
import { useIsOwner } from "../organizations/members.tsx";
import { ErrorNotice, Loaded } from "../components/notices.tsx";
import { Facts, Page, Section } from "../components/page.tsx";
import { Days } from "./days.tsx";
import { Purchases } from "./purchases.tsx";

type Usage = DataOf<"showUsage">;

/** What the month has used of what the plan allows, and the way to the billing provider. */
export function UsagePage() {
  const usage = useRead("showUsage", path`/v1/usage`);
  return (
    <Page title="Usage and plan">
      <Loaded query={usage} what="the usage">
        {(data) => (
          <>
            <Facts
              facts={[
                ["Plan", <strong key="plan">{data.plan_tier}</strong>],
                ["Agents of one simulation", `at most ${count(data.agent_count_ceiling)}`],
                ["Requests", `${count(data.rate_limit_per_minute)} a minute of each key and each person`],
                ["Simulations of all months", count(data.simulations_lifetime)],
              ]}
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
  const open = useChange("openBillingPortal", "POST", path`/v1/billing/portal`);
  const [strange, setStrange] = useState<string | null>(null);
  const press = () =>
    open.mutate(undefined, {
      onSuccess: ({ url }) => isWebAddress(url) ? location.assign(url) : setStrange(url),
    });
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
            <button type="button" disabled={open.isPending} onClick={press}>
              {open.isPending ? "One moment …" : "Open the billing portal"}
            </button>
          </p>
        )
        : <p className="soft">Owners of the organization open it.</p>}
      <ErrorNotice error={error} />
      {isUnknown
        ? (
          <p className="notice">
            The portal shows what was bought for this organization, and nothing was bought yet. Pay with your
            own address: the mailed link, or your yes on this page, makes the purchase the organization's and
            opens the portal. Plans by contract are set by the people who operate the service.
          </p>
        )
        : null}
      {strange === null ? null : (
        <p role="alert" className="notice error">
          The billing provider named no web address: <code>{strange}</code>
        </p>
      )}
    </Section>
  );
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ["https:", "http:"].includes(new URL(url).protocol);
}
