-- kind: indexes
-- Finds the same track by another pilot of the season.
create index concurrently season_entries_track on season_entries (season_id, track);
