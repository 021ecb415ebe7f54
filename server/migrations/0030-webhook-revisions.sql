-- kind: schema
-- Counts what the owner does to a webhook: the outcome of an attempt that began before leaves it as it is.
alter table webhooks add column revision integer not null default 0;
