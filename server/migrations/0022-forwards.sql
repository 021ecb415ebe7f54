-- kind: schema
-- Places of a pilot's choice that get the flights, too. The columns of the queue are as those of webhooks.
create table destinations (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  kind text not null,
  label text not null,
  -- JSON, as the kind asks for it.
  settings text not null,
  -- JSON, sealed: it is sent to the service and shown to no one.
  credential bytea not null,
  -- JSON: DestinationFilter.
  filter text not null,
  -- active, needs_you, paused or off.
  state text not null,
  -- The service's words when it refused the credential.
  words text,
  -- The number of the pilot's last change that was looked at for flights to forward.
  seen_change bigint not null,
  due_at bigint,
  lease text,
  leased_until bigint,
  failing_since bigint,
  last_failed_at bigint,
  last_delivered_at bigint,
  latency_ms integer,
  -- Tries in a row that the service has not answered, or not in a way that decides.
  failures integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null
);
create index destinations_user on destinations (user_id);
create index destinations_due on destinations (due_at) where due_at is not null;

-- One flight for one destination, for life: the queue and what became of it.
create table forwards (
  id text primary key,
  destination_id text not null references destinations (id) on delete cascade,
  flight_id text not null references flights (id) on delete cascade,
  state text not null,
  -- Asked for with older flights: so many a day.
  is_backfill boolean not null,
  tries integer not null default 0,
  tried_at bigint,
  -- Null when it is settled.
  next_try_at bigint,
  -- Not tried any more after this.
  useful_until bigint not null,
  foreign_id text,
  link text,
  words text,
  created_at bigint not null
);
create unique index forwards_of on forwards (destination_id, flight_id);
create index forwards_flight on forwards (flight_id);
create index forwards_open on forwards (destination_id, is_backfill, next_try_at) where next_try_at is not null;

create index forwards_failed on forwards (destination_id) where state in ('refused', 'expired', 'given_up');

-- What services answered, by kind and day; "begun" is what the cap of a day counts.
create table forward_days (
  kind text not null,
  day text not null,
  outcome text not null,
  count integer not null,
  last_at bigint not null,
  -- The last words of the service.
  words text,
  primary key (kind, day, outcome)
);
