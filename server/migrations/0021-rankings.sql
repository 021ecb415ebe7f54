-- kind: schema
-- Seasons of a club or, without one, of the operator.
create table seasons (
  id text primary key,
  club_id text references clubs (id) on delete cascade,
  name text not null,
  -- JSON: SeasonTerms. Its first and last day again, to find the seasons of a flight.
  terms text not null,
  from_day text not null,
  to_day text not null,
  created_at bigint not null,
  closed_at bigint
);
create index seasons_club on seasons (club_id, from_day);

create table rankings (
  id text primary key,
  season_id text not null references seasons (id) on delete cascade,
  name text not null,
  -- Canonical JSON: RankingRule, and its SHA-256.
  rule text not null,
  rule_hash text not null,
  version integer not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index rankings_season on rankings (season_id, id);

-- The pilots who have entered a season, and what they let it take and show. The id stands for the pilot in proofs.
create table season_pilots (
  id text primary key,
  season_id text not null references seasons (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  takes text not null,
  shown_as text not null,
  band text,
  sex text,
  -- From this day on flights are the team's.
  team text,
  team_since text,
  is_newcomer boolean not null,
  entered_at bigint not null,
  -- The number of the last change of the pilot's flights that was ranked.
  ranked_change bigint not null default -1
);
create unique index season_pilots_of on season_pilots (season_id, user_id);
create index season_pilots_user on season_pilots (user_id);

-- A flight in a season, with the facts that rules ask for as of its day.
create table season_entries (
  id text primary key,
  season_id text not null references seasons (id) on delete cascade,
  pilot_id text not null references season_pilots (id) on delete cascade,
  flight_id text not null,
  -- The change of the flight that the facts are of.
  change_number bigint not null,
  -- Of a pilot who chooses.
  is_chosen boolean not null default false,
  facts text not null
);
create unique index season_entries_flight on season_entries (pilot_id, flight_id);
create index season_entries_season on season_entries (season_id, id);

-- The last one holds; none is ever changed.
create table entry_decisions (
  id text primary key,
  entry_id text not null references season_entries (id) on delete cascade,
  state text not null,
  reason text not null,
  decided_by text references users (id) on delete set null,
  decided_at bigint not null
);
create index entry_decisions_entry on entry_decisions (entry_id, id);
create index entry_decisions_by on entry_decisions (decided_by);

-- The flights that a pilot brings to a row, and the rows. A row of a closed season outlives its pilot's account.
create table ranking_members (
  ranking_id text not null references rankings (id) on delete cascade,
  row_key text not null,
  pilot_id text not null,
  flights text not null,
  primary key (ranking_id, row_key, pilot_id)
);
create index ranking_members_pilot on ranking_members (pilot_id);
create table ranking_rows (
  ranking_id text not null references rankings (id) on delete cascade,
  row_key text not null,
  sum bigint not null,
  best bigint not null,
  flights integer not null,
  last_day text not null,
  primary key (ranking_id, row_key)
);
create index ranking_rows_sum on ranking_rows (ranking_id, sum);

create table ranking_proofs (
  id text primary key,
  ranking_id text not null references rankings (id) on delete cascade,
  number integer not null,
  sha256 text not null,
  -- Sentences, as a JSON array: what is not as in the proof before.
  changes text not null,
  proof text not null,
  created_at bigint not null
);
create unique index ranking_proofs_number on ranking_proofs (ranking_id, number);
