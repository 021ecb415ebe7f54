-- kind: alone
-- A place that flights made belongs to one pilot. Those that several pilots share become one for each: under an id that tells
-- nothing of the others, at the pilot's own first launch point.
create table shared_places as
  select p.takeoff_id as shared_id, p.user_id, substr(p.takeoff_id, 9) || substr(p.user_id, 17) as own_id
  from takeoff_pilots p join takeoffs t on t.id = p.takeoff_id
  where t.source_id is null and t.made_by <> p.user_id;
insert into takeoffs (id, name, country, latitude, longitude, latitude_row, source_id, made_by, created_at, updated_at)
  select s.own_id, t.name, t.country, f.launch_latitude, f.launch_longitude,
    cast(round(f.launch_latitude * 100 - 0.5) as integer), null, s.user_id, f.created_at, f.created_at
  from shared_places s join takeoffs t on t.id = s.shared_id join flights f on f.id = (
    select min(g.id) from flights g where g.takeoff_id = s.shared_id and g.owner_id = s.user_id);
insert into takeoff_pilots (takeoff_id, user_id, flights)
  select s.own_id, s.user_id, p.flights
  from shared_places s join takeoff_pilots p on p.takeoff_id = s.shared_id and p.user_id = s.user_id;
update flights set takeoff_id = (
    select s.own_id from shared_places s where s.shared_id = flights.takeoff_id and s.user_id = flights.owner_id)
  where exists (
    select 1 from shared_places s where s.shared_id = flights.takeoff_id and s.user_id = flights.owner_id);
delete from takeoff_pilots where exists (
  select 1 from shared_places s where s.shared_id = takeoff_pilots.takeoff_id and s.user_id = takeoff_pilots.user_id);
drop table shared_places;

drop table takeoff_lock;
alter table takeoffs drop column pilots;
alter table takeoff_pilots drop column latitude;
alter table takeoff_pilots drop column longitude;
