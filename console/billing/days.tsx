import { useMemo, useState } from "react";
import { type ItemOf, path } from "../api/calls.ts";
import { useKeyNames, useRead } from "../api/queries.ts";
import { Choice } from "../components/filters.tsx";
import { Loaded } from "../components/notices.tsx";
import { Section } from "../components/page.tsx";
import { type Column, countColumn, DataTable } from "../components/table.tsx";

type Entry = ItemOf<"showDailyUsage">;

const PERIODS = [7, 30, 90];

/** What each key, and people, asked for by day. */
export function Days() {
  const [days, setDays] = useState(30);
  const usage = useRead("showDailyUsage", path`/v1/usage/daily`, { days });
  const keys = useKeyNames();
  const columns = useMemo<Column<Entry>[]>(() => {
    const by = ({ key_id }: Entry) => key_id === null ? "people, in the console" : keys.get(key_id) ?? key_id;
    return [
      { header: "Day (UTC)", cell: ({ date }) => date, sortBy: ({ date }) => date },
      { header: "By", cell: by, sortBy: by },
      countColumn("simulations", "Simulations"),
      countColumn("agent_runs", "Agents"),
    ];
  }, [keys]);
  return (
    <Section
      title="By day and key"
      actions={
        <Choice
          label="Show "
          value={days}
          options={PERIODS.map((each) => [each, `${each} days`])}
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
           empty="Nothing was asked in these days">
            <p>Each day has a line for every key, and one for people, that asked something.</p>
          </DataTable>
        )}
      </Loaded>
    </Section>
  );
}
