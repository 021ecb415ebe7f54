-- kind: alone
-- Places are computed when they are read: rows, members and copies of flights go. Only public flights are ranked, so entries of
-- pilots who took all flights stay, and others enter again. A closed season is one document for each ranking; those that were closed
-- before are open again. No release had any of it.
create table ranking_entries (
  id text primary key,
  season_id text not null references seasons (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  display_name text not null,
  band text,
  sex text,
  -- From this day on flights are the team's.
  team text,
  team_since text,
  is_newcomer boolean not null,
  -- JSON: ids of flights that do not take part.
  excluded text not null default '[]',
  entered_at bigint not null,
  -- Counts up when the entry changes, or what is known of its flights.
  revision bigint not null default 0,
  -- The number of the last change of the pilot's flights that findings were looked for in.
  seen_change bigint not null default -1,
  -- Whether flights wait for a score by another league, or for a finding in their files.
  is_waiting boolean not null default true
);
insert into ranking_entries (id, season_id, user_id, display_name, band, sex, team, team_since, is_newcomer, entered_at)
  select id, season_id, user_id, shown_as, band, sex, team, team_since, is_newcomer, entered_at
  from season_pilots where takes = 'all';
create unique index ranking_entries_of on ranking_entries (season_id, user_id);
create index ranking_entries_user on ranking_entries (user_id);

-- By leagues other than that of the installation, and findings in files: what a job has computed of a flight.
create table ranking_scores (
  flight_id text not null references flights (id) on delete cascade,
  -- The id of a league; or finding: and its name.
  kind text not null,
  -- File and date of the flight that it is of, and the versions that it was made by.
  made_of text not null,
  made_by text not null,
  -- JSON; null: the league has no rules for the flight, the data cannot tell, or it failed.
  result text,
  failed_at bigint,
  primary key (flight_id, kind)
);

create index clubs_updated on clubs (updated_at);

drop table ranking_proofs;
drop table ranking_rows;
drop table ranking_members;
drop table season_entries;
drop table season_pilots;

update seasons set closed_at = null;
-- Counts up with everything in the season that is not a change of flights.
alter table seasons add column revision bigint not null default 0;
-- Of a closed one: as of which changes nothing in its documents has to go.
alter table seasons add column checked text;
alter table rankings drop column rule_hash;
alter table rankings drop column version;
-- JSON: the document of a closed season.
alter table rankings add column closed text;
update rankings set rule = replace(replace(rule, '"figure":{', '"measure":{'), '"of":"', '"kind":"');
