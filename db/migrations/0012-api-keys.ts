import type { MigrationInterface, QueryRunner } from "typeorm";

/** Rotation of API keys, deleting organizations, and the role that deletes. */
export class ApiKeys1763601100000 implements MigrationInterface {
  readonly name = "ApiKeys1763601100000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KEYS);
    await runner.query(ERASER);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}

const KEYS = `
-- A rotation that arrived before this moment must not replace the secret that nobody has read yet.
ALTER TABLE api_keys ADD COLUMN rotated_at timestamptz(3),
  ADD CHECK ((previous_secret_hash IS NULL) = (previous_valid_until IS NULL));
CREATE INDEX api_keys_revoked ON api_keys (organization_id, revoked_at, id) WHERE revoked_at IS NOT NULL;
-- People create, rotate and revoke the keys of their organization. Whoever creates one deletes revoked ones beyond a number.
GRANT SELECT, INSERT, UPDATE, DELETE ON api_keys TO app_api;
GRANT DELETE ON api_keys TO app_worker;

-- From then on nobody acts for the organization; a workflow deletes its rows.
ALTER TABLE organizations ADD COLUMN deletion_requested_at timestamptz(3);
`;

const ERASER = `
DO $$
BEGIN
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app_eraser') THEN
      CREATE ROLE app_eraser NOLOGIN;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- a migration of another database in the same cluster has created the role
  END;
  IF NOT pg_has_role(current_user, 'app_eraser', 'MEMBER') THEN
    GRANT app_eraser TO CURRENT_USER;
  END IF;
END $$;
GRANT USAGE ON SCHEMA public TO app_eraser;

-- A worker takes this role for the transactions that delete an organization: it sees and deletes that organization's rows, and no others.
CREATE FUNCTION allow_erasing(target regclass, tenant_column text DEFAULT 'organization_id') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT SELECT, DELETE ON %s TO app_eraser', target);
  EXECUTE format('CREATE POLICY erased_rows ON %s TO app_eraser USING (%I = current_organization())', target, tenant_column);
END $$;

SELECT allow_erasing(c.oid, CASE WHEN c.relname = 'organizations' THEN 'id' ELSE 'organization_id' END)
FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relrowsecurity
  AND (c.relname = 'organizations' OR EXISTS (
    SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
  ));

CREATE OR REPLACE FUNCTION fence_by_organization(target regclass, tenant_column text DEFAULT 'organization_id') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_rows ON %s TO app_api USING (%I = current_organization())', target, tenant_column);
  EXECUTE format('CREATE POLICY all_rows ON %s TO app_worker USING (true)', target);
  PERFORM allow_erasing(target, tenant_column);
END $$;

-- The deletion of an organization finds these rows by it; every other table has such an index or goes with another row.
CREATE INDEX idempotency_keys_of_organization ON idempotency_keys (organization_id);
`;
