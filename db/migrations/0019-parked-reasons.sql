-- Callbacks also wait while their organization has its share of attempts in flight.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_parked_check,
  ADD CONSTRAINT deliveries_parked_check CHECK (parked IN ('endpoint_down', 'endpoint_busy', 'organization_busy')) NOT VALID;
