-- kind: indexes
-- Removals that were interrupted are looked for every ten minutes.
create index concurrently outside_files_removing on outside_files (removing_at) where removing_at is not null;
