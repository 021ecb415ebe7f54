-- kind: schema
-- Warnings about the file of a flight, for the answer to its import: JSON, null for what is no flight and for imports of
-- the release before.
alter table import_entries add column noticed text;
