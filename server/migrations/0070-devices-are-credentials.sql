-- kind: alone
-- What is known of a device stands with its password, the credential of the same id, instead of in a table with a row for each.
-- What may be typed for the user name instead of the email address.
alter table credentials add column login text;
-- Which instrument it is, as the dashboard lists them.
alter table credentials add column instrument text;
-- The first flight it sent, also one that was there already: then the device is known to work.
alter table credentials add column first_flight_id text;
alter table credentials add column first_flight_at bigint;
update credentials set
    login = (select login from devices d where d.id = credentials.id),
    instrument = (select instrument from devices d where d.id = credentials.id),
    first_flight_id = (select first_flight_id from devices d where d.id = credentials.id),
    first_flight_at = (select first_flight_at from devices d where d.id = credentials.id)
  where id in (select id from devices);
create index credentials_login on credentials (login) where login is not null;
drop table devices;
