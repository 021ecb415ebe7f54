-- Devices that know a number and a date of birth instead of a user and a password. Both are random; the pilot switches
-- it on.
create table weglide_logins (
  number integer primary key,
  device_id text not null unique references credentials (id) on delete cascade,
  date_hash text not null
);
