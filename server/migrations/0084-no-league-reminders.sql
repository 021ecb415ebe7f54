-- kind: alone
-- Pilots are no longer reminded of a league that takes files from them alone: a flight's page has its last day.
drop index users_reminded;
alter table users drop column reminded_at;
alter table flights drop column reminded_at;
