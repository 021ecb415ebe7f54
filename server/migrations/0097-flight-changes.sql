-- Every change of a pilot's flights has a number, so that a copy can ask for what came after one. The number is taken
-- under a lock of the pilot's row here that is held until the commit: who sees a number sees all those before it.
create table flight_counters (
  owner_id text primary key,
  last_change bigint not null,
  -- Deletions up to this number are no longer kept.
  forgotten bigint not null default 0
);

-- Deleted flights, kept for a while for those who keep a copy.
create table deleted_flights (
  owner_id text not null,
  change_number bigint not null,
  flight_id text not null,
  hash text not null,
  deleted_at bigint not null,
  primary key (owner_id, change_number)
);
create index deleted_flights_age on deleted_flights (deleted_at);

-- The number of the last change; 0 for what a node of an earlier release has stored since.
alter table flights add column change_number bigint not null default 0;
-- Whether it was corrected or scored again since its upload.
alter table flights add column is_changed boolean not null default false;
update flights set change_number = numbered.number, is_changed = updated_at > created_at
  from (select id, row_number() over (partition by owner_id order by updated_at, id) as number from flights) numbered
  where numbered.id = flights.id;
insert into flight_counters (owner_id, last_change) select owner_id, count(*) from flights group by owner_id;
create index flights_by_change on flights (owner_id, change_number);
