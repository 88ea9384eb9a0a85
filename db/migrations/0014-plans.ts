import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a month's quotas count, the planned maintenance, and the operators' lists. */
export class Plans1763601300000 implements MigrationInterface {
  readonly name = "Plans1763601300000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE usage_months
        -- Simulations that were accepted, and their agents, less those of runs that could not start.
        ADD COLUMN simulations integer NOT NULL DEFAULT 0 CHECK (simulations >= 0),
        ADD COLUMN agent_runs bigint NOT NULL DEFAULT 0 CHECK (agent_runs >= 0);

      -- Operators list the simulations of all organizations, in any status or in one.
      CREATE INDEX simulations_of_all ON simulations (status, created_at DESC, id DESC);

      -- Planned maintenance: a row while there is one. Redis has a copy for every request.
      CREATE TABLE maintenance (
        planned boolean PRIMARY KEY DEFAULT true CHECK (planned),
        retry_after_seconds integer NOT NULL CHECK (retry_after_seconds > 0),
        since timestamptz(3) NOT NULL DEFAULT now()
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance TO app_worker;

      -- The purge of old entries.
      GRANT DELETE ON audit_log TO app_worker;
    `);
    await runner.query(COUNT_EARLIER_SIMULATIONS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}

// As app_worker: forced row-level security shows a table's owner no row.
const COUNT_EARLIER_SIMULATIONS = `
  SET LOCAL ROLE app_worker;
  INSERT INTO usage_months AS used (organization_id, month, simulations, agent_runs)
  SELECT organization_id, date_trunc('month', created_at AT TIME ZONE 'UTC')::date, count(*), sum(agent_count)
  FROM simulations GROUP BY 1, 2
  ON CONFLICT (organization_id, month) DO UPDATE SET simulations = excluded.simulations, agent_runs = excluded.agent_runs;
  RESET ROLE;
`;
