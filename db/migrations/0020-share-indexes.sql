-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS delivery_attempts_of_organization;
CREATE INDEX CONCURRENTLY delivery_attempts_of_organization ON delivery_attempts (organization_id, at) WHERE ended_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS deliveries_woken_of_organization;
CREATE INDEX CONCURRENTLY deliveries_woken_of_organization ON deliveries (organization_id) WHERE woken_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS deliveries_parked_by_share;
CREATE INDEX CONCURRENTLY deliveries_parked_by_share ON deliveries (organization_id, id) WHERE parked = 'organization_busy';
DROP INDEX CONCURRENTLY IF EXISTS deliveries_parked_by_endpoint;
CREATE INDEX CONCURRENTLY deliveries_parked_by_endpoint ON deliveries (endpoint_id, id) WHERE parked <> 'organization_busy';
