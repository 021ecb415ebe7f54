-- kind: schema
-- The request that an event tells of, as its sender named it: passed on to webhooks, so that both ends find it in their logs.
alter table events add column request_id text;
alter table events add column traceparent text;
