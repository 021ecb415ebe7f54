-- kind: indexes
-- Flights of an earlier release that no record knows yet: a job completes them.
create index concurrently flights_without_records on flights (owner_id, id) where highest_m is null;
