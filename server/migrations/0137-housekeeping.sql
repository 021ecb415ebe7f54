-- What background jobs look for, so that they find it without reading the whole table.
create index sessions_age on sessions (created_at);
create index chains_revoked on chains (revoked_at) where revoked_at is not null;
-- The last token of each chain: when it has expired, the chain has ended.
create index refresh_tokens_unused on refresh_tokens (expires_at) where used_at is null;
create index webhooks_notice on webhooks (id) where notice_due;
-- The failed deliveries of a webhook, for its owner to see and to replay.
create index deliveries_failed on deliveries (webhook_id, sequence) where status = 'failed';
create index deliveries_unsent on deliveries (webhook_id, sequence) where status = 'pending';
-- A webhook is hidden at once, and deleted with its log by and by: the log may be long.
alter table webhooks add column deleted_at bigint;
create index webhooks_deleted on webhooks (deleted_at) where deleted_at is not null;
