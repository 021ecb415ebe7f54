-- The moving average of how long the receiver takes to answer; null until it is measured.
alter table webhooks add column latency_ms integer;
