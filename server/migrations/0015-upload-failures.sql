-- kind: schema
-- Uploads that were refused, counted by how the sender names itself: a maker sees which version of a firmware fails.
create table upload_failures (
  -- Whose credential it was, or whose application.
  user_id text not null references users (id) on delete cascade,
  day text not null,
  agent text not null,
  reason text not null,
  count integer not null,
  last_at bigint not null,
  primary key (user_id, day, agent, reason)
);
create index upload_failures_day on upload_failures (day);
