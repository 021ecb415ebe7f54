-- Archives of flights that are being imported, and what became of each of their files.
create table imports (
  id text primary key,
  owner_id text not null references users (id) on delete cascade,
  -- The application that imports on its own account, by its client credentials.
  application_id text,
  file_name text not null,
  -- receiving: its files are being stored; running: acknowledged, and imported by itself from then on; done.
  state text not null,
  created_at bigint not null,
  due_at bigint not null,
  finished_at bigint,
  -- When its owner has put the result away in the dashboard.
  read_at bigint,
  lease text,
  leased_until bigint
);
create index imports_owner on imports (owner_id, created_at);
create index imports_due on imports (state, due_at);

create table import_entries (
  import_id text not null references imports (id) on delete cascade,
  -- The place in the archive.
  number integer not null,
  name text not null,
  -- waiting, new, duplicate, refused, failed, skipped
  status text not null,
  reason text,
  flight_id text,
  hash text,
  -- What the sender, or the description beside the flight, knows better than the file; as JSON.
  options text not null,
  attempts integer not null,
  -- The file, compressed with zstd, until it is imported.
  compressed bytea,
  primary key (import_id, number)
);
create index import_entries_waiting on import_entries (import_id, status, number);
