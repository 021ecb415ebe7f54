-- kind: schema
-- A place that flights come from: a folder that is watched, with the sign-in, states and queue of a destination.
alter table destinations add column is_source boolean not null default false;

-- Files of such a folder that were handed to the import, as they were then.
create table source_files (
  destination_id text not null references destinations (id) on delete cascade,
  path text not null,
  -- The ETag, or what stands for it.
  mark text not null,
  taken_at bigint not null,
  primary key (destination_id, path)
);
