-- What was done with a user's credentials, counted per day (UTC), source and scope. The source is an application or
-- a key; its name is kept as it was, so that the ledger can still be read when the application is gone.
create table access_ledger (
  user_id text not null references users (id) on delete cascade,
  day text not null,
  source_kind text not null,
  source_id text not null,
  source_name text,
  scope text not null,
  requests bigint not null,
  uploads bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (user_id, day, source_id, scope)
);
create index access_ledger_day on access_ledger (day);
