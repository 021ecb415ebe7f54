-- kind: indexes
-- The places that a pilot has named.
create index concurrently takeoffs_named_by on takeoffs (named_by) where named_by is not null;
