-- kind: schema
-- What a flight is found by since another recording of it was merged into it: the hash of the other's id, and of its link.
-- Links that were given away go on, and a merge that is asked for again is found done.
create table merged_references (
  reference_hash text primary key,
  flight_id text not null references flights (id) on delete cascade
);
create index merged_references_flight on merged_references (flight_id);
