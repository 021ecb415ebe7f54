-- kind: indexes
-- The flights of a glider, in the order of the list.
create index concurrently flights_by_glider on flights (owner_id, glider_id, flight_date, created_at, id)
  where glider_id is not null;
