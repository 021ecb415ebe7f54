-- kind: indexes
-- Accounts whose deletion a node has left undone; the deliveries that tell of a user, batch by batch.
create index concurrently users_erased on users (erased_at) where erased_at is not null;
create index concurrently deliveries_by_user on deliveries (user_id, id);
drop index concurrently if exists deliveries_user;
