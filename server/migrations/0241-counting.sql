-- kind: indexes
-- The few that do not count: the counts of days, by which lists are counted, leave them out.
create index concurrently flights_uncounted on flights (owner_id, flight_date)
where not coalesce(counted_by_pilot, recording = 'complete');
