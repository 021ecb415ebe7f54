-- kind: indexes
-- Finds the same track by another pilot of the season.
create index concurrently season_entries_track on season_entries (season_id, track);
-- Pilots with flights that a league has still to score.
create index concurrently season_pilots_unscored on season_pilots (id) where is_unscored;
