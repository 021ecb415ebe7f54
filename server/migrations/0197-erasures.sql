-- kind: schema
-- Since when an account is being deleted: what it has much of goes in batches, and there is no way back.
alter table users add column erased_at bigint;
