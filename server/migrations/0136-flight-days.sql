-- A pilot's flights, counted by day, place and type as they come and go: statistics are read from here.
create table flight_days (
  owner_id text not null references users (id) on delete cascade,
  flight_date text not null,
  takeoff_id text not null,
  score_type text not null,
  flights integer not null,
  seconds bigint not null,
  kilometres double precision not null,
  best_score double precision not null,
  best_flight_id text not null,
  primary key (owner_id, flight_date, takeoff_id, score_type)
);
create index flight_days_by_takeoff on flight_days (owner_id, takeoff_id, flight_date);
create index flight_days_by_type on flight_days (owner_id, score_type, flight_date);
insert into flight_days
  (owner_id, flight_date, takeoff_id, score_type, flights, seconds, kilometres, best_score, best_flight_id)
select owner_id, flight_date, takeoff_id, score_type, count(*), sum(duration_seconds), sum(distance_km), max(score),
  max(case when place = 1 then id end)
from (
  select id, owner_id, flight_date, takeoff_id, score_type, duration_seconds, distance_km, score,
    row_number() over (partition by owner_id, flight_date, takeoff_id, score_type order by score desc, id) as place
  from flights) ranked
group by owner_id, flight_date, takeoff_id, score_type;
