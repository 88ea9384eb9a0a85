-- The roles and their fence, and the rows of the whole service, which are no organization's.
--
-- Two roles share the tables. Forced row-level security shows `app_api` only the rows of the organization in `app.organization_id`;
-- `app_worker` sees all rows. Every process connects with one of them as its role. A worker takes `app_eraser` for the transactions that
-- delete an organization: it sees and deletes that organization's rows, and no others.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['app_api', 'app_worker', 'app_eraser'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- a migration of another database in the same cluster has created the role
    END;
    IF NOT pg_has_role(current_user, role_name, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
    END IF;
  END LOOP;
END $$;
GRANT USAGE ON SCHEMA public TO app_api, app_worker, app_eraser;
-- Tables have no default grants: a migration grants each new table's rights itself, and no role reaches a table without them.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO app_api, app_worker;
GRANT SELECT ON migrations TO app_api, app_worker;

CREATE FUNCTION current_organization() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.organization_id', true), '')::uuid;

-- Gives `app_eraser` the rows of its organization, by the column that holds it.
CREATE FUNCTION allow_erasing(target regclass, tenant_column text DEFAULT 'organization_id') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT SELECT, DELETE ON %s TO app_eraser', target);
  EXECUTE format('CREATE POLICY erased_rows ON %s TO app_eraser USING (%I = current_organization())', target, tenant_column);
END $$;

-- Restricts `app_api` to the rows of its organization as well.
CREATE FUNCTION fence_by_organization(target regclass, tenant_column text DEFAULT 'organization_id') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_rows ON %s TO app_api USING (%I = current_organization())', target, tenant_column);
  EXECUTE format('CREATE POLICY all_rows ON %s TO app_worker USING (true)', target);
  PERFORM allow_erasing(target, tenant_column);
END $$;

-- Planned maintenance: a row while there is one. Redis has a copy for every request.
CREATE TABLE maintenance (
  planned boolean PRIMARY KEY DEFAULT true CHECK (planned),
  retry_after_seconds integer NOT NULL CHECK (retry_after_seconds > 0),
  since timestamptz(3) NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance TO app_worker;

-- The figures of queues for operators, which one process at a time reads for all.
CREATE TABLE figures (
  -- The one row.
  current boolean PRIMARY KEY DEFAULT true CHECK (current),
  -- When a process took on to read them; the next one does so some seconds later.
  claimed_at timestamptz(3) NOT NULL,
  taken_at timestamptz(3) NOT NULL,
  -- Null until somebody has read them.
  figures jsonb
);
INSERT INTO figures (claimed_at, taken_at) VALUES ('-infinity', '-infinity');
GRANT SELECT, UPDATE ON figures TO app_worker;

-- Where each part of the reconciler goes on at its next run.
CREATE TABLE reconciler_positions (
  part text PRIMARY KEY,
  position jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON reconciler_positions TO app_worker;
-- Until its first purge a kind of data counts as purged when this was installed.
INSERT INTO reconciler_positions (part, position)
SELECT 'purge ' || kind, 'null' FROM unnest(ARRAY[
  'idempotency_keys', 'forecast_estimates', 'deliveries', 'uploads', 'audit_log', 'unproved_sign_ups', 'payments'
]) AS kind;
