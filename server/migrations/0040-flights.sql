-- Where flights begin: imported by the operator, or made at the launch point of the first flight from there.
create table takeoffs (
  id text primary key,
  name text not null,
  country text not null,
  latitude double precision not null,
  longitude double precision not null,
  -- Hundredths of a degree of latitude, rounded down: with the longitude it finds the neighbours of a point.
  latitude_row integer not null,
  -- Who names it: the source's own id, such as paraglidingearth:37; null when a flight made it.
  source_id text unique,
  created_at bigint not null,
  updated_at bigint not null
);
create index takeoffs_place on takeoffs (latitude_row, longitude);

-- Held by who makes a take-off, so that two flights from one new place make one.
create table takeoff_lock (id integer primary key);
insert into takeoff_lock (id) values (1);

create table flights (
  id text primary key,
  owner_id text not null references users (id) on delete cascade,
  -- SHA-256 of the file's bytes, and of its fixes.
  hash text not null,
  fingerprint text not null,
  file_name text not null,
  flight_date text not null,
  season integer not null,
  is_tandem boolean not null,
  launch_type text not null,
  distance_km double precision not null,
  score double precision not null,
  score_type text not null,
  -- Rule set, its version and the solver's: what a rescore compares.
  scored_by text not null,
  takeoff_id text not null references takeoffs (id),
  duration_seconds integer not null,
  track_distance_km double precision not null,
  metadata text not null,
  -- A few dozen points for a small picture, as a JSON array: latitude and longitude in turns.
  shape text not null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (owner_id, hash),
  unique (owner_id, fingerprint)
);
create index flights_list on flights (owner_id, flight_date, created_at, id);
create index flights_changes on flights (owner_id, updated_at);
create index flights_takeoff on flights (takeoff_id);
create index flights_scored_by on flights (scored_by, id);

-- The file as it was sent, compressed with zstd.
create table flight_files (
  flight_id text primary key references flights (id) on delete cascade,
  byte_length integer not null,
  compressed bytea not null
);

-- How many flights a pilot has in each month: the list counts and skips by it instead of walking over flights.
create table flight_months (
  owner_id text not null references users (id) on delete cascade,
  -- 2026-05
  month text not null,
  flights integer not null,
  primary key (owner_id, month)
);

-- First answers to uploads with an Idempotency-Key, kept for a day.
create table idempotency_keys (
  -- The user, and the application or key that acts.
  caller text not null,
  idempotency_key text not null,
  owner_id text not null references users (id) on delete cascade,
  request_hash text not null,
  status integer not null,
  answer text not null,
  created_at bigint not null,
  primary key (caller, idempotency_key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create index idempotency_keys_owner on idempotency_keys (owner_id);
