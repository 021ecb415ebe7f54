-- kind: schema
-- A file outside the database is removed without a lock: its row says so first, with -1 flights, and until the row is gone
-- nobody writes the file. Nodes of the release before pass such a row over when they sweep, and the check refuses them
-- when they are about to write the file: that upload fails there, and is sent again. An embedded database has one node.
alter table outside_files add column removing_at bigint;
-- postgres: alter table outside_files add constraint outside_files_removing_is_alone check (removing_at is null or (flights = -1 and touched_at = 0)) not valid;
