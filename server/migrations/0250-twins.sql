-- kind: schema
-- One flight, recorded by two instruments: where it was at round times tells, and only one of its recordings counts. What
-- an earlier release stores meanwhile has no trace, and counts as it did.
alter table flights add column trace text;
alter table flights add column same_flight_as text;
