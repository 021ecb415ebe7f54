-- kind: schema
-- How many bytes the files of a pilot have, and as of which change that is: after a change by a node of the release before,
-- which does not count them, the two numbers differ, and the next one counts anew.
alter table flight_counters add column stored_bytes bigint;
alter table flight_counters add column stored_as_of bigint;
