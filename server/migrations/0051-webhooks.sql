-- Where events are sent. Owned by a user (their own flights) or by an application (flights of those who consented).
create table webhooks (
  id text primary key,
  user_id text references users (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  url text not null,
  -- Sealed, as it must be used to sign.
  secret bytea not null,
  old_secret bytea,
  old_secret_expires_at bigint,
  -- The number of the last delivery; raised under the row's lock, so that there are no gaps.
  last_sequence bigint not null default 0,
  -- When the earliest pending delivery may be tried; null when none is pending.
  due_at bigint,
  -- Who is delivering to it: one at a time, and not for ever should it die.
  lease text,
  leased_until bigint,
  -- First and last failed attempt since the last success.
  failing_since bigint,
  last_failed_at bigint,
  last_delivered_at bigint,
  disabled_at bigint,
  disabled_reason text,
  -- The owner has not yet been told that the service disabled it.
  notice_due boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null
);
create index webhooks_user on webhooks (user_id);
create index webhooks_application on webhooks (application_id);
create index webhooks_due on webhooks (due_at) where due_at is not null;

-- One event for one webhook: the queue and the log.
create table deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  sequence bigint not null,
  event_id text not null,
  event text not null,
  -- Whose flight it tells of; kept when the account is deleted, since the deletion itself is told.
  user_id text not null,
  -- The bytes that are sent and signed.
  payload text not null,
  is_test boolean not null default false,
  status text not null,
  -- 0: never tried, at once.
  next_attempt_at bigint,
  -- Attempts in all, and those since it was last begun or replayed.
  attempts integer not null default 0,
  tries integer not null default 0,
  created_at bigint not null,
  unique (webhook_id, sequence)
);
create index deliveries_pending on deliveries (webhook_id, next_attempt_at, sequence) where status = 'pending';
create index deliveries_age on deliveries (created_at);
create index deliveries_user on deliveries (user_id);

create table delivery_attempts (
  delivery_id text not null references deliveries (id) on delete cascade,
  number integer not null,
  attempted_at bigint not null,
  -- Null when no answer came.
  status integer,
  latency_ms integer not null,
  error text,
  -- The first 1 KiB of the answer.
  answer text,
  primary key (delivery_id, number)
);
