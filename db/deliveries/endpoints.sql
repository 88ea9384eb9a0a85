-- Attempts and their endpoints, each step in one round trip. state.ts and endpoints.ts call these functions.
-- A migration runs this file. A change here takes it from that one to a new one at the end of db/migrations/index.ts.

-- Whether a delivery probes its endpoint: it goes on by its schedule and is sent within `a_within`. A delivery that was cancelled, held or
-- parked, or that pauses for longer, leaves the place to another one. VOLATILE: whoever asks after a wait for the endpoint's lock sees what its
-- holder has committed.
CREATE OR REPLACE FUNCTION is_probe(a_delivery uuid, a_within interval) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT EXISTS (
    SELECT FROM deliveries d WHERE d.id = a_delivery AND d.status = 'pending' AND NOT d.held AND d.parked IS NULL
      AND d.next_retry_at <= now() + a_within
  )
$$;

-- The places of an endpoint that are taken: by attempts in flight, and by woken deliveries that have not recorded theirs yet.
CREATE OR REPLACE FUNCTION places_taken(a_endpoint uuid, a_delivery uuid, a_longest interval) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (SELECT count(*) FROM delivery_attempts a
      WHERE a.endpoint_id = a_endpoint AND a.ended_at IS NULL AND a.at > clock_timestamp() - a_longest)
    + (SELECT count(*) FROM deliveries d
      WHERE d.endpoint_id = a_endpoint AND d.woken_at > clock_timestamp() - a_longest AND d.id IS DISTINCT FROM a_delivery)
$$;

-- Whether all places of an endpoint are taken, for a delivery that has no run yet. A busy endpoint is locked until the commit, so that an attempt
-- that ends meanwhile sees the delivery that waits and wakes it.
CREATE OR REPLACE FUNCTION is_busy(a_endpoint uuid, a_places integer, a_longest interval) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF places_taken(a_endpoint, NULL, a_longest) < a_places THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(uuid_hash_extended(a_endpoint, 0));
  RETURN places_taken(a_endpoint, NULL, a_longest) >= a_places;
END $$;

-- The places of an organization's share that are taken: by attempts in flight, and by woken deliveries that have not recorded theirs yet.
CREATE OR REPLACE FUNCTION share_taken(a_organization uuid, a_delivery uuid, a_longest interval) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (SELECT count(*) FROM delivery_attempts a
      WHERE a.organization_id = a_organization AND a.ended_at IS NULL AND a.at > clock_timestamp() - a_longest)
    + (SELECT count(*) FROM deliveries d
      WHERE d.organization_id = a_organization AND d.woken_at > clock_timestamp() - a_longest AND d.id IS DISTINCT FROM a_delivery)
$$;

-- Whether an organization's share is taken, for a callback whose attempt is due. While 200 places are free nobody waits for a lock, since fewer
-- are recorded at the same moment; from there on one attempt at a time is let in, so that the count holds over all workers.
CREATE OR REPLACE FUNCTION is_share_taken(a_organization uuid, a_delivery uuid, a_share integer, a_longest interval) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF share_taken(a_organization, a_delivery, a_longest) < a_share - 200 THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('share ' || a_organization, 0));
  RETURN share_taken(a_organization, a_delivery, a_longest) >= a_share;
END $$;

-- Records an attempt in one round trip, unless its endpoint is down or has no place, or the share of a callback's organization is taken: then it
-- parks the delivery. The advisory lock lets one attempt of an endpoint in at a time, so that the count of places holds over all workers; each
-- statement after it sees what the holder before has committed. The count of the delivery's attempts guards against two attempts at once. A worker
-- of a release that knows no share gives none, and parks none for it.
CREATE OR REPLACE FUNCTION record_attempt(
  a_delivery uuid, a_expected integer, a_retry_id text, a_places integer, a_longest interval, a_within interval, a_share integer DEFAULT 2147483647
)
RETURNS TABLE (
  outcome text, number integer, organization_id uuid, endpoint_id uuid, webhook_id uuid, url text, body text, secret text,
  custom_headers text, callback_secret text, down_since timestamptz, probe_id uuid
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  endpoint uuid;
  organization uuid;
  webhook uuid;
  since timestamptz;
  probe uuid;
  reason text;
BEGIN
  SELECT d.endpoint_id, d.organization_id, d.webhook_id INTO endpoint, organization, webhook FROM deliveries d WHERE d.id = a_delivery;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(uuid_hash_extended(endpoint, 0));
  SELECT h.down_since, h.probe_id INTO since, probe FROM endpoint_health h WHERE h.endpoint_id = endpoint;
  IF since IS NOT NULL AND a_retry_id IS NULL AND probe IS DISTINCT FROM a_delivery AND is_probe(probe, a_within) THEN
    reason := 'endpoint_down';
  ELSIF places_taken(endpoint, a_delivery, a_longest) >= a_places THEN
    reason := 'endpoint_busy';
  ELSIF webhook IS NULL AND is_share_taken(organization, a_delivery, a_share, a_longest) THEN
    reason := 'organization_busy';
  END IF;

  IF reason IS NOT NULL THEN
    UPDATE deliveries d SET parked = reason, woken_at = NULL
    WHERE d.id = a_delivery AND d.attempt_count = a_expected AND (a_retry_id IS NOT NULL OR (d.status = 'pending' AND NOT d.held))
      AND (d.webhook_id IS NULL OR EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id AND w.enabled));
    IF FOUND THEN
      RETURN QUERY SELECT reason, NULL::integer, NULL::uuid, endpoint, NULL::uuid, NULL, NULL, NULL, NULL, NULL, since, probe;
    END IF;
    RETURN;
  END IF;

  RETURN QUERY
    WITH subject AS (
      UPDATE deliveries d SET attempt_count = d.attempt_count + 1, parked = NULL, woken_at = NULL,
        url = coalesce((SELECT w.url FROM webhooks w WHERE w.id = d.webhook_id), d.url)
      WHERE d.id = a_delivery AND d.attempt_count = a_expected AND (a_retry_id IS NOT NULL OR (d.status = 'pending' AND NOT d.held))
        AND (d.webhook_id IS NULL OR EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id AND w.enabled))
      RETURNING d.id, d.organization_id, d.event_id, d.webhook_id, d.url, d.attempt_count
    ), recorded AS (
      INSERT INTO delivery_attempts (delivery_id, organization_id, endpoint_id, number, retry_id, at)
      SELECT s.id, s.organization_id, endpoint, s.attempt_count, a_retry_id, clock_timestamp() FROM subject s
    )
    SELECT 'recorded', s.attempt_count, s.organization_id, endpoint, s.webhook_id, s.url, e.body, w.secret, w.custom_headers, c.secret,
      since, probe
    FROM subject s JOIN events e ON e.id = s.event_id
    LEFT JOIN webhooks w ON w.id = s.webhook_id
    LEFT JOIN callback_secrets c ON s.webhook_id IS NULL AND c.organization_id = s.organization_id;
  IF FOUND AND a_expected > 0 THEN
    -- The outcome of an earlier attempt can no longer come.
    UPDATE delivery_attempts a SET ended_at = now(), error_code = 'outcome_unknown',
      error_message = 'The outcome is unknown: our worker stopped during this attempt.'
    WHERE a.delivery_id = a_delivery AND a.number <= a_expected AND a.ended_at IS NULL;
  END IF;
  IF since IS NOT NULL AND a_retry_id IS NULL AND probe IS DISTINCT FROM a_delivery THEN
    UPDATE endpoint_health h SET probe_id = a_delivery, probe_due = NULL WHERE h.endpoint_id = endpoint;
  END IF;
END $$;

-- Whether a delivery waits for an endpoint that nothing which goes on will wake: while it is up, any that is parked; while it is down, one with a
-- retry by hand, and where no probe goes on also the one that becomes it.
CREATE OR REPLACE FUNCTION needs_hand_over(a_endpoint uuid, a_within interval) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN h.down_since IS NULL
    THEN EXISTS (SELECT FROM deliveries p WHERE p.endpoint_id = a_endpoint AND p.parked <> 'organization_busy')
    ELSE NOT is_probe(h.probe_id, a_within)
      OR EXISTS (SELECT FROM deliveries p WHERE p.endpoint_id = a_endpoint AND p.parked <> 'organization_busy' AND p.retry_requested IS NOT NULL)
  END
  FROM (SELECT) AS one LEFT JOIN endpoint_health h ON h.endpoint_id = a_endpoint
$$;

-- Records an attempt's outcome with its consequences. It takes its locks in the order webhook, endpoint, delivery; the shared advisory lock
-- waits for an attempt that parks at this moment, so that the hand-over cannot miss it. `a_evidence` says what the outcome shows of the
-- endpoint: `success`, `answered` (any other HTTP response), `unanswered`, or `none` where the fault is ours.
--
-- A decision applies where it is a success, and else unless the delivery was cancelled or a newer attempt was recorded: the predicate that
-- begins with `a_kind = 'succeeded'`.
-- Column `hand_over` is true where the next delivery of the endpoint may have to be woken.
CREATE OR REPLACE FUNCTION end_attempt(
  a_delivery uuid, a_number integer, a_response_status integer, a_latency_ms integer, a_error_code text, a_error_message text,
  a_response_excerpt text, a_kind text, a_scheduled integer, a_retry_at timestamptz, a_evidence text,
  a_down_unanswered integer, a_down_failures integer, a_down_failed_deliveries integer, a_within interval
)
RETURNS TABLE (
  status text, held boolean, next_retry_at timestamptz, webhook_id uuid, endpoint_id uuid, failing_since timestamptz, hand_over boolean
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  webhook uuid;
  endpoint uuid;
  organization uuid;
  sent_to text;
  by_hand text;
  failing timestamptz;
BEGIN
  SELECT d.webhook_id, d.endpoint_id, d.organization_id, d.url, (
    SELECT a.retry_id FROM delivery_attempts a WHERE a.delivery_id = a_delivery AND a.number = a_number
  ) INTO webhook, endpoint, organization, sent_to, by_hand FROM deliveries d WHERE d.id = a_delivery;
  IF NOT FOUND THEN RETURN; END IF;

  -- The subscription's row changes only when its attempts begin or cease to fail, so a healthy one costs no write.
  IF webhook IS NOT NULL AND a_evidence <> 'none' THEN
    SELECT w.failing_since INTO failing FROM webhooks w WHERE w.id = webhook AND w.url = sent_to;
    IF a_evidence = 'success' AND failing IS NOT NULL THEN
      UPDATE webhooks w SET failing_since = NULL WHERE w.id = webhook AND w.url = sent_to;
    ELSIF a_evidence <> 'success' AND failing IS NULL THEN
      UPDATE webhooks w SET failing_since = now() WHERE w.id = webhook AND w.url = sent_to AND w.failing_since IS NULL;
    END IF;
  END IF;

  PERFORM pg_advisory_xact_lock_shared(uuid_hash_extended(endpoint, 0));
  -- Of a subscription that was deleted, or has another URL by now, the attempt says nothing. Whoever changes that takes this lock before the commit.
  IF webhook IS NOT NULL AND NOT EXISTS (SELECT FROM webhooks w WHERE w.id = webhook AND w.url = sent_to) THEN
    a_evidence := 'none';
  END IF;
  IF a_evidence = 'success' THEN
    DELETE FROM endpoint_health h WHERE h.endpoint_id = endpoint;
  ELSIF a_evidence <> 'none' THEN
    INSERT INTO endpoint_health AS h (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries, last_failed_delivery)
    VALUES (endpoint, organization, 1, 1, (a_evidence = 'unanswered')::integer, a_delivery)
    ON CONFLICT (endpoint_id) DO UPDATE SET
      failures = h.failures + 1,
      failed_deliveries = h.failed_deliveries + (h.last_failed_delivery <> a_delivery)::integer,
      unanswered_deliveries = CASE a_evidence WHEN 'unanswered'
        THEN h.unanswered_deliveries + (h.unanswered_deliveries = 0 OR h.last_failed_delivery <> a_delivery)::integer ELSE 0 END,
      last_failed_delivery = a_delivery,
      updated_at = now();
    UPDATE endpoint_health h SET down_since = now()
    WHERE h.endpoint_id = endpoint AND h.down_since IS NULL AND (
      h.unanswered_deliveries >= a_down_unanswered
      OR (h.failures >= a_down_failures AND h.failed_deliveries >= a_down_failed_deliveries)
    );
  END IF;

  UPDATE delivery_attempts a SET ended_at = now(), response_status = a_response_status, latency_ms = a_latency_ms,
    error_code = a_error_code, error_message = a_error_message, response_excerpt = a_response_excerpt
  WHERE a.delivery_id = a_delivery AND a.number = a_number;
  UPDATE deliveries d SET response_status = a_response_status, latency_ms = a_latency_ms, error_message = a_error_message,
    scheduled_attempts = CASE
      WHEN (a_kind = 'succeeded' OR (a_kind <> 'unchanged' AND d.status = 'pending' AND d.attempt_count = a_number))
      THEN a_scheduled ELSE d.scheduled_attempts END,
    status = CASE
      WHEN NOT (a_kind = 'succeeded' OR (a_kind <> 'unchanged' AND d.status = 'pending' AND d.attempt_count = a_number))
      THEN d.status WHEN a_kind = 'retry' THEN d.status WHEN a_kind = 'exhausted' THEN 'failed' ELSE a_kind END,
    completed_at = CASE
      WHEN (a_kind = 'succeeded' OR (a_kind <> 'unchanged' AND d.status = 'pending' AND d.attempt_count = a_number))
        AND a_kind <> 'retry'
      THEN now() ELSE d.completed_at END,
    held = d.held AND a_kind <> 'succeeded',
    -- The release decides when a delivery continues that was held during the attempt.
    next_retry_at = CASE
      WHEN NOT (a_kind = 'succeeded' OR (a_kind <> 'unchanged' AND d.status = 'pending' AND d.attempt_count = a_number))
      THEN d.next_retry_at WHEN a_kind = 'retry' AND NOT d.held THEN a_retry_at END,
    retry_requested = nullif(d.retry_requested, by_hand),
    retry_requested_at = CASE WHEN d.retry_requested = by_hand THEN NULL ELSE d.retry_requested_at END
  WHERE d.id = a_delivery RETURNING d.status, d.held, d.next_retry_at INTO status, held, next_retry_at;
  IF NOT FOUND THEN RETURN; END IF;

  webhook_id := webhook;
  endpoint_id := endpoint;
  failing_since := failing;
  hand_over := needs_hand_over(endpoint, a_within);
  RETURN NEXT;
END $$;

-- The oldest due delivery of an endpoint, by which it is probed.
CREATE OR REPLACE FUNCTION oldest_due(a_endpoint uuid, a_within interval) RETURNS SETOF deliveries LANGUAGE sql VOLATILE AS $$
  SELECT * FROM deliveries d
  WHERE d.endpoint_id = a_endpoint AND d.status = 'pending' AND NOT d.held AND d.next_retry_at <= now() + a_within
  ORDER BY d.id LIMIT 1
$$;

-- When a parked delivery that is woken is due by its schedule. What came to its time and had to wait is due now; what waits for a retry by hand
-- may be ahead of its time, and keeps it.
CREATE OR REPLACE FUNCTION due_when_woken(d deliveries) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN d.status = 'pending' THEN greatest(CASE WHEN d.retry_requested IS NOT NULL THEN d.next_retry_at END, now()) END
$$;

-- Wakes the next deliveries that wait for an endpoint, and returns their ids. While it is up: the oldest parked, as many as there are places and
-- at most `a_at_most`. While it is down: those with a retry by hand. Where no probe goes on then, the oldest due delivery becomes it; one that is
-- parked has to be woken, for which the endpoint waits for start_probe. What waits for its organization's share is fill_share's.
CREATE OR REPLACE FUNCTION hand_over(a_endpoint uuid, a_places integer, a_at_most integer, a_longest interval, a_within interval)
RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz;
  probe uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(uuid_hash_extended(a_endpoint, 0));
  SELECT h.down_since, h.probe_id INTO since, probe FROM endpoint_health h WHERE h.endpoint_id = a_endpoint FOR UPDATE;
  IF since IS NOT NULL AND NOT is_probe(probe, a_within) THEN
    UPDATE endpoint_health h SET
      probe_id = CASE WHEN next.parked IS NULL THEN next.id ELSE h.probe_id END,
      probe_due = CASE WHEN next.parked IS NOT NULL THEN coalesce(h.probe_due, clock_timestamp()) END
    FROM oldest_due(a_endpoint, a_within) next WHERE h.endpoint_id = a_endpoint;
  END IF;
  RETURN QUERY
    UPDATE deliveries d SET parked = NULL, woken_at = clock_timestamp(), has_run = true, next_retry_at = due_when_woken(d)
    WHERE d.id IN (
      SELECT p.id FROM deliveries p
      WHERE p.endpoint_id = a_endpoint AND p.parked <> 'organization_busy' AND (since IS NULL OR p.retry_requested IS NOT NULL)
      ORDER BY p.id LIMIT greatest(0, least(a_at_most, a_places - places_taken(a_endpoint, NULL, a_longest))) FOR UPDATE
    ) RETURNING d.id;
END $$;

-- Makes the oldest due delivery of an endpoint the probe, where it is down and none goes on, and returns its id where it has to be woken. One that
-- waits for its organization's share probes once fill_share has woken it.
CREATE OR REPLACE FUNCTION start_probe(a_endpoint uuid, a_within interval) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz;
  probe uuid;
  next_id uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(uuid_hash_extended(a_endpoint, 0));
  SELECT h.down_since, h.probe_id INTO since, probe FROM endpoint_health h WHERE h.endpoint_id = a_endpoint FOR UPDATE;
  IF since IS NULL OR is_probe(probe, a_within) THEN RETURN; END IF;
  SELECT next.id INTO next_id FROM oldest_due(a_endpoint, a_within) next WHERE next.parked IS DISTINCT FROM 'organization_busy';
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE endpoint_health h SET probe_id = next_id WHERE h.endpoint_id = a_endpoint;
  RETURN QUERY UPDATE deliveries d SET parked = NULL, woken_at = clock_timestamp(), has_run = true, next_retry_at = due_when_woken(d)
    WHERE d.id = next_id AND d.parked IS NOT NULL RETURNING d.id;
END $$;

-- Wakes the oldest callbacks that wait for their organization's share, as many as it has room for and at most `a_at_most`, and returns their ids.
CREATE OR REPLACE FUNCTION fill_share(a_organization uuid, a_share integer, a_at_most integer, a_longest interval) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('share ' || a_organization, 0));
  RETURN QUERY
    UPDATE deliveries d SET parked = NULL, woken_at = clock_timestamp(), has_run = true, next_retry_at = due_when_woken(d)
    WHERE d.id IN (
      SELECT p.id FROM deliveries p WHERE p.organization_id = a_organization AND p.parked = 'organization_busy'
      ORDER BY p.id LIMIT greatest(0, least(a_at_most, a_share - share_taken(a_organization, NULL, a_longest))) FOR UPDATE SKIP LOCKED
    ) RETURNING d.id;
END $$;
