-- kind: alone
-- One table for what is done later: checks of signatures, and the turns of work that one node of all does at a time. Every
-- kind of work had a table of its own.
create table queue (
  -- The name of the work.
  kind text not null,
  -- What it is about: the id of a flight, or the name of a turn.
  id text not null,
  -- Whose it is; null: the service's.
  owner_id text references users (id) on delete cascade,
  created_at bigint not null,
  due_at bigint not null,
  attempts integer not null default 0,
  -- After the last attempt that its kind makes.
  failed_at bigint,
  last_error text,
  lease text,
  leased_until bigint,
  primary key (kind, id)
);
create index queue_due on queue (kind, due_at) where failed_at is null;
create index queue_owner on queue (owner_id, kind, due_at);
create index queue_failed on queue (failed_at) where failed_at is not null;

insert into queue (kind, id, owner_id, created_at, due_at, attempts)
  select 'signatures', c.flight_id, c.owner_id, f.created_at, c.due_at, c.attempts
  from signature_checks c join flights f on f.id = c.flight_id;
drop table signature_checks;
insert into queue (kind, id, created_at, due_at) select 'turns', id, due_at, due_at from turns;
drop table turns;
