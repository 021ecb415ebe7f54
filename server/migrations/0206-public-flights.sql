-- kind: indexes
-- The flights of a public profile, newest first.
create index concurrently flights_public on flights (owner_id, flight_date, created_at, id) where visibility = 'public';
