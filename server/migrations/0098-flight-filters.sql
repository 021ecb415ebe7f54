-- Where the flight itself began, for a search by a box. Null for what an earlier release has stored, until a job has
-- read it from the metadata.
alter table flights add column launch_latitude double precision;
alter table flights add column launch_longitude double precision;
create index flights_incomplete on flights (owner_id, id) where launch_latitude is null;

-- A pilot's list, sorted and filtered without walking over a lifetime of flights.
create index flights_by_score on flights (owner_id, score, id);
create index flights_by_distance on flights (owner_id, distance_km, id);
create index flights_by_duration on flights (owner_id, duration_seconds, id);
create index flights_by_type on flights (owner_id, score_type, flight_date, created_at, id);
create index flights_by_takeoff on flights (owner_id, takeoff_id, flight_date, created_at, id);
-- With the take-off at its end: a search by country finds those of other countries without reading their rows.
drop index flights_list;
create index flights_list on flights (owner_id, flight_date, created_at, id, takeoff_id);
create index flights_by_launch on flights (owner_id, launch_latitude, launch_longitude);
