-- Who hears of an event is decided by the order of commits: registrations of webhooks are numbered, and each marks the
-- events that were there before it.
create table outbox (
  id integer primary key,
  -- How many webhooks have been registered.
  registrations bigint not null
);
insert into outbox (id, registrations) values (1, 0);

-- The first registration that found the event, not fanned out yet; null when there was none since.
alter table events add registration bigint;
-- Its number: the webhook hears of later events only.
alter table webhooks add registration bigint not null default 0;
