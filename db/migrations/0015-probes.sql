-- Endpoints that are down and have no probe wait for one: workers make so many a second, so that dead endpoints take a bounded share of starts.
ALTER TABLE endpoint_health ADD COLUMN probe_due timestamptz(3);
CREATE INDEX endpoint_health_probe_due ON endpoint_health (probe_due) WHERE probe_due IS NOT NULL;
-- Those that a former release left without one.
UPDATE endpoint_health SET probe_due = now() WHERE down_since IS NOT NULL;
