-- kind: indexes
-- Where copies of a flight are looked for, and those that count no longer when it does.
create index concurrently flights_footprint on flights (owner_id, footprint_key) where footprint_key is not null;
create index concurrently flights_same on flights (owner_id, same_flight_as) where same_flight_as is not null;
