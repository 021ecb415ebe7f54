-- kind: indexes
-- A login with a wrong password is counted for the account of that name.
create index concurrently devices_login on devices (login);
