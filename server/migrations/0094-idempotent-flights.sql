-- The flight that a kept answer speaks of: once it is deleted, the answer is not repeated. Answers are kept for a day;
-- those from before cannot tell, and are dropped.
delete from idempotency_keys;
alter table idempotency_keys add column flight_id text not null default '';
