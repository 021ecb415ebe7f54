-- kind: indexes
-- As in 0241, with the recordings of flights that count already.
create index concurrently flights_left_out on flights (owner_id, flight_date)
where not coalesce(counted_by_pilot, recording = 'complete' and same_flight_as is null);
drop index concurrently if exists flights_uncounted;
