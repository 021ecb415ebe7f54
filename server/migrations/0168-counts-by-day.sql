-- Lists count by days, which say more than months: flight_months is read no longer, and goes with the next release, when
-- no node of the one before is left to read it.
-- The index has all that a count needs; those by place and type held less than they cost every upload.
create index flight_days_by_date on flight_days (owner_id, flight_date, flights);
drop index flight_days_by_takeoff;
drop index flight_days_by_type;

-- A node from before there were days has counted months only: its pilots' days are counted once more.
delete from flight_days where owner_id in (
  select m.owner_id from (select owner_id, sum(flights) as flights from flight_months group by owner_id) m
  left join (select owner_id, sum(flights) as flights from flight_days group by owner_id) d on d.owner_id = m.owner_id
  where d.flights is null or d.flights <> m.flights);
insert into flight_days
  (owner_id, flight_date, takeoff_id, score_type, flights, seconds, kilometres, best_score, best_flight_id)
select owner_id, flight_date, takeoff_id, score_type, count(*), sum(duration_seconds), sum(distance_km), max(score),
  max(case when place = 1 then id end)
from (
  select id, owner_id, flight_date, takeoff_id, score_type, duration_seconds, distance_km, score,
    row_number() over (partition by owner_id, flight_date, takeoff_id, score_type order by score desc, id) as place
  from flights where owner_id not in (select owner_id from flight_days)) ranked
group by owner_id, flight_date, takeoff_id, score_type;
