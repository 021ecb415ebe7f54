-- kind: indexes
-- Those that no user has allowed anything are forgotten.
create index concurrently applications_self_registered on applications (created_at) where self_registered;
