-- kind: schema
-- Counts what the pilot does to a destination: the outcome of a try that began before leaves it as it is.
alter table destinations add column revision integer not null default 0;
