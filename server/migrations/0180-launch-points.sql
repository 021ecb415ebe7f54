-- Where each pilot first launched at a place: a place that is shown to others is shown at the rounded centre of these,
-- never at the launch point of one pilot. Null for pilots from before; theirs counts as the place's own.
alter table takeoff_pilots add column latitude double precision;
alter table takeoff_pilots add column longitude double precision;
