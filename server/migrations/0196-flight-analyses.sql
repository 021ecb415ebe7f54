-- kind: schema
-- Phases, wind and speeds of a flight, as JSON, compressed: read on its own, and too long for the flight's row. Flights of
-- earlier releases have none until they are scored again.
create table flight_analyses (
  flight_id text primary key references flights (id) on delete cascade,
  compressed bytea not null
);
-- postgres: alter table flight_analyses alter column compressed set storage external;
