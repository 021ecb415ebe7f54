-- kind: schema
-- The nodes that run, as they say themselves, and what each can open of what is sealed: nothing is sealed in a way that
-- one of them cannot read.
create table nodes (
  id text primary key,
  release text not null,
  opens text not null,
  started_at bigint not null,
  seen_at bigint not null
);
