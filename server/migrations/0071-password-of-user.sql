-- kind: alone
-- A user has one password: its hash is a column, instead of a row in a table that was made for several ways to sign in.
alter table users add column password_hash text;
update users set password_hash = (
    select password from identities i where i.user_id = users.id and i.provider_id = 'credential')
  where id in (select user_id from identities where provider_id = 'credential');
drop table identities;
