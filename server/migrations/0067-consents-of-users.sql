-- kind: alone
-- Consent to have signatures checked, the wish for reminders, and what a reminder told of are columns of the user and the
-- flight that they are about, instead of three tables.
alter table users add column signatures_agreed_at bigint;
-- When the pilot was last reminded of a deadline; 0: not yet; null: does not want to be.
alter table users add column reminded_at bigint;
alter table flights add column reminded_at bigint;
update users set signatures_agreed_at = (select given_at from signature_consents c where c.owner_id = users.id)
  where id in (select owner_id from signature_consents);
update users set reminded_at = (select coalesce(told_at, 0) from league_reminders r where r.user_id = users.id)
  where id in (select user_id from league_reminders);
update flights set reminded_at = (select told_at from reminded_flights r where r.flight_id = flights.id)
  where id in (select flight_id from reminded_flights);
create index users_reminded on users (id) where reminded_at is not null;
drop table signature_consents;
drop table league_reminders;
drop table reminded_flights;
