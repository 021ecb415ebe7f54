-- Files may lie outside the database, in a folder or an S3 bucket, by the hash of their content. Such a file's bytes are
-- empty here.
alter table flight_files add column is_outside boolean not null default false;

-- What was written there, noted before it was written, and how many flights have it. Without a flight it is swept a day
-- after it was last touched: an upload may be about to commit.
create table outside_files (
  hash text primary key,
  flights integer not null,
  touched_at bigint not null
);
create index outside_files_unused on outside_files (touched_at) where flights = 0;

-- The bytes are compressed already: PostgreSQL need not try again.
-- postgres: alter table flight_files alter column compressed set storage external;
