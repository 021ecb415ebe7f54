-- kind: schema
-- What statistics add up: a pilot has flown on thousands of days, but in a few hundred months.
create table month_counts (
  owner_id text not null references users (id) on delete cascade,
  -- 2026-05
  month text not null,
  takeoff_id text not null,
  score_type text not null,
  flights integer not null,
  seconds bigint not null,
  kilometres double precision not null,
  best_score double precision not null,
  best_flight_id text not null,
  primary key (owner_id, month, takeoff_id, score_type)
);

-- The number of the last change that the pilot's months know: a node of the release before counts days only. Where it is not
-- the last one, statistics add up days, and the next change counts the months anew.
alter table flight_counters add column months_as_of bigint;
