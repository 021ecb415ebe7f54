-- kind: schema
-- What records are made of, besides scores and times. Null until a job has read them from the metadata.
alter table flights add column highest_m double precision;
alter table flights add column best_climb_ms double precision;

-- The best of each season, kept as flights come and go.
create table season_records (
  owner_id text not null references users (id) on delete cascade,
  season integer not null,
  -- distance, score, duration, altitude or climb
  record text not null,
  value double precision not null,
  flight_id text not null,
  flight_date text not null,
  primary key (owner_id, season, record)
);
