-- The outbox: what has happened, written in the transaction in which it happened.
create table events (
  id text primary key,
  type text not null,
  user_id text not null,
  -- Applications whose consent covered the flight at that moment, as a JSON array of ids.
  audience text not null,
  -- The envelope as it is sent.
  payload text not null,
  occurred_at bigint not null,
  fanned_out_at bigint
);
create index events_pending on events (fanned_out_at, occurred_at);
create index events_user on events (user_id, occurred_at);
