-- kind: indexes
-- Files of imports that the service failed to read are kept, for the operator to have them tried again.
create index concurrently import_entries_failed on import_entries (import_id)
  where status = 'failed' and compressed is not null;
