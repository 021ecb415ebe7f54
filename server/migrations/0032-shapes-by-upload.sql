-- kind: indexes
-- Flights of one shape are compared in the order of upload: a few of them are read, however many there are.
create index concurrently flights_shape on flights (owner_id, footprint_key, created_at, id) where footprint_key is not null;
create index concurrently flights_shape_counted on flights (owner_id, footprint_key, created_at, id)
  where footprint_key is not null and coalesce(counted_by_pilot, recording = 'complete' and same_flight_as is null);
drop index concurrently if exists flights_footprint;
