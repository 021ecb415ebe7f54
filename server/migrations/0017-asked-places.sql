-- kind: schema
-- When a pilot was asked for the name of a place and gave none: the upload page asks once. Fetching sites takes turns, as the
-- servers that are asked want one question at a time.
alter table takeoffs add column asked_at bigint;
insert into turns (id, due_at) values ('sites', 0);
