-- kind: schema
-- Airspace files by region and the day from which they hold: data change every 28 days, and a flight is checked against
-- those of its day. Without an owner a file is the operator's and for everybody; a pilot's is for the own flights.
create table airspace_files (
  id text primary key,
  owner_id text references users (id) on delete cascade,
  region text not null,
  valid_from text not null,
  airspaces integer not null,
  created_at bigint not null
);
create index airspace_files_owner on airspace_files (owner_id);

-- One row each, with the box around it in degrees, so that only what is near a flight is read.
create table airspaces (
  file_id text not null references airspace_files (id) on delete cascade,
  number integer not null,
  south double precision not null,
  north double precision not null,
  west double precision not null,
  east double precision not null,
  airspace text not null,
  primary key (file_id, number)
);
create index airspaces_place on airspaces (file_id, south, north, west, east);
