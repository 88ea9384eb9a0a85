import { path } from "../api/calls.ts";
import { useList } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { Time } from "../components/format.tsx";
import { Section } from "../components/page.tsx";

/** The purchases that were made with the address of who looks, and wait for a yes. Nothing where there are none. */
export function Purchases() {
  const { data } = useList("listPurchases", path`/v1/billing/purchases`);
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
              call={["claimPurchase", "POST", path`/v1/billing/purchases/${id}/claim`, CHANGES]}
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

/** What a claimed purchase changes. */
const CHANGES = ["listPurchases", "showUsage", "showOrganization", "showMe", "listAudit"] as const;
