-- kind: schema
-- A decision is about what a pilot flew in a season, by the hash of the file or of its fixes: an entry goes with its flight,
-- and with its pilot's entry into the season, and the decision does not. No release had the table before.
-- Findings of the service set an entry aside by a decision that names them, and without a person who decided. Answers of
-- pilots are in the same log, with the state 'answer'.
drop table entry_decisions;
create table entry_decisions (
  id text primary key,
  season_id text not null references seasons (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  file text not null,
  track text,
  state text not null,
  reason text not null,
  triggers text,
  decided_by text references users (id) on delete set null,
  decided_at bigint not null
);
create index entry_decisions_of on entry_decisions (season_id, user_id);
create index entry_decisions_user on entry_decisions (user_id);
create index entry_decisions_by on entry_decisions (decided_by);
-- SHA-256 of the flight's file.
alter table season_entries add column file text;
-- SHA-256 of the flight's fixes: the same track by two pilots of a season.
alter table season_entries add column track text;
-- JSON: scores by leagues other than that of the installation, which a job computes; and whether a pilot's flights wait for it.
alter table season_entries add column computed text;
alter table season_pilots add column is_unscored boolean not null default false;
-- Time of the first change that webhooks were not told of yet.
alter table rankings add column changed_at bigint;
-- Results of a season that was flown elsewhere: rows as they were given, with their names and places.
alter table seasons add column is_imported boolean not null default false;
alter table ranking_rows add column name text;
alter table ranking_rows add column place integer;
