-- kind: schema
-- Of a work whose queue is in memory: how many of what is left have failed, and are tried again later.
alter table works add column progress_failed bigint;
