-- kind: schema
-- How a pilot reads pages and emails; null where the browser decides.
alter table users add column language text;
alter table users add column units text;
alter table users add column clock text;
