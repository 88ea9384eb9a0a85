ALTER TABLE deliveries VALIDATE CONSTRAINT deliveries_parked_check;
-- The release before calls it without a share, which then has its default.
DROP FUNCTION IF EXISTS record_attempt(uuid, integer, text, integer, interval, interval);
