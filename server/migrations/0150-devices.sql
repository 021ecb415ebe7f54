-- Instruments and apps that upload for a pilot, each with a credential of its own: kind 'device', upload only.
create table devices (
  -- That of the credential.
  id text primary key references credentials (id) on delete cascade,
  -- What may be typed for the user name instead of the email address.
  login text not null,
  -- Which instrument it is, as the dashboard lists them.
  instrument text,
  -- The first flight it sent, also one that was there already: then the device is known to work.
  first_flight_id text,
  first_flight_at bigint
);
