-- What happened to accounts: for their users to see, and for the operator. Kept for a year.
create table security_events (
  id text primary key,
  -- Null for what no account is left to see, such as a deletion, and for what concerns no one account.
  user_id text references users (id) on delete cascade,
  occurred_at bigint not null,
  kind text not null,
  actor text not null,
  address text,
  browser text,
  subject text
);
create index security_events_user on security_events (user_id, id);
create index security_events_time on security_events (occurred_at);
