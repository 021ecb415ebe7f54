-- kind: schema
-- What pilots write on their flights.
alter table flights add column title text;
alter table flights add column notes text;
