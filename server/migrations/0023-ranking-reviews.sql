-- kind: schema
-- Findings of the service set an entry aside by a decision that names them, and without a person who decided. Answers of
-- pilots are in the same log, with the state 'answer'.
alter table entry_decisions add column triggers text;
-- SHA-256 of the flight's fixes: the same track by two pilots of a season.
alter table season_entries add column track text;
-- JSON: points by other leagues and findings, which a job computes, each with the versions it was computed by.
alter table season_entries add column computed text;
-- Time of the first change that webhooks were not told of yet.
alter table rankings add column changed_at bigint;
-- Results of a season that was flown elsewhere: rows as they were given, with their names and places.
alter table rankings add column is_imported boolean not null default false;
alter table ranking_rows add column name text;
alter table ranking_rows add column place integer;
