-- kind: schema
-- One pilot is in one place: a copy of a flight is known by its shape, and two flights at one time are told. What an earlier
-- release stores meanwhile has no footprint, and counts as it did; why a flight gives way is then that it is another recording.
alter table flights add column footprint text;
alter table flights add column footprint_key integer;
alter table flights add column same_flight_why text;
alter table flights add column overlapped_by text;
