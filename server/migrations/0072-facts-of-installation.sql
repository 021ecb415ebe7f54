-- kind: alone
-- The count of registrations of webhooks and the row that a look at whether the database takes writes writes are facts about the
-- installation, instead of a table of one row each.
insert into installation (name, value) select 'registrations', cast(registrations as text) from outbox;
drop table outbox;
drop table write_checks;
