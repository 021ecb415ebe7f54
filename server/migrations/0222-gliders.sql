-- kind: schema
-- The pilot's own gliders. What a file says of its glider stays in the flight's metadata.
create table gliders (
  id text primary key,
  owner_id text not null references users (id) on delete cascade,
  name text not null,
  -- Without case and accents: a pilot has one glider of a name.
  folded_name text not null,
  class text not null,
  -- New flights are flown with it.
  is_default boolean not null,
  is_retired boolean not null,
  -- The day of the last inspection.
  inspected_on text,
  created_at bigint not null,
  updated_at bigint not null,
  unique (owner_id, folded_name)
);

-- One of the owner's gliders; null: none. It is named rather than referred to: a glider that has flights is never deleted.
alter table flights add column glider_id text;

-- Flights with a glider, counted as in flight_days.
create table glider_days (
  owner_id text not null references users (id) on delete cascade,
  glider_id text not null,
  flight_date text not null,
  takeoff_id text not null,
  score_type text not null,
  flights integer not null,
  seconds bigint not null,
  kilometres double precision not null,
  best_score double precision not null,
  best_flight_id text not null,
  primary key (owner_id, glider_id, flight_date, takeoff_id, score_type)
);
