-- kind: schema
-- Pilots who want an email before a league that takes files from pilots alone takes a flight no longer.
create table league_reminders (
  user_id text primary key references users (id) on delete cascade,
  told_at bigint
);

-- Flights that were in one: each is told of once.
create table reminded_flights (
  flight_id text primary key references flights (id) on delete cascade,
  told_at bigint not null
);
create index reminded_flights_told on reminded_flights (told_at);
