import { ask } from "#testing/database.ts";
import { newOrganization } from "#testing/organizations.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { DATA_RETENTION_SCHEDULE } from "#temporal/scheduled-workflows.ts";
import { exactly } from "../judge.ts";
import { count, type Flow } from "./flow.ts";

/** Stored responses past their term: dozens of batches, so that a fault meets the purge. */
const OLD = 30_000;
const RECENT = 50;

const INSERT = `
  INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
  SELECT sha256(($1 || $3 || n)::bytea), $1::uuid, '\\x00', 202, 'sealed', now() - make_interval(hours => $3::integer)
  FROM generate_series(1, $2::integer) n`;

export const dataRetention: Flow = {
  name: "retention",
  what: "triggers the purge with 30,000 rows past their term; they go, those within their term stay",
  async begin(world) {
    const { id: organization } = await newOrganization();
    await ask(INSERT, [organization, OLD, "30"]);
    await ask(INSERT, [organization, RECENT, "20"]);
    const left = (condition: string) =>
      count(
        `SELECT count(*) FROM idempotency_keys WHERE organization_id = $1 AND answer = 'sealed'
           AND created_at ${condition} now() - interval '24 hours'`,
        organization,
      );
    return {
      tasks: [{
        async ask() {
          const seconds = Math.max(1, (world.until() - Date.now()) / 1000);
          // As the hour does it, which passes too seldom for a drill.
          return await waitFor("the purge to be triggered", async () => {
            await world.temporal.schedule.getHandle(DATA_RETENTION_SCHEDULE.scheduleId).trigger();
            return organization;
          }, { seconds, everyMs: 500 }).catch(() => null);
        },
        hasEnded: async () => await left("<") === 0,
        async observe() {
          const old = await left("<");
          return {
            item: `purge for ${organization}`,
            expected: "purged",
            states: { postgres: old === 0 ? "purged" : `${old} rows are left` },
            counts: [exactly("rows within their term", RECENT, await left(">="))],
          };
        },
      }],
    };
  },
};
