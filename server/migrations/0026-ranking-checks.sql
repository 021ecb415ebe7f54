-- kind: schema
-- JSON: what a job has looked for in the file of an entry, such as airspaces.
alter table season_entries add column checks text;
