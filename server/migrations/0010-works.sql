-- kind: schema
-- A row for each kind of background work that was ever set or run: how the operator has set it, for all nodes, and how
-- it went last, on any of them.
create table works (
  name text primary key,
  paused_at bigint,
  -- At most so many entries a minute, and when the next may begin.
  per_minute integer,
  next_at bigint not null default 0,
  ran_at bigint,
  failed_at bigint,
  last_error text,
  -- Entries done in a minute (since 1970), and in the one before.
  minute bigint not null default 0,
  done bigint not null default 0,
  done_before bigint not null default 0,
  -- Of a change of many rows that is under way.
  progress_done bigint,
  progress_of bigint,
  progress_at bigint
);
