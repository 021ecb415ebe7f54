-- kind: alone
-- Emails wait in the queue, each under its id, sealed as it was.
alter table queue add column payload bytea;
-- Not begun any more after this.
alter table queue add column useful_until bigint;
insert into queue (kind, id, payload, created_at, due_at, useful_until, attempts, failed_at, last_error)
  select 'emails', id, sealed, created_at, due_at, useful_until, attempts, failed_at, last_error from emails;
create index queue_useful on queue (useful_until) where useful_until is not null;
drop table emails;
