-- kind: indexes
-- Flights of an earlier release that no search finds yet: a job completes them.
create index concurrently flights_without_search_text on flights (id) where search_text is null;
