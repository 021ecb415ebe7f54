-- kind: indexes
-- The numbers of a flight that are added up, in the order of the list: no sum reads a flight itself.
drop index concurrently if exists flights_list;
create index concurrently flights_list on flights (owner_id, flight_date, created_at, id, takeoff_id, glider_id, score_type,
  duration_seconds, distance_km, score, highest_m, best_climb_ms, season, recording, counted_by_pilot, same_flight_as);
drop index concurrently if exists flights_by_glider;
create index concurrently flights_by_glider on flights (owner_id, glider_id, flight_date, created_at, id, duration_seconds,
  recording, counted_by_pilot, same_flight_as) where glider_id is not null;
drop index concurrently if exists flights_left_out;
drop index concurrently if exists flights_without_records;
drop index concurrently if exists flights_incomplete;
drop index concurrently if exists flights_without_search_text;
