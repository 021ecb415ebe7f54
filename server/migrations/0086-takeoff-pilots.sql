-- Who has flown from a place: a place that a flight made is shown to others once three pilots have.
create table takeoff_pilots (
  takeoff_id text not null references takeoffs (id) on delete cascade,
  user_id text not null,
  flights integer not null,
  primary key (takeoff_id, user_id)
);
create index takeoff_pilots_user on takeoff_pilots (user_id);
insert into takeoff_pilots (takeoff_id, user_id, flights)
  select takeoff_id, owner_id, count(*) from flights group by takeoff_id, owner_id;

alter table takeoffs add column pilots integer not null default 0;
-- Whose launch point the place's coordinates are; null for a site of a list.
alter table takeoffs add column made_by text;
update takeoffs set pilots = (select count(*) from takeoff_pilots p where p.takeoff_id = takeoffs.id);
update takeoffs set made_by =
  (select f.owner_id from flights f where f.takeoff_id = takeoffs.id order by f.created_at, f.id limit 1)
  where source_id is null;
delete from takeoffs where source_id is null and pilots = 0;
