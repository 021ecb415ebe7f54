-- kind: schema
-- A place that a pilot has named, for that pilot alone. Its latitude_row is none on earth, so that nobody else's flight finds it.
alter table takeoffs add column named_by text;
-- Metres around it within which the pilot's later flights begin there, too; 0: none do.
alter table takeoffs add column reach_m integer;
-- What the service called it.
alter table takeoffs add column plain_name text;

-- Names that pilots suggest to the operator. They wait, or were dismissed; one that is accepted becomes a site.
create table takeoff_suggestions (
  takeoff_id text primary key references takeoffs (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  country text not null,
  -- To 0.001 degrees: the launch point itself is the pilot's.
  latitude double precision not null,
  longitude double precision not null,
  created_at bigint not null,
  dismissed_at bigint
);
create index takeoff_suggestions_user on takeoff_suggestions (user_id);
create index takeoff_suggestions_waiting on takeoff_suggestions (created_at) where dismissed_at is null;
