-- kind: schema
-- Files that were found to be corrupt or lost, until they are whole again: what the operator is alerted of must not be
-- forgotten with the request that found it.
create table damaged_files (
  flight_id text primary key references flights (id) on delete cascade,
  problem text not null,
  found_at bigint not null
);
-- The SHA-256 of a file as it is stored: compared whenever the file is read, at a tenth of the cost of decompressing it
-- for its own. Null for files of earlier releases, which are decompressed until a check of all files has filled it in.
alter table flight_files add column stored_hash text;
