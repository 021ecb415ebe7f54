-- kind: schema
-- Photos that a pilot adds to a flight. The list is in the flight's row, since it is read with it: who reads flights reads
-- no other table, and a new order or caption is a change of the flight.
alter table flights add column photos text;

-- Their bytes, as those of the flight's file: in here, or outside by their hash.
create table photo_files (
  photo_id text primary key,
  flight_id text not null references flights (id) on delete cascade,
  -- SHA-256 of the large picture.
  hash text not null,
  byte_length integer not null,
  compressed bytea not null,
  -- SHA-256 of the bytes as they are stored.
  stored_hash text not null,
  is_outside boolean not null,
  -- The small picture, some 10 kB.
  small bytea not null
);
-- The same picture is there once.
create unique index photo_files_of_flight on photo_files (flight_id, hash);
-- postgres: alter table photo_files alter column compressed set storage external;
-- postgres: alter table photo_files alter column small set storage external;

create table damaged_photos (
  photo_id text primary key references photo_files (photo_id) on delete cascade,
  problem text not null,
  found_at bigint not null
);

-- The photo that a kept answer tells of; null: the answer tells of the flight.
alter table idempotency_keys add column photo_id text;
